import type { Taint } from '../../../../code/flow/domain/taint.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import type { TraceStep } from '../../../../code/syntax/location.ts';
import { keptInRecord, MAX_KEPT } from './untrusted.ts';

/** The taint that reaches a sink: of a value, or of the text that it points to. */
export function untrustedDataIn(value: Value, facts: Facts): Taint | undefined {
  const taint = facts.contentTaint(value);
  if (taint === undefined || taint.kind === 'random') return undefined;
  // A text that was cut to nothing carries nothing.
  const pointees = facts.pointees(value);
  const empty =
    pointees.length > 0 &&
    pointees.every(({ object }) => object.maxLength === 0 && object.kind !== 'literal');
  return empty ? undefined : taint;
}

/** A confidence by how sure it is that others decide the data. */
export function confidenceByOrigin(taint: Taint, source: number, parameter: number): number {
  const stated = taint.kind === 'parameter' ? parameter : source;
  return keptInRecord(taint) ? Math.min(stated, MAX_KEPT) : stated;
}

/** From where data came in to where it does harm. */
export function traceOf(taint: Taint | undefined, last: TraceStep): readonly TraceStep[] {
  return [...(taint?.steps ?? []), last];
}
