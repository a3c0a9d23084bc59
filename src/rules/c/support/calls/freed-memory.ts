import type { Value } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import type { TraceStep } from '../../../../code/syntax/location.ts';

/** Where a pointer was given to `free` or `delete`, on every path to here. */
export function releaseOf(pointer: Value, { state }: Facts): TraceStep | undefined {
  if (pointer.root === 0) return undefined;
  const { releasedAt, mayBeNonNull } = state.facts(pointer.root);
  return mayBeNonNull ? releasedAt : undefined;
}

/** What has been freed for certain. */
export const SURE = { confidence: 0.9, event: 'definite' } as const;

/** What may have been freed where paths meet: one of them may show it. */
export const ON_SOME_PATHS = { confidence: 0.6, event: 'may', joined: true } as const;

/** What may have been freed, and no single path can show. */
export const MAYBE = { confidence: 0.45, event: 'may' } as const;

/**
 * Whether something is freed before it is used in the text. In the next round of a loop it is mostly another block that stands
 * in its place, which a single path does not tell apart.
 */
export function isBefore(freedAt: TraceStep | undefined, used: TraceStep): boolean {
  if (freedAt === undefined) return false;
  const [freed, use] = [freedAt.location, used.location];
  return freed.line < use.line || (freed.line === use.line && freed.column < use.column);
}
