import type { Expr } from '../../c/ir/ast.ts';
import { withoutCasts } from '../../c/ir/without-casts.ts';
import type { State } from '../domain/state.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { evaluateAgain } from './evaluate-again.ts';

/** The two numbers whose difference is compared. */
export interface Difference {
  readonly from: Value;
  readonly taken: Value;
  /** Whether `from - taken` is what it is in mathematics: an unsigned difference may have wrapped. */
  readonly isExact: boolean;
}

/** The operands of `a - b`, where both are plain variables, so that reading them again has no effect. */
export function differenceIn(interpreter: Interpreter, expr: Expr): Difference | undefined {
  const inner = withoutCasts(expr);
  if (inner.kind !== 'binary' || inner.op !== '-' || inner.type.kind !== 'int') return undefined;
  const { left, right } = inner;
  if (![left, right].every((part) => part.kind === 'name' && part.type.kind === 'int'))
    return undefined;
  const from = evaluateAgain(interpreter, left);
  const taken = evaluateAgain(interpreter, right);
  if (from.scale !== 1 || taken.scale !== 1) return undefined;
  return { from, taken, isExact: inner.type.signed || interpreter.state.atMost(taken, from) };
}

/** What `from - taken OP bound` says of the two numbers in the state where it holds. */
export function assumeDifference(
  state: State | undefined,
  op: string,
  { from, taken, isExact }: Difference,
  bound: Value,
): void {
  if (state === undefined || !isExact) return;
  const { lo, hi } = state.range(bound);
  const atMost = op === '<' ? hi - 1 : op === '<=' || op === '==' ? hi : Number.POSITIVE_INFINITY;
  const atLeast = op === '>' ? lo + 1 : op === '>=' || op === '==' ? lo : Number.NEGATIVE_INFINITY;
  if (Number.isFinite(atMost))
    state.constrain(from.root, taken.root, atMost - from.add + taken.add);
  if (Number.isFinite(atLeast))
    state.constrain(taken.root, from.root, -atLeast + from.add - taken.add);
}
