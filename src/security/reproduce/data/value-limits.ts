import type { Expr, Variable } from '../../../code/c/ir/ast.ts';
import { isPointerLike } from '../../../code/c/ir/types.ts';
import { expressionsIn } from '../../../code/c/ir/walk.ts';
import { intersection, limitsOfType, type NumberLimits } from './data-input.ts';

/** Whether a variable stands in an expression. */
export function mentions(expr: Expr, variable: Variable): boolean {
  return expressionsIn(expr).some((part) => part.kind === 'name' && part.variable === variable);
}

/** The number that an expression states; undefined where it is none. */
export function statedNumber(expr: Expr): bigint | undefined {
  if (expr.kind === 'cast') return statedNumber(expr.operand);
  if (expr.kind === 'unary' && expr.op === '-') {
    const number = statedNumber(expr.operand);
    return number === undefined ? undefined : -number;
  }
  const value =
    expr.kind === 'number' ? expr.value : expr.kind === 'sizeof' ? expr.size : undefined;
  return value !== undefined && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

/** The variable that an expression is, through conversions that the limits say to change no value. */
export function plainVariable(
  expr: Expr,
): { readonly variable: Variable; readonly limits: NumberLimits | undefined } | undefined {
  if (expr.kind === 'name') {
    if (expr.variable === undefined) return undefined;
    const { type } = expr.variable;
    return {
      variable: expr.variable,
      limits: type.kind === 'int' ? limitsOfType(type) : undefined,
    };
  }
  if (expr.kind !== 'cast') return undefined;
  const inner = plainVariable(expr.operand);
  if (inner === undefined) return undefined;
  if (expr.type.kind === 'int' && inner.limits !== undefined) {
    return { ...inner, limits: intersection(inner.limits, limitsOfType(expr.type)) };
  }
  return isPointerLike(expr.type) && inner.limits === undefined ? inner : undefined;
}

/**
 * What a condition leaves of a variable's values where it came out in one way: all of them go on. Undefined where that
 * cannot be said, such as where the condition is about something else as well.
 */
export function limitsBehind(
  condition: Expr,
  cameOut: boolean,
  variable: Variable,
  limits: NumberLimits,
): NumberLimits | undefined {
  if (!mentions(condition, variable)) return limits;
  if (condition.kind === 'cast' && condition.operand.kind !== 'name') {
    return limitsBehind(condition.operand, cameOut, variable, limits);
  }
  if (condition.kind === 'unary' && condition.op === '!') {
    return limitsBehind(condition.operand, !cameOut, variable, limits);
  }
  if (condition.kind === 'binary' && (condition.op === '&&' || condition.op === '||')) {
    // Only where both parts are known to have come out so.
    if ((condition.op === '&&') !== cameOut) return undefined;
    const left = limitsBehind(condition.left, cameOut, variable, limits);
    return left && limitsBehind(condition.right, cameOut, variable, left);
  }
  if (condition.kind === 'binary') {
    const { left, op, right } = condition;
    if (mentions(right, variable)) return compared(right, MIRRORED[op] ?? '', left);
    return compared(left, op, right);
  }
  return compared(condition, '!=', undefined);

  /** @param other zero where it is missing */
  function compared(side: Expr, op: string, other: Expr | undefined): NumberLimits | undefined {
    const own = plainVariable(side);
    const number = other === undefined ? 0n : statedNumber(other);
    const holds = cameOut ? op : OPPOSITE[op];
    if (own?.variable !== variable || number === undefined || holds === undefined) return undefined;
    if (isPointerLike(variable.type)) return number === 0n && holds === '!=' ? limits : undefined;
    if (own.limits === undefined) return undefined;
    // What a conversion would change is left out, so that the comparison is that of the numbers.
    const isUnsigned = other?.type.kind === 'int' && !other.type.signed && other.type.bits >= 32;
    const least = isUnsigned && own.limits.least < 0n ? 0n : own.limits.least;
    const allowed = intersection(limits, { ...own.limits, least });
    return narrowed(allowed, holds, number);
  }
}

function narrowed(limits: NumberLimits, op: string, number: bigint): NumberLimits | undefined {
  const all = { least: limits.least, most: limits.most, excluded: [] };
  switch (op) {
    case '<':
      return intersection(limits, { ...all, most: number - 1n });
    case '<=':
      return intersection(limits, { ...all, most: number });
    case '>':
      return intersection(limits, { ...all, least: number + 1n });
    case '>=':
      return intersection(limits, { ...all, least: number });
    case '==':
      return intersection(limits, { least: number, most: number, excluded: [] });
    case '!=':
      return intersection(limits, { ...all, excluded: [number] });
    default:
      return undefined;
  }
}

const OPPOSITE: Readonly<Record<string, string>> = {
  ...{ '<': '>=', '<=': '>', '>': '<=', '>=': '<', '==': '!=', '!=': '==' },
};
const MIRRORED: Readonly<Record<string, string>> = {
  ...{ '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' },
};
