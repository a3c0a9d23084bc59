import type { Taint } from '../../../../code/flow/domain/taint.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import type { EventKind } from '../../../basis.ts';

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

/**
 * Whether data was read from outside in the function itself. What came through other functions and
 * fields holds of some of their callers and of some records of the type.
 */
export function isReadHere(taint: Taint | undefined, facts: Facts): boolean {
  return isExternal(taint) && taint.steps.every((step) => step.function === facts.function.name);
}

/** The most that a hit is sure of for data that some record of the type holds, not this one for certain. */
export const MAX_KEPT = 0.55;

/** Whether data was kept in a field of a record on its way: fields of all records of a type are one place. */
export function keptInRecord(taint: Taint | undefined): boolean {
  return taint?.fieldLocations.some((location) => location.includes('.')) ?? false;
}

/** What a hit about data has seen: something for certain, or what depends on who calls. */
export function eventOf(taint: Taint | undefined): EventKind {
  if (taint?.kind === 'parameter') return 'latent';
  return keptInRecord(taint) ? 'may' : 'definite';
}
