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
  const families = new Map<string, Map<string, bigint>>();
  for (const [constant, value] of constants) {
    for (const { name } of variants) {
      const family = familyOf(constant, name);
      if (family === undefined) continue;
      const known = families.get(family) ?? new Map<string, bigint>();
      families.set(family, known.set(name, value));
    }
  }
  const all = [...families.values()].toSorted((a, b) => b.size - a.size);
  const [best = new Map<string, bigint>(), next] = all;
  const isClear = next === undefined || next.size < best.size || isSame(best, next);
  return isClear ? best : new Map();
}

function isSame(a: ReadonlyMap<string, bigint>, b: ReadonlyMap<string, bigint>): boolean {
  return [...a].every(([name, value]) => b.get(name) === value);
}
