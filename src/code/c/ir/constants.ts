import type { Expr } from './ast.ts';
import { arithmeticType, type CType, UNKNOWN } from './types.ts';

/** Operators whose operands are not brought to one type. */
const UNCONVERTED: ReadonlySet<string> = new Set(['<<', '>>', '&&', '||', ',']);

/** The values of names in an expression that are constants to who asks. */
type NamedValue = (expr: Expr & { readonly kind: 'name' }) => number | undefined;

/** C's constant expressions name no variables. */
const NONE: NamedValue = () => undefined;

/** The value of a constant integer expression, or undefined. */
export function constantOf(expr: Expr, named: NamedValue = NONE): number | undefined {
  switch (expr.kind) {
    case 'number':
      return expr.value;
    case 'name':
      return named(expr);
    case 'sizeof':
      return expr.size;
    case 'cast':
      return wrapToType(expr.type, constantOf(expr.operand, named));
    case 'unary': {
      const value = constantOf(expr.operand, named);
      return value === undefined ? undefined : wrapToType(expr.type, applyUnary(expr.op, value));
    }
    case 'binary': {
      const type = UNCONVERTED.has(expr.op)
        ? UNKNOWN
        : arithmeticType(expr.left.type, expr.right.type);
      const left = wrapToType(type, constantOf(expr.left, named));
      if (expr.op === '&&' && left === 0) return 0;
      if (expr.op === '||' && left !== undefined && left !== 0) return 1;
      const right = wrapToType(type, constantOf(expr.right, named));
      if (left === undefined || right === undefined) return undefined;
      const result = applyBinary(expr.op, left, right);
      // Of a product past 2^53 the low digits are lost, and a narrow type keeps only those.
      const lost = result !== undefined && Math.abs(result) > Number.MAX_SAFE_INTEGER;
      const narrow = expr.type.kind === 'int' && expr.type.bits < 64;
      return lost && narrow ? undefined : wrapToType(expr.type, result);
    }
    case 'conditional': {
      const condition = constantOf(expr.condition, named);
      if (condition === undefined) return undefined;
      const chosen = expr.then === undefined ? condition : constantOf(expr.then, named);
      return wrapToType(expr.type, condition === 0 ? constantOf(expr.otherwise, named) : chosen);
    }
    default:
      return undefined;
  }
}

/** As `constantOf`, where constant variables stand for the numbers that their declarations give them. */
export function knownNumber(expr: Expr): number | undefined {
  return constantOf(expr, ({ variable }) => variable?.value);
}

/** What `Variable.value` is of a declaration: a number where it makes a constant of an integer type. */
export function constantValue(
  constant: boolean,
  type: CType,
  init: Expr | undefined,
): { readonly value?: number } {
  if (!constant || type.kind !== 'int' || init === undefined) return {};
  const value = wrapToType(type, knownNumber(init));
  return value === undefined ? {} : { value };
}

/** A number as an integer type holds it, modulo its width; past 2^53 it is left as it is. */
export function wrapToType(type: CType, value: number): number;
export function wrapToType(type: CType, value: number | undefined): number | undefined;
export function wrapToType(type: CType, value: number | undefined): number | undefined {
  if (value === undefined || type.kind !== 'int') return value;
  if (type.boolean === true) return value === 0 ? 0 : 1;
  const whole = Math.trunc(value);
  if (!Number.isSafeInteger(whole)) return value;
  const { bits, signed } = type;
  if (bits >= 32 && whole > 0 && whole < 2 ** 31) return whole;
  return Number(signed ? BigInt.asIntN(bits, BigInt(whole)) : BigInt.asUintN(bits, BigInt(whole)));
}

export function applyUnary(op: string, value: number): number | undefined {
  if (op === '-') return -value;
  if (op === '+') return value;
  if (op === '!') return value === 0 ? 1 : 0;
  if (op === '~') return Number.isSafeInteger(value) ? -1 - value : undefined;
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
