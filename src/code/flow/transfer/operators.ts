import type { BinaryExpr, UnaryExpr } from '../../c/ir/ast.ts';
import { factsOfType, rangeOfType } from '../domain/typed-facts.ts';
import { times, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { applyOperator } from './arithmetic.ts';
import { extraction } from './extraction.ts';
import { truthValue } from './truth-value.ts';

/** The value of `-x`, `~x` and their like. */
export function unary(interpreter: Interpreter, expr: UnaryExpr): Value {
  if (expr.op === '!') return truthValue(interpreter, expr);
  const value = interpreter.evaluate(expr.operand);
  if (expr.op === '+') return value;
  if (expr.op === '-') {
    const range = interpreter.range(value);
    const type = rangeOfType(expr.type);
    if (-range.lo <= type.hi && -range.hi >= type.lo) return times(value, -1);
    return interpreter.fresh(expr, 'negated', {
      ...factsOfType(expr.type),
      taint: interpreter.taint(value),
      from: interpreter.factsOf(value).from,
    });
  }
  const facts = interpreter.factsOf(value);
  return interpreter.fresh(expr, 'complement', { ...factsOfType(expr.type), taint: facts.taint });
}

/** The value of an operation with two operands. */
export function binary(interpreter: Interpreter, expr: BinaryExpr): Value {
  switch (expr.op) {
    case ',':
      interpreter.evaluateForEffect(expr.left);
      return interpreter.evaluate(expr.right);
    case '&&':
    case '||':
    case '==':
    case '!=':
    case '<':
    case '>':
    case '<=':
    case '>=':
      return truthValue(interpreter, expr);
    default: {
      const read = extraction(interpreter, expr);
      if (read !== undefined) return read;
      const left = interpreter.evaluate(expr.left);
      const right = interpreter.evaluate(expr.right);
      return applyOperator(interpreter, expr, expr.op, expr.left, expr.right, left, right);
    }
  }
}
