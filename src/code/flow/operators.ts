import type { BinaryExpr, UnaryExpr } from '../c/ast.ts';
import { operate } from './arithmetic.ts';
import { truth } from './choice.ts';
import type { Machine } from './machine.ts';
import { factsOfType, rangeOfType } from './typed-facts.ts';
import { times, type Value } from './value.ts';

/** The value of `-x`, `~x` and their like. */
export function unary(machine: Machine, expr: UnaryExpr): Value {
  if (expr.op === '!') return truth(machine, expr);
  const value = machine.evaluate(expr.operand);
  if (expr.op === '+') return value;
  if (expr.op === '-') {
    const range = machine.range(value);
    const type = rangeOfType(expr.type);
    if (-range.lo <= type.hi && -range.hi >= type.lo) return times(value, -1);
    return machine.fresh(expr, 'negated', {
      ...factsOfType(expr.type),
      taint: machine.taint(value),
      from: machine.of(value).from,
    });
  }
  const facts = machine.of(value);
  return machine.fresh(expr, 'complement', { ...factsOfType(expr.type), taint: facts.taint });
}

/** The value of an operation with two operands. */
export function binary(machine: Machine, expr: BinaryExpr): Value {
  switch (expr.op) {
    case ',':
      machine.run(expr.left);
      return machine.evaluate(expr.right);
    case '&&':
    case '||':
    case '==':
    case '!=':
    case '<':
    case '>':
    case '<=':
    case '>=':
      return truth(machine, expr);
    default: {
      const left = machine.evaluate(expr.left);
      const right = machine.evaluate(expr.right);
      return operate(machine, expr, expr.op, expr.left, expr.right, left, right);
    }
  }
}
