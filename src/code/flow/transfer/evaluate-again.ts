import type { Expr } from '../../c/ir/ast.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** The value of an expression without effects that is evaluated elsewhere as well: the rules hear of it once. */
export function evaluateAgain(interpreter: Interpreter, expr: Expr): Value {
  const { listener } = interpreter;
  interpreter.listener = undefined;
  const value = interpreter.evaluate(expr);
  interpreter.listener = listener;
  return value;
}
