import type { CallExpr } from '../../c/ir/ast.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import { assumeNumbers } from '../domain/assume-numbers.ts';
import { assumePointers } from '../domain/assume-pointers.ts';
import type { CallEffects, ReturnCondition } from '../domain/function-summary.ts';
import { givenSigns, type Sign } from '../domain/result-sign.ts';
import type { State } from '../domain/state.ts';
import { type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** What a callee returns for other arguments alone it does not return here, such as -1 in `check(n, 0)`. */
export function excludeResults(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  result: Value,
  { parameters }: CallEffects,
): void {
  if (result.root === 0) return;
  const { state } = interpreter;
  for (const [index, value] of args.entries()) {
    const conditions = parameters[index]?.onResult;
    const type = expr.args[index]?.type;
    if (conditions === undefined || type === undefined || value.root === result.root) continue;
    const isPointer = isPointerLike(type);
    if (!isPointer && type.kind !== 'int') continue;
    for (const sign of givenSigns(conditions)) {
      const condition = conditions[sign];
      if (condition === undefined || mayMeet(state, value, condition, isPointer)) continue;
      excludeSign(state, result, sign, isPointerLike(expr.type));
    }
  }
}

function mayMeet(
  state: State,
  value: Value,
  condition: ReturnCondition,
  isPointer: boolean,
): boolean {
  const { mayBeNull, mayBeNonNull } = state.factsOfValue(value);
  if (isPointer)
    return (mayBeNull && condition.mayBeNull) || (mayBeNonNull && condition.mayBeNonNull);
  const { lo, hi } = state.range(value);
  const isZero = lo === 0 && hi === 0;
  return lo <= condition.hi && hi >= condition.lo && !(isZero && !condition.mayBeNull);
}

function excludeSign(state: State, result: Value, sign: Sign, isPointer: boolean): void {
  if (isPointer) {
    // Where only null is left, the condition under which the callee returns null says so.
    if (sign === 'zero') assumePointers(state, '!=', result, ZERO);
  } else {
    const op = sign === 'zero' ? '!=' : sign === 'negative' ? '>=' : '<=';
    assumeNumbers(state, op, result, ZERO, false);
  }
}
