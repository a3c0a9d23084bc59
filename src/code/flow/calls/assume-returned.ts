import type { CallExpr } from '../../c/ir/ast.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import { assumeNumbers } from '../domain/assume-numbers.ts';
import { assumePointers } from '../domain/assume-pointers.ts';
import type { CallEffects, ReturnCondition } from '../domain/function-summary.ts';
import type { State } from '../domain/state.ts';
import { constant, type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** Behind a call, its arguments are such that the callee comes back. */
export function assumeReturned(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  { parameters }: CallEffects,
): void {
  for (const [index, value] of args.entries()) {
    const condition = parameters[index]?.onReturn;
    const type = expr.args[index]?.type;
    if (condition === undefined || type === undefined || value.root === 0) continue;
    const assumed = isPointerLike(type)
      ? withPointer(interpreter.state, value, condition)
      : type.kind === 'int'
        ? withNumber(interpreter.state, value, condition)
        : interpreter.state;
    if (assumed === undefined) {
      interpreter.reachable = false;
      return;
    }
    interpreter.state = assumed;
  }
}

function withPointer(
  state: State,
  value: Value,
  { mayBeNull, mayBeNonNull }: ReturnCondition,
): State | undefined {
  if (!mayBeNull) return assumePointers(state, '!=', value, ZERO);
  return mayBeNonNull ? state : assumePointers(state, '==', value, ZERO);
}

function withNumber(state: State, value: Value, condition: ReturnCondition): State | undefined {
  const { lo, hi, mayBeNull, checkedAbove, checkedBelow } = condition;
  let assumed: State | undefined = state;
  if (lo > state.range(value).lo) assumed = assumeNumbers(assumed, '>=', value, constant(lo), true);
  if (assumed !== undefined && hi < state.range(value).hi)
    assumed = assumeNumbers(assumed, '<=', value, constant(hi), true);
  if (assumed !== undefined && !mayBeNull)
    assumed = assumeNumbers(assumed, '!=', value, ZERO, true);
  if (assumed !== undefined && (checkedAbove || checkedBelow)) {
    const facts = assumed.facts(value.root);
    assumed.setFacts(value.root, {
      ...facts,
      checkedAbove: facts.checkedAbove || checkedAbove,
      checkedBelow: facts.checkedBelow || checkedBelow,
    });
  }
  return assumed;
}
