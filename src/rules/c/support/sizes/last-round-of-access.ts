import { indexOfLastRound } from '../../../../code/c/cfg/last-round.ts';
import type { Expr } from '../../../../code/c/ir/ast.ts';
import type { AccessEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/** The index of the last round of a loop that is certain to come to an element in it. */
export function indexInLastRound(
  { expr, index, indexValue }: AccessEvent,
  facts: Facts,
): number | undefined {
  if (index === undefined || indexValue === undefined) return undefined;
  const { lo, hi } = facts.range(indexValue);
  const numberOf = (limit: Expr): number | undefined => {
    const range = limit.kind === 'name' ? facts.range(facts.valueOf(limit)) : undefined;
    return range?.lo === range?.hi ? range?.hi : undefined;
  };
  return Number.isFinite(lo)
    ? indexOfLastRound(facts.function, expr, index, hi, numberOf)
    : undefined;
}
