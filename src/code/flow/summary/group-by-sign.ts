import { type Sign, signsOf } from '../domain/result-sign.ts';
import type { ReturnState } from '../domain/state.ts';

/** The returns by what they may return; undefined where one returns nothing. */
export function groupBySign(
  exits: readonly ReturnState[],
): Readonly<Record<Sign, readonly ReturnState[]>> | undefined {
  const groups: Record<Sign, ReturnState[]> = { negative: [], zero: [], positive: [] };
  for (const exit of exits) {
    if (exit.value === undefined) return undefined;
    for (const sign of signsOf(exit.state, exit.value)) groups[sign].push(exit);
  }
  return groups;
}
