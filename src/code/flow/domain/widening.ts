import type { BasicBlock, Expr, LoweredFunction } from '../../c/ir/ast.ts';
import { constantOf } from '../../c/ir/constants.ts';
import { swappedRelation } from '../../c/ir/relations.ts';
import { withoutCasts } from '../../c/ir/without-casts.ts';

/** A widening operator: moves an end of a growing range to the next threshold, of which there are few. */
export type Widen = (value: number, up: boolean) => number;

/**
 * Widening to the constants that a function compares with, and to the lengths of its arrays. A
 * loop that goes up to `i != 8` leaves its body with 8 at most, one up to `i <= 8` with 9, and one
 * down to `i >= 8` with 7: no other values near 8 may stand in the way, for few are tried.
 */
export function thresholdsOf(fn: LoweredFunction): Widen {
  const ends: Thresholds = { up: new Set([-1, 0]), down: new Set([0, -1]) };
  for (const block of fn.blocks) {
    if (block.end.kind === 'branch') collectThresholds(block.end.condition, ends);
    for (const step of block.steps) {
      if (
        step.kind === 'declare' &&
        step.variable.type.kind === 'array' &&
        step.variable.type.length !== undefined
      )
        ends.up.add(step.variable.type.length);
    }
  }
  const up = [...ends.up].sort((a, b) => a - b);
  const down = [...ends.down].sort((a, b) => b - a);
  return (value, isUp) =>
    isUp
      ? (up.find((threshold) => threshold >= value) ?? Number.POSITIVE_INFINITY)
      : (down.find((threshold) => threshold <= value) ?? Number.NEGATIVE_INFINITY);
}

/**
 * The same for one loop: where it goes on until something equals a constant, nothing narrows the range again that has
 * once passed it, so that this constant is tried first. So are the last value of a counter below a constant, which
 * nothing narrows where something else is set to it, as in `if (score[i] > score[best]) best = i`, and that constant.
 * @param known what the loop goes on until something equals, where that is no constant in the text
 */
export function thresholdsAt(
  head: BasicBlock | undefined,
  widen: Widen,
  known: readonly number[] = [],
): Widen {
  const goals: Goals = { up: [...known], down: [...known] };
  if (head?.end.kind === 'branch') collectGoals(head.end.condition, goals);
  if (goals.up.length === 0 && goals.down.length === 0) return widen;
  goals.up.sort((a, b) => a - b);
  goals.down.sort((a, b) => b - a);
  return (value, up) =>
    (up ? goals.up.find((goal) => goal >= value) : goals.down.find((goal) => goal <= value)) ??
    widen(value, up);
}

interface Goals {
  readonly up: number[];
  readonly down: number[];
}

/** Finds the constants that something must not equal, or must stay below or above, for a condition to hold. */
function collectGoals(expr: Expr, goals: Goals): void {
  if (expr.kind !== 'binary') return;
  if (expr.op === '&&') {
    collectGoals(expr.left, goals);
    collectGoals(expr.right, goals);
    return;
  }
  const right = constantOf(expr.right);
  const goal = right ?? constantOf(expr.left);
  if (goal === undefined || isCharacter(right === undefined ? expr.right : expr.left)) return;
  const op = right === undefined ? swappedRelation(expr.op) : expr.op;
  if (op === '!=' || op === '<') goals.up.push(goal);
  if (op === '!=' || op === '>') goals.down.push(goal);
  if (op === '<') goals.up.push(goal - 1);
  if (op === '<=') goals.up.push(goal, goal + 1);
  if (op === '>') goals.down.push(goal + 1);
  if (op === '>=') goals.down.push(goal, goal - 1);
}

/** Whether a character of a text is compared, which counts nothing: `*at != ' '`. */
function isCharacter(expr: Expr): boolean {
  const { kind, type } = withoutCasts(expr);
  return (kind === 'deref' || kind === 'index') && type.kind === 'int' && type.bits === 8;
}

interface Thresholds {
  readonly up: Set<number>;
  readonly down: Set<number>;
}

/** Finds the constants in a condition. */
function collectThresholds(expr: Expr, ends: Thresholds): void {
  if (expr.kind === 'unary' || expr.kind === 'cast') collectThresholds(expr.operand, ends);
  if (expr.kind !== 'binary') return;
  const { op, left, right } = expr;
  if (/^[<>!=]=?$/.test(op)) {
    const above = constantOf(right);
    if (above !== undefined) addSideThresholds(op, left, above, ends);
    const below = constantOf(left);
    if (below !== undefined) addSideThresholds(swappedRelation(op), right, below, ends);
  }
  collectThresholds(left, ends);
  collectThresholds(right, ends);
}

/**
 * The ends of a side that is compared with a constant, and those of what it adds a constant to: behind
 * `n + 2 < 33`, `n` is below 31, and what the sum is kept in is 32 at most.
 */
function addSideThresholds(op: string, side: Expr, value: number, ends: Thresholds): void {
  addThresholds(op, value, ends);
  if (side.kind === 'cast') addSideThresholds(op, side.operand, value, ends);
  if (side.kind !== 'binary' || (side.op !== '+' && side.op !== '-')) return;
  const added = constantOf(side.right);
  if (added === undefined) return;
  ends.up.add(op === '<' || op === '>=' ? value - 1 : value);
  ends.down.add(op === '>' || op === '<=' ? value + 1 : value);
  addSideThresholds(op, side.left, side.op === '+' ? value - added : value + added, ends);
}

/** The ends to which a value goes that is compared with a constant, or with its opposite. */
function addThresholds(op: string, value: number, { up, down }: Thresholds): void {
  up.add(op === '<=' || op === '>' ? value + 1 : value);
  down.add(op === '>=' || op === '<' ? value - 1 : value);
}
