import type { SlotLimits } from '../../cases/case.ts';
import { inputTags, recordOfTag } from '../../cases/choice.ts';
import type { CaseValue, Shape } from '../../cases/shape.ts';
import { elementLimits, fieldLimits, lengthRange } from './bounds.ts';
import { filledBytes } from './byte-strings.ts';
import type { Constants } from './constants.ts';
import { type Elements, elementsFrom, isByte } from './elements.ts';
import { interestingFloats } from './floats.ts';
import { interestingIntegers } from './integers.ts';
import type { Random } from './random.ts';
import { randomValue } from './random-value.ts';
import { toAllowedText } from './text-limits.ts';
import { interestingTexts } from './texts.ts';

type ListShape = Extract<Shape, { kind: 'list' }>;

/** Lengths at which code goes wrong: the ends, the sizes of buffers, blocks and lengths, and beside them. */
const LENGTHS = [
  0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300,
  511, 512, 513, 1000, 1023, 1024,
];
/** Records of records would have too many. */
const MAX_PER_FIELD = 40;
/** Of each field of each choice. */
const MAX_PER_CHOICE = 12;

/** Values of a shape at which code goes wrong, the most telling first; at least one. Limits between slots are not kept. */
export function interestingValues(
  random: Random,
  shape: Shape,
  limits: SlotLimits | undefined,
  constants: Constants,
): readonly CaseValue[] {
  switch (shape.kind) {
    case 'integer':
      return interestingIntegers(shape, limits, constants.integers);
    case 'float':
      return interestingFloats(shape.bits, floatsOf(constants));
    case 'boolean':
      return [false, true];
    case 'nullable':
      return [null, ...interestingValues(random, shape.of, limits, constants)];
    case 'list': {
      const lengths = interestingLengths(shape, limits, constants);
      return isByte(shape.of)
        ? byteLists(random, shape, lengths, limits, constants)
        : valueLists(random, shape.of, lengths, limits, constants);
    }
    case 'array':
      return isByte(shape.of)
        ? [...filledBytes(random, shape.length), ...eachByte(shape.length)]
        : valueLists(random, shape.of, [shape.length], limits, constants);
    case 'choice':
      return inputTags(shape).flatMap((tag) => {
        const [, ...fields] = recordOfTag(shape, tag).fields;
        const all = fields.map((field) =>
          someOf(
            interestingValues(random, field.shape, fieldLimits(limits, field.shape), constants),
            MAX_PER_CHOICE,
          ),
        );
        return rows(random, all).map((row) => [tag, ...row]);
      });
    case 'record': {
      const all = shape.fields.map(({ shape: field }) =>
        someOf(
          interestingValues(random, field, fieldLimits(limits, field), constants),
          MAX_PER_FIELD,
        ),
      );
      return rows(random, all);
    }
  }
}

/** The first ones, which are the most telling, and some of all others: long lists come last. */
function someOf(values: readonly CaseValue[], most: number): readonly CaseValue[] {
  if (values.length <= most) return values;
  const first = Math.ceil(most / 2);
  const step = (values.length - first) / (most - first);
  const others = Array.from(
    { length: most - first },
    (_, at) => values[first + Math.floor(at * step)] ?? null,
  );
  return [...values.slice(0, first), ...others];
}

/** Numbers to compare floats with: integers are converted in such comparisons. */
function floatsOf({ floats, integers }: Constants): readonly number[] {
  return [...floats, ...integers.map(Number)];
}

function interestingLengths(
  shape: ListShape,
  limits: SlotLimits | undefined,
  constants: Constants,
): readonly number[] {
  const { least, most } = lengthRange(shape, limits);
  const seen = constants.integers
    .filter((value) => value >= 0n && value <= BigInt(most))
    .flatMap((value) => [Number(value), Number(value) + 1, Number(value) - 1]);
  const all = [0, 1, 2, 3, least, most, least + 1, most - 1, ...seen.slice(0, 60), ...LENGTHS];
  return [...new Set(all)].filter((length) => length >= least && length <= most);
}

/** Every value of each at least once, beside changing values of the others. */
export function rows(
  random: Random,
  columns: readonly (readonly CaseValue[])[],
): readonly (readonly CaseValue[])[] {
  const count = Math.max(1, ...columns.map(({ length }) => length));
  const shifts = columns.map(({ length }, at) => (at === 0 ? 0 : random.below(length)));
  return Array.from({ length: count }, (_, row) =>
    columns.map((values, at) => {
      // The first rows are those of the simplest values together.
      const shift = row < 3 ? 0 : (shifts[at] ?? 0);
      return values[(row + shift) % values.length] ?? null;
    }),
  );
}

function byteLists(
  random: Random,
  shape: ListShape,
  lengths: readonly number[],
  limits: SlotLimits | undefined,
  constants: Constants,
): readonly Uint8Array[] {
  const { least, most } = lengthRange(shape, limits);
  const isText = limits?.isText === true;
  const short = lengths.filter((length) => length <= 4);
  const long = lengths.filter((length) => length > 4);
  const all = [
    ...interestingTexts(constants),
    ...short.flatMap((length) => filledBytes(random, length)),
    ...long.flatMap((length) => [random.pick(filledBytes(random, length)), run(random, length)]),
    ...eachByte(1),
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    ...long.flatMap((length) => filledBytes(random, length).slice(0, 3)),
  ];
  const unique = new Map<string, Uint8Array>();
  for (const bytes of all) {
    const fitting = toAllowedText(limits, isText ? bytes.filter((byte) => byte !== 0) : bytes);
    if (fitting.length >= least && fitting.length <= most)
      unique.set(Buffer.from(fitting).toString('latin1'), fitting);
  }
  if (unique.size > 0) return [...unique.values()];
  return [new Uint8Array(least).fill(0x61)];
}

function run(random: Random, length: number): Uint8Array {
  return new Uint8Array(length).fill(random.pick([0x61, 0x20, 0x30, 0x80, 0xff, 0]));
}

/** Each byte in the first place, the rest of them zero. */
function eachByte(length: number): readonly Uint8Array[] {
  if (length === 0) return [];
  return Array.from({ length: 256 }, (_, byte) =>
    Uint8Array.from({ length }, (_, at) => (at === 0 ? byte : 0)),
  );
}

function valueLists(
  random: Random,
  of: Shape,
  lengths: readonly number[],
  limits: SlotLimits | undefined,
  constants: Constants,
): readonly Elements[] {
  const inner = elementLimits(limits, of);
  const values = interestingValues(random, of, inner, constants);
  const few = values.slice(0, 60);
  const at = (index: number): CaseValue => values[index % values.length] ?? null;
  const lists = lengths.flatMap((length) => {
    const fill = (valueAt: (index: number) => CaseValue): readonly CaseValue[] =>
      Array.from({ length }, (_, index) => valueAt(index));
    if (length === 0) return [[]];
    if (length === 1) return few.map((value) => [value]);
    const any = fill(() => randomValue(random, of, inner, constants));
    const sorted = any.toSorted(ascending);
    const same = random.pick(any);
    return [
      fill(() => at(0)),
      any,
      sorted,
      sorted.toReversed(),
      fill(() => same),
      fill(at),
      fill(() => random.pick(few)),
    ].slice(0, length > 32 ? 3 : 7);
  });
  return lists.map((list) => elementsFrom(of, list));
}

/** Numbers by size; what has none stays where it is. */
function ascending(a: CaseValue, b: CaseValue): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return 0;
}
