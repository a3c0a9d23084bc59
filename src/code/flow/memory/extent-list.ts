import { LIMITS } from '../../limits.ts';
import { eitherCondition, isImplied } from '../domain/entry-condition.ts';
import type { AccessExtent } from '../domain/function-summary.ts';

/** The extents with one more; one that another covers is left out, and too many of a kind are one. */
export function withExtent(
  known: readonly AccessExtent[],
  extent: AccessExtent,
): readonly AccessExtent[] {
  if (known.some((other) => covers(other, extent))) return known;
  const rest = known.filter((other) => !covers(extent, other));
  const alike = rest.filter((other) => isAlike(other, extent));
  if (alike.length < LIMITS.extents) return [...rest, extent];
  // The rounds of a loop go further and further, each where the limit is greater: as one they would all go as far as the last.
  // What is certain under two conditions need not be between them.
  if (extent.certain || alike.every(({ when }) => isImplied(when, extent.when))) return rest;
  let one = extent;
  // Under one condition or the other, it goes as far as the lesser of the two.
  for (const { add, when } of alike)
    one = { ...one, add: Math.min(one.add, add), when: eitherCondition(one.when, when) };
  return [...rest.filter((other) => !alike.includes(other)), one];
}

function covers(wide: AccessExtent, narrow: AccessExtent): boolean {
  return isAlike(wide, narrow) && wide.add >= narrow.add && isImplied(wide.when, narrow.when);
}

function isAlike(a: AccessExtent, b: AccessExtent): boolean {
  return (
    a.parameter === b.parameter &&
    a.scale === b.scale &&
    a.write === b.write &&
    a.certain === b.certain
  );
}
