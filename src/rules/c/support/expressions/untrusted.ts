import type { Taint } from '../../../../code/flow/domain/taint.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/** Whether what reaches a sink comes from outside the program, rather than from a caller who may be harmless. */
export function isExternal(taint: Taint | undefined): taint is Taint {
  return taint !== undefined && taint.kind !== 'parameter' && taint.kind !== 'random';
}

/**
 * How strongly a number asks for distrust: `external` when its source lies
 * outside the program, `parameter` when a caller chose it.
 */
export function taintOriginOf(facts: Facts, value: Value): 'external' | 'parameter' | 'none' {
  const taint = facts.taint(value);
  if (taint === undefined || taint.kind === 'random') return 'none';
  return taint.kind === 'parameter' ? 'parameter' : 'external';
}

/** Whether some comparison on this path limits the value from above. */
export function isCheckedAbove(facts: Facts, value: Value): boolean {
  return value.root === 0 || facts.factsOf(value).checkedAbove;
}

/** Names the source for a message: " from recv()", or nothing. */
export function fromSource(taint: Taint | undefined): string {
  return taint === undefined ? '' : ` from ${taint.source}`;
}
