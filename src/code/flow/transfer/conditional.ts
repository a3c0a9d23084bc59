import type { ConditionalExpr } from '../../c/ir/ast.ts';
import type { State } from '../domain/state.ts';
import { type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { split, splitWithValue } from './conditions.ts';
import { convertValue } from './conversion.ts';

/** The value of `condition ? a : b`, each branch evaluated where the condition allows it. */
export function conditional(interpreter: Interpreter, expr: ConditionalExpr): Value {
  // In `a ?: b` the condition is the first branch, and is evaluated once.
  const { sides, tested } =
    expr.then === undefined
      ? splitWithValue(interpreter, expr.condition)
      : { sides: split(interpreter, expr.condition), tested: undefined };
  const [yes, no] = sides;
  const results: { state: State; value: Value }[] = [];
  for (const [state, branch, known] of [
    [yes, expr.then ?? expr.condition, tested],
    [no, expr.otherwise, undefined],
  ] as const) {
    if (state === undefined) continue;
    interpreter.state = state;
    interpreter.reachable = true;
    const value = known ?? interpreter.evaluate(branch);
    if (interpreter.reachable) {
      const { listener } = interpreter;
      interpreter.listener = undefined;
      results.push({
        value: convertValue(interpreter, branch, branch.type, expr.type, value),
        state: interpreter.state,
      });
      interpreter.listener = listener;
    }
  }
  const [first, second] = results;
  if (first === undefined) {
    interpreter.reachable = false;
    return ZERO;
  }
  interpreter.reachable = true;
  if (second === undefined) {
    interpreter.state = first.state;
    return first.value;
  }
  const cell = interpreter.ids.cell(interpreter.ids.root(expr, 'choice'), '');
  first.state.set(cell, first.value);
  second.state.set(cell, second.value);
  interpreter.state = interpreter.joinAt([first.state, second.state], expr);
  const value = interpreter.state.get(cell) ?? interpreter.unknown(expr);
  interpreter.state.remove(cell);
  return value;
}
