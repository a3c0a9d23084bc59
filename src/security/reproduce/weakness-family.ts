import type { SanitizerReport } from './sanitizer-report.ts';

/** What a sanitizer can show, as far as one weakness is told from another. */
export type WeaknessFamily =
  | 'bounds'
  | 'lifetime'
  | 'null'
  | 'uninitialized'
  | 'integer'
  | 'division'
  | 'allocation size'
  | 'stack'
  | 'leak'
  | 'conversion';

const BOUNDS = [
  ...[118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 129, 130, 131, 134, 135, 170, 193, 469],
  ...[466, 468, 805, 806, 786, 787, 788, 822, 823, 839, 1284, 1285],
];

/** The weaknesses that each family may be reported for. Sizes that are wrong end in accesses that are. */
const WEAKNESSES: Readonly<Record<WeaknessFamily, readonly number[]>> = {
  bounds: [
    ...BOUNDS,
    190,
    191,
    192,
    194,
    195,
    196,
    197,
    680,
    681,
    682,
    704,
    843,
    20,
    362,
    674,
    835,
    // A test that is missing may have kept any of these from happening.
    754,
    703,
    252,
  ],
  lifetime: [
    ...[415, 416, 562, 590, 672, 761, 762, 763, 825, 826, 664, 666, 362, 366, 667, 911, 822],
    ...[754, 703, 252, 20],
  ],
  null: [476, 690, 252, 253, 824, 754],
  uninitialized: [457, 456, 665, 824, 908, 909, 252],
  integer: [190, 191, 192, 194, 195, 197, 680, 681, 682, 1335, 128, 131, 839],
  division: [369, 682],
  'allocation size': [190, 131, 680, 770, 789, 400, 195, 1284, 20],
  stack: [674, 835, 770, 789, 400, 121, 787],
  leak: [401, 404, 772, 771, 775, 459],
  conversion: [681, 704, 197, 843, 468, 188, 587],
};

/** Whether what a sanitizer showed is what a weakness leads to. */
export function isOfWeakness(families: readonly WeaknessFamily[], cwe: readonly number[]): boolean {
  return families.some((family) => cwe.some((one) => WEAKNESSES[family].includes(one)));
}

/** Memory below this is what a null pointer, with a field or an index behind it, leads to. */
const ZERO_PAGES = 0x10000;

const ADDRESS_KINDS: readonly (readonly [RegExp, readonly WeaknessFamily[]])[] = [
  [/buffer-(?:over|under)flow|container-overflow|negative-size-param|param-overlap/, ['bounds']],
  [/use-after|double-free|bad-free|alloc-dealloc|bad-malloc_usable|^free$/, ['lifetime']],
  [/^stack-overflow/, ['stack']],
  [
    /^(?:allocation-size|calloc-overflow|reallocarray|out-of-memory|rss-limit)/,
    ['allocation size'],
  ],
  [/^FPE/, ['division']],
];

const UNDEFINED_KINDS: readonly (readonly [RegExp, readonly WeaknessFamily[]])[] = [
  [
    /out of bounds|insufficient space|pointer index expression|applying (?:non-)?zero offset/,
    ['bounds'],
  ],
  [/null pointer/, ['null']],
  [/division by zero/, ['division']],
  [/overflow|shift|negation|cannot be represented/, ['integer']],
  [/is outside the range|not a valid value|misaligned|incorrect function type/, ['conversion']],
  [/variable length array bound/, ['stack', 'integer']],
];

/** Which families an error that a sanitizer reported belongs to; none where it tells of no defect. */
export function familiesOf({ tool, kind, address }: SanitizerReport): readonly WeaknessFamily[] {
  if (tool === 'leak') return ['leak'];
  if (tool === 'memory') return ['uninitialized'];
  if (tool === 'undefined') return matching(UNDEFINED_KINDS, kind);
  if (/^(?:SEGV|BUS)$/.test(kind)) {
    const isNull = address !== undefined && address < ZERO_PAGES;
    return isNull ? ['null'] : ['bounds', 'lifetime', 'uninitialized'];
  }
  return matching(ADDRESS_KINDS, kind);
}

function matching(
  table: readonly (readonly [RegExp, readonly WeaknessFamily[]])[],
  kind: string,
): readonly WeaknessFamily[] {
  return table.find(([pattern]) => pattern.test(kind))?.[1] ?? [];
}
