import type { Expr } from './ast.ts';

/** The value of a constant integer expression, or undefined. */
export function constantOf(expr: Expr): number | undefined {
  switch (expr.kind) {
    case 'number':
      return expr.value;
    case 'sizeof':
      return expr.size;
    case 'cast':
      return constantOf(expr.operand);
    case 'unary': {
      const value = constantOf(expr.operand);
      return value === undefined ? undefined : applyUnary(expr.op, value);
    }
    case 'binary': {
      const left = constantOf(expr.left);
      const right = constantOf(expr.right);
      return left === undefined || right === undefined
        ? undefined
        : applyBinary(expr.op, left, right);
    }
    case 'conditional': {
      const condition = constantOf(expr.condition);
      if (condition === undefined) return undefined;
      if (condition === 0) return constantOf(expr.otherwise);
      return expr.then === undefined ? condition : constantOf(expr.then);
    }
    default:
      return undefined;
  }
}

export function applyUnary(op: string, value: number): number | undefined {
  if (op === '-') return -value;
  if (op === '+') return value;
  if (op === '!') return value === 0 ? 1 : 0;
  if (op === '~') return Math.abs(value) < 2 ** 31 ? ~value : undefined;
  return undefined;
}

/** C's arithmetic on integers that fit a double; undefined on division by zero. */
export function applyBinary(op: string, left: number, right: number): number | undefined {
  const truth = (value: boolean): number => (value ? 1 : 0);
  switch (op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? undefined : truncated(left / right, left, right);
    case '%':
      return right === 0 ? undefined : left % right;
    case '<<':
      return right >= 0 && right < 64 ? left * 2 ** right : undefined;
    case '>>':
      return right >= 0 && right < 64 ? Math.floor(left / 2 ** right) : undefined;
    case '==':
      return truth(left === right);
    case '!=':
      return truth(left !== right);
    case '<':
      return truth(left < right);
    case '>':
      return truth(left > right);
    case '<=':
      return truth(left <= right);
    case '>=':
      return truth(left >= right);
    case '&&':
      return truth(left !== 0 && right !== 0);
    case '||':
      return truth(left !== 0 || right !== 0);
    case '&':
    case '|':
    case '^':
      return bitwise(op, left, right);
    default:
      return undefined;
  }
}

function truncated(quotient: number, left: number, right: number): number {
  return Number.isInteger(left) && Number.isInteger(right) ? Math.trunc(quotient) : quotient;
}

function bitwise(op: '&' | '|' | '^', left: number, right: number): number | undefined {
  if (!Number.isSafeInteger(left) || !Number.isSafeInteger(right)) return undefined;
  const a = BigInt(left);
  const b = BigInt(right);
  return Number(op === '&' ? a & b : op === '|' ? a | b : a ^ b);
}
