import type { Value } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import type { TraceStep } from '../../../../code/syntax/location.ts';

/** Where a pointer was given to `free` or `delete`, on every path to here. */
export function releaseOf(pointer: Value, { state }: Facts): TraceStep | undefined {
  if (pointer.root === 0) return undefined;
  const { releasedAt, mayBeNonNull } = state.facts(pointer.root);
  return mayBeNonNull ? releasedAt : undefined;
}
