import type { Expr } from '../c/ast.ts';
import { isPointerLike } from '../c/types.ts';
import type { Evaluator } from './evaluator.ts';
import type { State } from './state.ts';
import { type RootFacts, type Value, ZERO } from './value.ts';

type Split = [State | undefined, State | undefined];

const NEGATION: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};
const MIRROR: Readonly<Record<string, string>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

/** Splits a state by a condition, learning on each side what the condition says. */
export class Conditions {
  private readonly evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.evaluator = evaluator;
  }

  /** The states where the condition is true and where it is false; the current state is used up. */
  split(condition: Expr): Split {
    const { evaluator } = this;
    switch (condition.kind) {
      case 'unary':
        if (condition.op === '!') {
          const [yes, no] = this.split(condition.operand);
          return [no, yes];
        }
        break;
      case 'binary':
        if (condition.op === '&&') return this.conjunction(condition.left, condition.right);
        if (condition.op === '||') return this.disjunction(condition.left, condition.right);
        if (condition.op in NEGATION)
          return this.comparison(condition.op, condition.left, condition.right);
        if (condition.op === ',') {
          evaluator.run(condition.left);
          return this.split(condition.right);
        }
        break;
      case 'cast':
        if (condition.operand.type.kind !== 'float') return this.split(condition.operand);
        break;
      case 'call':
        if (
          condition.name === '__builtin_expect' ||
          condition.name === 'likely' ||
          condition.name === 'unlikely'
        ) {
          const first = condition.args[0];
          if (first !== undefined) return this.split(first);
        }
        break;
      default:
        break;
    }
    const value = evaluator.evaluate(condition);
    if (!evaluator.reachable) return [undefined, undefined];
    return this.compare('!=', value, ZERO, isPointerLike(condition.type), false);
  }

  private conjunction(left: Expr, right: Expr): Split {
    const { evaluator } = this;
    const [leftYes, leftNo] = this.split(left);
    if (leftYes === undefined) return [undefined, leftNo];
    evaluator.state = leftYes;
    evaluator.reachable = true;
    const [yes, rightNo] = this.split(right);
    return [yes, this.meet(leftNo, rightNo, left)];
  }

  private disjunction(left: Expr, right: Expr): Split {
    const { evaluator } = this;
    const [leftYes, leftNo] = this.split(left);
    if (leftNo === undefined) return [leftYes, undefined];
    evaluator.state = leftNo;
    evaluator.reachable = true;
    const [rightYes, no] = this.split(right);
    return [this.meet(leftYes, rightYes, left), no];
  }

  private meet(a: State | undefined, b: State | undefined, key: Expr): State | undefined {
    if (a === undefined || b === undefined) return a ?? b;
    return this.evaluator.joined([a, b], key);
  }

  private comparison(op: string, leftExpr: Expr, rightExpr: Expr): Split {
    const { evaluator } = this;
    const leftRaw = evaluator.evaluate(leftExpr);
    const rightRaw = evaluator.evaluate(rightExpr);
    if (!evaluator.reachable) return [undefined, undefined];
    const pointers = isPointerLike(leftExpr.type) || isPointerLike(rightExpr.type);
    const [left, right] = pointers
      ? [leftRaw, rightRaw]
      : this.commonType(leftExpr, rightExpr, leftRaw, rightRaw);
    return this.compare(op, left, right, pointers, true);
  }

  /** A signed operand beside an unsigned one is compared as unsigned. */
  private commonType(leftExpr: Expr, rightExpr: Expr, left: Value, right: Value): [Value, Value] {
    const { evaluator } = this;
    const a = leftExpr.type;
    const b = rightExpr.type;
    if (a.kind !== 'int' || b.kind !== 'int') return [left, right];
    const bits = Math.max(32, a.bits, b.bits);
    const unsigned = (!a.signed && a.bits === bits) || (!b.signed && b.bits === bits);
    if (!unsigned) return [left, right];
    const type = { kind: 'int' as const, bits, signed: false };
    const listener = evaluator.listener;
    evaluator.listener = undefined;
    const convert = (expr: Expr, value: Value): Value =>
      expr.type.kind === 'int' && expr.type.signed && evaluator.range(value).lo < 0
        ? evaluator.converted(expr, expr.type, type, value)
        : value;
    const both: [Value, Value] = [convert(leftExpr, left), convert(rightExpr, right)];
    evaluator.listener = listener;
    // When a conversion made a new root, what is learnt of it says nothing of the original below zero.
    for (const [before, after] of [
      [left, both[0]],
      [right, both[1]],
    ] as const) {
      if (before.root !== after.root) this.noteCheck(before);
    }
    return both;
  }

  private noteCheck(value: Value): void {
    if (value.root === 0) return;
    const { state } = this.evaluator;
    const facts = state.facts(value.root);
    state.setFacts(value.root, { ...facts, checkedAbove: true });
  }

  /** Splits the current state by a relation between two values. */
  compare(op: string, left: Value, right: Value, pointers: boolean, explicit: boolean): Split {
    const { state, ids } = this.evaluator;
    // Intermediate results are not part of a state: what the first side learns of them must not bind the second.
    const before = [left.root, right.root].map((root) => [root, ids.scratch.get(root)] as const);
    const yes = this.assume(state.copy(), op, left, right, pointers, explicit);
    for (const [root, facts] of before) if (facts !== undefined) ids.scratch.set(root, facts);
    const no = this.assume(state, NEGATION[op] ?? '!=', left, right, pointers, explicit);
    return [yes, no];
  }

  /** The state in which a relation holds, or undefined if it cannot. */
  private assume(
    state: State,
    op: string,
    left: Value,
    right: Value,
    pointers: boolean,
    explicit: boolean,
  ): State | undefined {
    if (pointers) return this.assumePointers(state, op, left, right);
    const a = state.range(left);
    const b = state.range(right);
    switch (op) {
      case '==': {
        if (a.lo > b.hi || b.lo > a.hi) return undefined;
        if (left.root === right.root && left.scale === right.scale)
          return left.add === right.add ? state : undefined;
        const lo = Math.max(a.lo, b.lo);
        const hi = Math.min(a.hi, b.hi);
        this.narrow(state, left, lo, hi, explicit);
        this.narrow(state, right, lo, hi, explicit);
        this.relate(state, left, right, 0);
        this.relate(state, right, left, 0);
        return state;
      }
      case '!=': {
        if (a.lo === a.hi && b.lo === b.hi && a.lo === b.lo) return undefined;
        if (left.root === right.root && left.scale === right.scale && left.add === right.add)
          return undefined;
        if (b.lo === b.hi) this.exclude(state, left, b.lo);
        if (a.lo === a.hi) this.exclude(state, right, a.lo);
        // a <= b and a != b give a < b.
        if (state.atMost(left, right)) this.relate(state, left, right, -1);
        if (state.atMost(right, left)) this.relate(state, right, left, -1);
        return state;
      }
      case '<':
        return this.assumeLess(state, left, right, 1, explicit);
      case '<=':
        return this.assumeLess(state, left, right, 0, explicit);
      default:
        return this.assumeLess(state, right, left, MIRROR[op] === '<' ? 1 : 0, explicit);
    }
  }

  /** left + gap <= right. */
  private assumeLess(
    state: State,
    left: Value,
    right: Value,
    gap: number,
    explicit: boolean,
  ): State | undefined {
    const a = state.range(left);
    const b = state.range(right);
    if (a.lo + gap > b.hi) return undefined;
    if (state.upperDifference(right, left) < gap) return undefined;
    this.narrow(state, left, Number.NEGATIVE_INFINITY, b.hi - gap, explicit);
    this.narrow(state, right, a.lo + gap, Number.POSITIVE_INFINITY, explicit);
    this.relate(state, left, right, -gap);
    if (explicit) {
      this.mark(state, left, 'checkedAbove');
      this.mark(state, right, 'checkedBelow');
    }
    return state;
  }

  private mark(state: State, value: Value, what: 'checkedAbove' | 'checkedBelow'): void {
    if (value.root === 0) return;
    const facts = state.facts(value.root);
    const flag = value.scale > 0 ? what : what === 'checkedAbove' ? 'checkedBelow' : 'checkedAbove';
    if (!facts[flag]) state.setFacts(value.root, { ...facts, [flag]: true });
  }

  private relate(state: State, left: Value, right: Value, difference: number): void {
    if (left.scale === 1 && right.scale === 1) {
      state.constrain(left.root, right.root, difference - left.add + right.add);
    }
  }

  private narrow(state: State, value: Value, lo: number, hi: number, explicit: boolean): void {
    if (value.root === 0 || value.scale === 0) return;
    const facts = state.facts(value.root);
    const ends = [(lo - value.add) / value.scale, (hi - value.add) / value.scale];
    const low = Math.ceil(Math.min(...ends));
    const high = Math.floor(Math.max(...ends));
    const next: RootFacts = {
      ...facts,
      lo: Number.isNaN(low) ? facts.lo : Math.max(facts.lo, low),
      hi: Number.isNaN(high) ? facts.hi : Math.min(facts.hi, high),
      checkedAbove: facts.checkedAbove || (explicit && Number.isFinite(high)),
      checkedBelow: facts.checkedBelow || (explicit && Number.isFinite(low)),
    };
    state.setFacts(value.root, next.lo <= next.hi ? next : facts);
    if (next.hi < 0 && facts.hi >= 0) this.failed(state, facts);
    if (next.hi < 0 && next.lo <= next.hi) this.setAbsent(state, facts);
  }

  /** A descriptor that is negative was never opened: there is nothing to give back. */
  private setAbsent(state: State, facts: RootFacts): void {
    const [target, ...others] = facts.targets;
    const object = target === undefined ? undefined : state.object(target.object);
    if (object?.kind !== 'resource' || others.length > 0 || object.state !== 'live') return;
    if (object.name === facts.from) state.setObject({ ...object, state: 'gone' });
  }

  /** value != n cuts n off where it is an end of the range. */
  private exclude(state: State, value: Value, n: number): void {
    if (value.root === 0) return;
    const { lo, hi } = state.range(value);
    if (lo === n) this.narrow(state, value, n + 1, hi, false);
    else if (hi === n) this.narrow(state, value, lo, n - 1, false);
    if (n === 0 && value.add === 0) {
      const facts = state.facts(value.root);
      if (facts.mayBeNull) state.setFacts(value.root, { ...facts, mayBeNull: false });
    }
  }

  private assumePointers(state: State, op: string, left: Value, right: Value): State | undefined {
    const zero = (value: Value): boolean => value.root === 0 && value.add === 0;
    if (zero(right) || zero(left)) return this.assumeNull(state, op, zero(right) ? left : right);
    // `p == end` and `p < end` on pointers into one object relate their offsets.
    const a = state.facts(left.root).targets[0];
    const b = state.facts(right.root).targets[0];
    if (op === '==' && left.root !== 0 && right.root !== 0) {
      const nonNull = !state.facts(left.root).mayBeNull || !state.facts(right.root).mayBeNull;
      if (nonNull) {
        this.setNull(state, left.root, false);
        this.setNull(state, right.root, false);
      }
    }
    if (op === '==' && this.cannotMeet(state, left, right)) return undefined;
    if (op === '==' && (this.isAlone(state, left, right) || this.isAlone(state, right, left)))
      return undefined;
    if (a === undefined || b === undefined || a.object !== b.object) return state;
    const from = { ...a.offset, add: a.offset.add + left.add };
    const to = { ...b.offset, add: b.offset.add + right.add };
    return this.assume(state, op, from, to, false, true);
  }

  /** What was allocated here and never left cannot be what another pointer points to. */
  private cannotMeet(state: State, left: Value, right: Value): boolean {
    if (left.root === 0 || right.root === 0 || left.root === right.root) return false;
    const a = state.facts(left.root);
    const b = state.facts(right.root);
    const isOwn = (facts: RootFacts, other: RootFacts): boolean =>
      facts.targets.length === 1 &&
      facts.targets.every(({ object }) => {
        const known = state.object(object);
        const fresh = known?.family !== undefined && !known.escaped;
        return fresh && !other.targets.some((target) => target.object === object);
      });
    return (isOwn(a, b) && !b.mayBeNull) || (isOwn(b, a) && !a.mayBeNull);
  }

  /** What was just allocated or opened, and is known to nobody else, equals no other pointer. */
  private isAlone(state: State, value: Value, other: Value): boolean {
    if (value.root === 0 || other.root === 0 || value.root === other.root) return false;
    const facts = state.facts(value.root);
    const [target, ...more] = facts.targets;
    const object = target === undefined ? undefined : state.object(target.object);
    if (object === undefined || more.length > 0 || facts.mayBeNull || object.escaped) return false;
    if (object.kind !== 'heap' && object.kind !== 'resource') return false;
    const others = state.facts(other.root).targets;
    return others.length > 0 && others.every((one) => one.object !== object.id);
  }

  private assumeNull(state: State, op: string, pointer: Value): State | undefined {
    const isNull = op === '==' || op === '<=';
    if (pointer.root === 0) return (pointer.add === 0) === isNull ? state : undefined;
    const facts = state.facts(pointer.root);
    if (isNull ? !facts.mayBeNull : !facts.mayBeNonNull) return undefined;
    this.setNull(state, pointer.root, isNull);
    if (isNull) {
      this.failed(state, facts);
    }
    return state;
  }

  /** The allocation failed: there is nothing to give back. */
  private failed(state: State, facts: RootFacts): void {
    const [target, ...others] = facts.targets;
    const object = target === undefined ? undefined : state.object(target.object);
    if (object?.state !== 'live' || object.family === undefined || others.length > 0) return;
    if (object.name === facts.from) state.setObject({ ...object, state: 'gone' });
  }

  private setNull(state: State, root: number, isNull: boolean): void {
    const facts = state.facts(root);
    const nullOrigin = isNull
      ? (facts.nullOrigin ?? { kind: 'compared', what: '', step: undefined })
      : undefined;
    // A null pointer points nowhere.
    const range = isNull ? { lo: 0, hi: 0, targets: [] } : {};
    state.setFacts(root, {
      ...facts,
      ...range,
      mayBeNull: isNull,
      mayBeNonNull: !isNull,
      nullOrigin,
    });
  }
}
