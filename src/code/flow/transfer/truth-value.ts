import type { Expr } from '../../c/ir/ast.ts';
import { recordOutcomes } from '../calls/result-outcomes.ts';
import type { Outcome, ReturnCondition } from '../domain/function-summary.ts';
import { isSameCondition, linkToResult } from '../domain/outcomes.ts';
import type { State } from '../domain/state.ts';
import { constant, TOP_FACTS, type Value, ZERO } from '../domain/value.ts';
import type { ConditionalOutcome } from '../domain/value-numbering.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { split } from './conditions.ts';

/** The values in a condition of which its outcome may tell later. */
const MAX_OPERANDS = 4;

/** 0 or 1 by a condition, with both outcomes kept in mind until here; it tells later how the condition came out. */
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
  const told = outcomesOfOperands(interpreter, expr, yes, no);
  interpreter.state = interpreter.joinAt([yes, no], expr);
  if (interpreter.state === yes) return constant(1);
  if (interpreter.state === no) return ZERO;
  const value = interpreter.fresh(expr, 'truth', { ...TOP_FACTS, lo: 0, hi: 1 });
  recordOutcomes(
    interpreter,
    value,
    told.map(({ root, by }) => ({
      root,
      by,
      linkedBy: linkToResult(interpreter.state, value.root, root, by),
    })),
  );
  return value;
}

/** What the sides of a condition say of the variables in it. */
function outcomesOfOperands(
  interpreter: Interpreter,
  expr: Expr,
  yes: State,
  no: State,
): readonly Omit<ConditionalOutcome, 'linkedBy'>[] {
  const names: Expr[] = [];
  collectNames(expr, names);
  interpreter.state = yes;
  const roots = new Set(names.map((name) => interpreter.valueOf(name).root));
  roots.delete(0);
  return [...roots].flatMap((root) => {
    const [held, failed] = [yes.facts(root), no.facts(root)];
    if (isSameCondition(held, failed)) return [];
    return [
      { root, by: { negative: undefined, zero: outcomeOf(failed), positive: outcomeOf(held) } },
    ];
  });
}

function outcomeOf(facts: ReturnCondition): Outcome {
  const { lo, hi, mayBeNull, mayBeNonNull, checkedAbove, checkedBelow } = facts;
  return {
    lo,
    hi,
    mayBeNull,
    mayBeNonNull,
    checkedAbove,
    checkedBelow,
    allocated: true,
    isWritten: true,
  };
}

/** Finds the variables in a condition, and in what its calls are given. */
function collectNames(expr: Expr, names: Expr[]): void {
  if (names.length >= MAX_OPERANDS) return;
  switch (expr.kind) {
    case 'name':
      names.push(expr);
      break;
    case 'unary':
    case 'cast':
      collectNames(expr.operand, names);
      break;
    case 'binary':
      collectNames(expr.left, names);
      collectNames(expr.right, names);
      break;
    case 'call':
      for (const arg of expr.args) collectNames(arg, names);
      break;
    default:
      break;
  }
}
