import { familyOf } from '../name-matching.ts';

/**
 * The constants of the C that the variants of a Rust enum are named after: those of one family, as `JV_ESYNTAX` and
 * `JV_EDEPTH` are, for which the most variants have one. `JV_MAX_DEPTH` is of another family.
 * @param constants in any order, each name once
 * @returns by variant; none where two families do as well and differ
 */
export function variantConstants(
  constants: Iterable<readonly [name: string, value: bigint]>,
  variants: readonly { readonly name: string }[],
): ReadonlyMap<string, bigint> {
  const families = new Map<string, Map<string, Named>>();
  for (const [constant, value] of constants) {
    for (const { name } of variants) {
      const family = familyOf(constant, name);
      if (family === undefined) continue;
      const known = families.get(family.name) ?? new Map<string, Named>();
      families.set(family.name, known.set(name, better(known.get(name), { ...family, value })));
    }
  }
  const found = [...families.values()].map(
    (family) =>
      new Map(
        [...family].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
      ),
  );
  const all = found.toSorted((a, b) => b.size - a.size);
  const [best = new Map<string, bigint>(), next] = all;
  const isClear = next === undefined || next.size < best.size || isSame(best, next);
  return isClear ? best : new Map();
}

interface Named {
  readonly isExact: boolean;
  /** Undefined where two abbreviations of the name differ. */
  readonly value: bigint | undefined;
}

/** A name as it is counts more than an abbreviation. */
function better(known: Named | undefined, next: Named): Named {
  if (known === undefined || (next.isExact && !known.isExact)) return next;
  if (known.isExact || known.value === next.value) return known;
  return { isExact: false, value: undefined };
}

function isSame(a: ReadonlyMap<string, bigint>, b: ReadonlyMap<string, bigint>): boolean {
  return [...a].every(([name, value]) => b.get(name) === value);
}
