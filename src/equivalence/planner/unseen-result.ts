import { callbacksIn } from '../pairing/callback-shapes.ts';
import type { ResultPlan, RustArgument } from '../plan/comparison-plan.ts';
import type { RustApiFunction } from '../rust-api/rust-type.ts';

/**
 * Whether nothing of what a Rust function does shows, since its result is not compared and it changes nothing that it
 * is given: that the C leaves its own as it was, too, says nothing about the Rust.
 */
export function isUnseen(
  result: ResultPlan,
  rust: RustApiFunction,
  given: readonly RustArgument[],
): boolean {
  const gives = rust.returns.kind !== 'unit' && rust.returns.kind !== 'never';
  return result.kind === 'ignored' && gives && !given.some(mayShow);
}

/** What is changed, taken over, written to or called. */
function mayShow({ type, pair }: RustArgument): boolean {
  if (type.kind === 'reference' && type.mutable) return true;
  if (pair === undefined) return type.kind !== 'reference';
  return pair.kind === 'stream' || callbacksIn(pair).length > 0;
}
