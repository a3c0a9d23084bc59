import type { ConditionalExpr, Expr } from '../../c/ir/ast.ts';
import type { State } from '../domain/state.ts';
import { constant, TOP_FACTS, type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { split, splitWithValue } from './conditions.ts';
import { convertValue } from './conversion.ts';

/** 0 or 1 by a condition, with both outcomes kept in mind until here. */
export function truthValue(interpreter: Interpreter, expr: Expr): Value {
  const [yes, no] = split(interpreter, expr);
  if (yes === undefined && no === undefined) {
    interpreter.reachable = false;
    return ZERO;
  }
  if (yes === undefined || no === undefined) {
    interpreter.state = yes ?? no ?? interpreter.state;
    return constant(yes === undefined ? 0 : 1);
  }
  interpreter.state = interpreter.joinAt([yes, no], expr);
  if (interpreter.state === yes) return constant(1);
  if (interpreter.state === no) return ZERO;
  return interpreter.fresh(expr, 'truth', { ...TOP_FACTS, lo: 0, hi: 1 });
}

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
