import type { Basis } from '../basis.ts';

/** From this confidence on a path to a hit is looked for: below, it is a place to look at anyway. */
export const MIN_WITNESSED = 0.5;

/**
 * How sure a hit is: the one place where what a rule has seen and what was assumed on the way become
 * a number. What the defect would cost is another matter (the severity of the rule, and the impact
 * of the hit).
 * @param rule the id of the rule
 * @param stated how sure the rule is where nothing was assumed, from 0.4 to 0.95
 * @param basis what it has seen
 */
export function confidenceOf(_rule: string, stated: number, _basis: Basis): number {
  return stated;
}
