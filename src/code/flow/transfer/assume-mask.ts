import type { Expr } from '../../c/ir/ast.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import { withoutCasts } from '../../c/ir/without-casts.ts';
import { assumeNumbers } from '../domain/assume-numbers.ts';
import { assumePointers } from '../domain/assume-pointers.ts';
import type { State } from '../domain/state.ts';
import { type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { evaluateAgain } from './evaluate-again.ts';

/** A plain variable some bits of which a condition looks at. */
export interface MaskedValue {
  readonly value: Value;
  readonly isPointer: boolean;
}

/** The variable of `x & mask`, also of `(size_t)p & mask`; reading it again has no effect. */
export function maskedIn(interpreter: Interpreter, expr: Expr): MaskedValue | undefined {
  const inner = withoutCasts(expr);
  if (inner.kind !== 'binary' || inner.op !== '&') return undefined;
  const masked = withoutCasts(inner.left);
  if (masked.kind !== 'name') return undefined;
  const value = evaluateAgain(interpreter, masked);
  return value.root === 0 ? undefined : { value, isPointer: isPointerLike(masked.type) };
}

/** The state in which some of the bits are set, so that the value is not zero. */
export function assumeBits(
  state: State | undefined,
  { value, isPointer }: MaskedValue,
): State | undefined {
  if (state === undefined) return undefined;
  return isPointer
    ? assumePointers(state, '!=', value, ZERO)
    : assumeNumbers(state, '!=', value, ZERO, false);
}
