import { NotComparable } from '../not-comparable.ts';
import { callbackTypeOf } from '../rust-api/rust-callback.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import type { Pair } from './pair.ts';

/**
 * The pair of code of the caller that may be missing. Where both sides cannot call it alike, and nothing that a mapping says
 * would help, it is missing in each case: what a function does without it can still be compared.
 * @param make throws NotComparable where they cannot
 */
export function orAbsent(rust: RustApiType, make: () => Pair): Pair {
  try {
    return make();
  } catch (thrown) {
    if (!(thrown instanceof NotComparable) || thrown.message.includes('mapping')) throw thrown;
    if (!isOptional(rust)) throw thrown;
    return { kind: 'absent', because: thrown.message };
  }
}

/** Whether `None` is a value of the type by itself: of a generic one nothing would tell the type. */
function isOptional(rust: RustApiType): boolean {
  const callback = callbackTypeOf(rust);
  if (rust.kind !== 'option' || callback === undefined) return false;
  return rust.of.kind !== 'callback' || callback.as === 'pointer';
}
