import type { BinaryExpr, CallExpr, ConditionalExpr, Expr } from '../../c/ir/ast.ts';
import { constantOf } from '../../c/ir/constants.ts';
import { isRelation, negatedRelation, swappedRelation } from '../../c/ir/relations.ts';
import { isTruth } from '../../c/ir/truth.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import { assumeNumbers } from '../domain/assume-numbers.ts';
import { assumePointers } from '../domain/assume-pointers.ts';
import { isDecided, type SignedCondition, withDecided } from '../domain/decided-conditions.ts';
import type { State } from '../domain/state.ts';
import { constant, type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { assumeDifference, differenceIn } from './assume-difference.ts';
import { assumeBits, type MaskedValue, maskedIn } from './assume-mask.ts';
import { assumeUnsigned, signedOperand } from './assume-unsigned.ts';
import { compareFloats } from './compare-floats.ts';
import { comparisonForm, conjunctionForm } from './condition-form.ts';
import { convertValue } from './conversion.ts';

/** The states where a condition is true and where it is false; undefined where that cannot be. */
export type Split = [State | undefined, State | undefined];

/** The sides of a condition, and its number, where that says more than the facts of the sides do. */
interface Sides {
  readonly yes: State | undefined;
  readonly no: State | undefined;
  readonly form: SignedCondition | undefined;
}

/** The states where the condition is true and where it is false; the current state is used up. */
export function split(interpreter: Interpreter, condition: Expr): Split {
  const { yes, no } = sidesOf(interpreter, condition, false);
  return [yes, no];
}

/**
 * A condition whose value is wanted too, as in `a ?: b`, evaluated once.
 *
 * @returns the states as `split` gives them, and the value tested, which is not zero in the first
 */
export function splitWithValue(
  interpreter: Interpreter,
  condition: Expr,
): { readonly sides: Split; readonly tested: Value } {
  const masked = maskedIn(interpreter, condition);
  const value = interpreter.evaluate(condition);
  if (!interpreter.reachable) return { sides: [undefined, undefined], tested: value };
  const { yes, no } = sidesOfValue(interpreter, condition, value, masked, false);
  return { sides: [yes, no], tested: value };
}

/** Splits by a condition. @param isPart whether it is a part of another one, so that its number is wanted in any case */
function sidesOf(interpreter: Interpreter, condition: Expr, isPart: boolean): Sides {
  switch (condition.kind) {
    case 'unary':
      if (condition.op === '!') return negated(sidesOf(interpreter, condition.operand, isPart));
      break;
    case 'binary':
      if (condition.op === '&&') return conjunction(interpreter, condition.left, condition.right);
      if (condition.op === '||') return disjunction(interpreter, condition.left, condition.right);
      if (isRelation(condition.op)) {
        const tested = testedTruth(condition);
        if (tested !== undefined) {
          const sides = sidesOf(interpreter, tested.truth, isPart);
          return tested.isNegated ? negated(sides) : sides;
        }
        return comparison(interpreter, condition.op, condition.left, condition.right, isPart);
      }
      if (condition.op === ',') {
        interpreter.evaluateForEffect(condition.left);
        return sidesOf(interpreter, condition.right, isPart);
      }
      break;
    case 'cast':
      if (condition.operand.type.kind !== 'float')
        return sidesOf(interpreter, condition.operand, isPart);
      break;
    case 'call':
      if (
        condition.name === '__builtin_expect' ||
        condition.name === 'likely' ||
        condition.name === 'unlikely'
      ) {
        const first = condition.args[0];
        if (first !== undefined) return sidesOf(interpreter, first, isPart);
      }
      {
        const meaning = interpreter.unit.computing.inlined(condition);
        if (meaning !== undefined) return sidesOfMeaning(interpreter, condition, meaning, isPart);
      }
      break;
    case 'conditional':
      if (condition.type.kind !== 'float') return alternatives(interpreter, condition);
      break;
    default:
      break;
  }
  const masked = maskedIn(interpreter, condition);
  const value = interpreter.evaluate(condition);
  if (!interpreter.reachable) return UNREACHABLE;
  return sidesOfValue(interpreter, condition, value, masked, isPart);
}

/** Splits by `a ? b : c`: where `a` is true, by `b`. */
function alternatives(
  interpreter: Interpreter,
  { condition, then, otherwise }: ConditionalExpr,
): Sides {
  if (then === undefined) return disjunction(interpreter, condition, otherwise);
  if (constantOf(otherwise) === 0) return conjunction(interpreter, condition, then);
  const asked = sidesOf(interpreter, condition, true);
  const one = sidesFrom(interpreter, asked.yes, then);
  const other = sidesFrom(interpreter, asked.no, otherwise);
  return {
    yes: joinSides(interpreter, one.yes, other.yes, condition),
    no: joinSides(interpreter, one.no, other.no, then),
    form: undefined,
  };
}

/** The sides of a condition that is asked in a state. */
function sidesFrom(interpreter: Interpreter, state: State | undefined, condition: Expr): Sides {
  if (state === undefined) return UNREACHABLE;
  interpreter.state = state;
  interpreter.reachable = true;
  return sidesOf(interpreter, condition, true);
}

/** Splits by what a call computes, which the rules hear of as a call. */
function sidesOfMeaning(
  interpreter: Interpreter,
  call: CallExpr,
  meaning: Expr,
  isPart: boolean,
): Sides {
  interpreter.evaluate(call);
  if (!interpreter.reachable) return UNREACHABLE;
  const { listener } = interpreter;
  interpreter.listener = undefined;
  const sides = sidesOf(interpreter, meaning, isPart);
  interpreter.listener = listener;
  return sides;
}

/** The condition whose outcome a comparison asks for, such as `p == q` in `(p == q) != 0`, and whether for its contrary. */
function testedTruth({
  op,
  left,
  right,
}: BinaryExpr): { readonly truth: Expr; readonly isNegated: boolean } | undefined {
  if (op !== '==' && op !== '!=') return undefined;
  const [truth, number] = isTruth(left) ? [left, right] : [right, left];
  const value = constantOf(number);
  if (!isTruth(truth) || (value !== 0 && value !== 1)) return undefined;
  return { truth, isNegated: (op === '==') === (value === 0) };
}

/** Splits by whether the value of a condition is zero. */
function sidesOfValue(
  interpreter: Interpreter,
  condition: Expr,
  value: Value,
  masked: MaskedValue | undefined,
  isPart: boolean,
): Sides {
  const form = comparisonForm(
    interpreter,
    '!=',
    { expr: condition, value },
    { expr: undefined, value: ZERO },
    isPart,
  );
  const [yes, no] = compare(
    interpreter,
    '!=',
    value,
    ZERO,
    isPointer(interpreter, condition, value),
    false,
  );
  return decide({ yes: masked === undefined ? yes : assumeBits(yes, masked), no, form });
}

/** Whether a value is one, by its type or, where the header of that is not there, by what it points to. */
function isPointer({ state }: Interpreter, { type }: Expr, { root }: Value): boolean {
  if (isPointerLike(type)) return true;
  return type.kind === 'unknown' && root !== 0 && state.facts(root).targets.length > 0;
}

const UNREACHABLE: Sides = { yes: undefined, no: undefined, form: undefined };

function negated({ yes, no, form }: Sides): Sides {
  return { yes: no, no: yes, form: form === undefined ? undefined : -form };
}

/** What the path has decided before holds; what it decides now is remembered. */
function decide(sides: Sides): Sides {
  const { yes, no, form } = sides;
  if (form === undefined) return sides;
  if (yes !== undefined && isDecided(yes.decided, form) === false)
    return { ...sides, yes: undefined };
  if (no !== undefined && isDecided(no.decided, form) === true) return { ...sides, no: undefined };
  if (yes !== undefined && no !== undefined) {
    yes.decided = withDecided(yes.decided, form, true);
    no.decided = withDecided(no.decided, form, false);
  }
  return sides;
}

/** The right side is evaluated where the left one is true. */
function conjunction(interpreter: Interpreter, leftExpr: Expr, rightExpr: Expr): Sides {
  const left = sidesOf(interpreter, leftExpr, true);
  if (left.yes === undefined) return { yes: undefined, no: left.no, form: undefined };
  interpreter.state = left.yes;
  interpreter.reachable = true;
  const right = sidesOf(interpreter, rightExpr, true);
  return decide({
    yes: right.yes,
    no: joinSides(interpreter, left.no, right.no, leftExpr),
    form: conjunctionForm(interpreter, left.form, right.form),
  });
}

/** The right side is evaluated where the left one is false: `!(!a && !b)`. */
function disjunction(interpreter: Interpreter, leftExpr: Expr, rightExpr: Expr): Sides {
  const left = negated(sidesOf(interpreter, leftExpr, true));
  if (left.yes === undefined) return { yes: left.no, no: undefined, form: undefined };
  interpreter.state = left.yes;
  interpreter.reachable = true;
  const right = negated(sidesOf(interpreter, rightExpr, true));
  return negated(
    decide({
      yes: right.yes,
      no: joinSides(interpreter, left.no, right.no, leftExpr),
      form: conjunctionForm(interpreter, left.form, right.form),
    }),
  );
}

/** One state where either outcome of a part leads to the same side. */
function joinSides(
  interpreter: Interpreter,
  a: State | undefined,
  b: State | undefined,
  key: Expr,
): State | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return interpreter.joinAt([a, b], key);
}

/** Both sides are evaluated, and compared in their common type. */
function comparison(
  interpreter: Interpreter,
  op: string,
  leftExpr: Expr,
  rightExpr: Expr,
  isPart: boolean,
): Sides {
  const difference = differenceIn(interpreter, leftExpr);
  const masked = maskedIn(interpreter, leftExpr);
  const leftRaw = interpreter.evaluate(leftExpr);
  const rightRaw = interpreter.evaluate(rightExpr);
  if (!interpreter.reachable) return UNREACHABLE;
  const pointers = isPointerLike(leftExpr.type) || isPointerLike(rightExpr.type);
  if (leftExpr.type.kind === 'float' || rightExpr.type.kind === 'float') {
    const [yes, no] = compareFloats(interpreter.state, op, leftRaw, rightRaw);
    return { yes, no, form: undefined };
  }
  const [left, right] = pointers
    ? [leftRaw, rightRaw]
    : commonType(interpreter, leftExpr, rightExpr, leftRaw, rightRaw);
  const form = comparisonForm(
    interpreter,
    op,
    { expr: leftExpr, value: left },
    { expr: rightExpr, value: right },
    isPart,
  );
  const unsigned = pointers
    ? []
    : [
        ...signedOperand(interpreter, leftExpr, leftRaw, left, op, right),
        ...signedOperand(interpreter, rightExpr, rightRaw, right, swappedRelation(op), left),
      ];
  let [yes, no] = compare(interpreter, op, left, right, pointers, true);
  for (const compared of unsigned) {
    yes = assumeUnsigned(yes, compared.op, compared);
    no = assumeUnsigned(no, negatedRelation(compared.op), compared);
  }
  if (masked !== undefined && right.root === 0 && right.add === 0) {
    if (op === '!=') yes = assumeBits(yes, masked);
    else if (op === '==') no = assumeBits(no, masked);
  }
  if (difference !== undefined) {
    assumeDifference(yes, op, difference, right);
    assumeDifference(no, negatedRelation(op), difference, right);
  }
  return decide({ yes, no, form });
}

/** A signed operand beside an unsigned one is compared as unsigned. */
function commonType(
  interpreter: Interpreter,
  leftExpr: Expr,
  rightExpr: Expr,
  left: Value,
  right: Value,
): [Value, Value] {
  const a = leftExpr.type;
  const b = rightExpr.type;
  if (a.kind !== 'int' || b.kind !== 'int') return [left, right];
  const bits = Math.max(32, a.bits, b.bits);
  const unsigned = (!a.signed && a.bits === bits) || (!b.signed && b.bits === bits);
  if (!unsigned) return [left, right];
  const type = { kind: 'int' as const, bits, signed: false };
  const listener = interpreter.listener;
  interpreter.listener = undefined;
  const convert = (expr: Expr, value: Value): Value =>
    expr.type.kind === 'int' && expr.type.signed && interpreter.range(value).lo < 0
      ? convertValue(interpreter, expr, expr.type, type, value)
      : value;
  const both: [Value, Value] = [convert(leftExpr, left), convert(rightExpr, right)];
  interpreter.listener = listener;
  // When a conversion made a new root, what is learnt of it says nothing of the original below zero.
  for (const [before, after] of [
    [left, both[0]],
    [right, both[1]],
  ] as const) {
    if (before.root !== after.root) markCheckedAbove(interpreter, before);
  }
  return both;
}

/** Records that a comparison bounds a value from above, though its limit is not known. */
function markCheckedAbove(interpreter: Interpreter, value: Value): void {
  if (value.root === 0) return;
  const { state } = interpreter;
  const facts = state.facts(value.root);
  state.setFacts(value.root, { ...facts, checkedAbove: true });
}

/** Splits the current state by a relation between two values. */
function compare(
  interpreter: Interpreter,
  op: string,
  left: Value,
  right: Value,
  pointers: boolean,
  explicit: boolean,
): Split {
  const { state, ids } = interpreter;
  // Intermediate results are not part of a state: what the first side learns of them must not bind the second.
  const before = [left.root, right.root].map((root) => [root, ids.scratch.get(root)] as const);
  const yes = assume(state.copy(), op, left, right, pointers, explicit);
  for (const [root, facts] of before) if (facts !== undefined) ids.scratch.set(root, facts);
  const no = assume(state, negatedRelation(op), left, right, pointers, explicit);
  return [yes, no];
}

/** The states where a value is a constant and where it is not; the current state is used up. */
export function equalTo(
  interpreter: Interpreter,
  value: Value,
  number: number,
): [State | undefined, State | undefined] {
  return compare(interpreter, '==', value, constant(number), false, true);
}

/** The states where a number lies between two others, both included, and where it does not. */
export function between(
  state: State,
  value: Value,
  low: number,
  high: number,
): [State | undefined, State | undefined] {
  const { lo, hi } = state.range(value);
  const cut = (from: State | undefined, op: string, end: number): State | undefined =>
    from && assumeNumbers(from, op, value, constant(end), true);
  const inside = cut(cut(state.copy(), '>=', low), '<=', high);
  if (lo >= low) return [inside, cut(state.copy(), '>', high)];
  return [inside, hi <= high ? cut(state.copy(), '<', low) : state.copy()];
}

/** The state in which a relation holds, or undefined if it cannot. */
function assume(
  state: State,
  op: string,
  left: Value,
  right: Value,
  pointers: boolean,
  explicit: boolean,
): State | undefined {
  return pointers
    ? assumePointers(state, op, left, right)
    : assumeNumbers(state, op, left, right, explicit);
}
