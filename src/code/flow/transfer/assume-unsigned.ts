import type { Expr } from '../../c/ir/ast.ts';
import { assumeNumbers } from '../domain/assume-numbers.ts';
import type { State } from '../domain/state.ts';
import { rangeOfType } from '../domain/typed-facts.ts';
import { constant, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { evaluateAgain } from './evaluate-again.ts';

/** A signed number that is compared as an unsigned one, for which a negative number is a huge one. */
export interface SignedOperand {
  readonly value: Value;
  /** The greatest number of its type: what is greater as an unsigned number is negative. */
  readonly max: number;
  /** How it is compared with what. */
  readonly op: string;
  readonly bound: Value;
}

/**
 * The signed number behind a side of a comparison: `i` in `(unsigned)i < 10`, or in `i < sizeof a`.
 * @param raw what the side is by itself
 * @param compared what is compared, in the common type of both sides
 * @returns the number, or none where nothing is to be learnt of it
 */
export function signedOperand(
  interpreter: Interpreter,
  expr: Expr,
  raw: Value,
  compared: Value,
  op: string,
  bound: Value,
): SignedOperand[] {
  const behind = behindCast(expr);
  if (behind === undefined && raw.root === compared.root) return [];
  const value = behind === undefined ? raw : evaluateAgain(interpreter, behind);
  if (value.root === 0 || value.scale !== 1 || interpreter.range(value).lo >= 0) return [];
  return [{ value, max: rangeOfType((behind ?? expr).type).hi, op, bound }];
}

/** The state in which such a relation holds: below a bound that is no huge number, nothing is negative. */
export function assumeUnsigned(
  state: State | undefined,
  op: string,
  { value, max, bound }: SignedOperand,
): State | undefined {
  if (state === undefined || !/^(?:<=?|==)$/.test(op) || state.range(bound).hi > max) return state;
  const above = assumeNumbers(state, '>=', value, constant(0), true);
  return above && assumeNumbers(above, op, value, bound, true);
}

/** The name of a signed number, or what a constant is added to, that a cast makes unsigned without cutting it. */
function behindCast(expr: Expr): Expr | undefined {
  if (expr.kind !== 'cast' || expr.type.kind !== 'int' || expr.type.signed) return undefined;
  const { operand } = expr;
  if (operand.type.kind !== 'int' || !operand.type.signed || operand.type.bits > expr.type.bits)
    return undefined;
  return isPlain(operand) ? operand : undefined;
}

/** Whether reading it once more has no effect. */
function isPlain(expr: Expr): boolean {
  if (expr.kind === 'binary')
    return /^[-+]$/.test(expr.op) && isPlain(expr.left) && isPlain(expr.right);
  return expr.kind === 'name' || expr.kind === 'number';
}
