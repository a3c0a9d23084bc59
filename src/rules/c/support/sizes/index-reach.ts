import type { BinaryExpr, Expr, Variable } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { AccessEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';
import type { EventKind } from '../../../basis.ts';

/**
 * What is seen where the greatest number that an index may be lies past the end. That it can be so
 * large is certain where the function compares it with a number, as the end of a loop does; else the
 * range is what is left when paths are joined and what the code knows of the number is not understood.
 * @param room how many elements the object has, where that is no number
 */
export function eventOfReach(event: AccessEvent, facts: Facts, room: Value | undefined): EventKind {
  const { index, indexValue } = event;
  if (index === undefined || indexValue === undefined) return 'definite';
  const { hi } = facts.range(indexValue);
  // As many as it was asked for is what a call gives when there is enough.
  if (isFullCount(indexValue, facts) || isReducedTo(index, hi)) return 'definite';
  if (room !== undefined && isComparedWithRoom(index, facts, room) && !isStrided(event, facts))
    return 'definite';
  if (isTopOfNarrow(hi)) return 'type-range';
  return isComparedWith(facts, hi) && !isStrided(event, facts) ? 'definite' : 'may';
}

/** Whether an index is reduced on the spot to what may be so great: `% 11` or `& 15`. */
function isReducedTo(index: Expr, hi: number): boolean {
  const inner = withoutCasts(index);
  if (inner.kind !== 'binary') return false;
  const number = constantOf(inner.right);
  return (inner.op === '%' && number === hi + 1) || (inner.op === '&' && number === hi);
}

/** Whether a number is what a call gave back, and may be as great as its argument says: what `read` has read. */
function isFullCount(index: Value, facts: Facts): boolean {
  if (index.root === 0 || index.scale !== 1) return false;
  const result = libraryModelOf(facts.factsOf(index).from)?.result;
  return result?.kind === 'integer' && result.atMost !== undefined;
}

/** Whether a function compares something with a number, or the one beside it, or a variable or a sum of such that holds it. */
function isComparedWith(facts: Facts, number: number): boolean {
  const isLimit = (part: Expr): boolean => {
    const limit = constantOf(part);
    if (limit !== undefined) return Math.abs(limit - number) <= 1;
    if (!isOfVariables(part)) return false;
    const { lo, hi } = facts.range(facts.valueOf(part));
    return lo === hi && Math.abs(hi - number) <= 1;
  };
  for (const part of expressionsOf(facts.function.blocks)) {
    if (part.kind !== 'binary' || !/^(?:[<>]=?|[!=]=)$/.test(part.op)) continue;
    if (isLimit(withoutCasts(part.left)) || isLimit(withoutCasts(part.right))) return true;
  }
  return false;
}

/** Whether a condition compares an index with the number of elements, or the one beside it: `i <= n` where `n` were allocated. */
function isComparedWithRoom(index: Expr, facts: Facts, room: Value): boolean {
  const inner = withoutCasts(index);
  if (inner.kind !== 'name') return false;
  const isLimit = (part: Expr): boolean => {
    if (part.kind !== 'call' && !isOfVariables(part)) return false;
    const limit = facts.valueOf(part);
    return (
      limit.root === room.root && limit.scale === room.scale && Math.abs(limit.add - room.add) <= 1
    );
  };
  const isIndex = (part: Expr): boolean => part.kind === 'name' && part.variable === inner.variable;
  return expressionsOf(facts.function.blocks).some((part) => {
    if (part.kind !== 'binary' || !/^(?:[<>]=?|!=)$/.test(part.op)) return false;
    const [left, right] = [withoutCasts(part.left), withoutCasts(part.right)];
    return (isIndex(left) && isLimit(right)) || (isIndex(right) && isLimit(left));
  });
}

function isOfVariables(part: Expr): boolean {
  if (part.kind === 'binary' && /^[-+]$/.test(part.op))
    return [part.left, part.right].every(
      (side) => constantOf(side) !== undefined || isOfVariables(withoutCasts(side)),
    );
  return part.kind === 'name' && part.variable !== undefined;
}

/**
 * Whether the function moves an index by more than one at a time, or more than once in a round of a
 * loop: not every number of its range is met, and the greatest perhaps is not.
 */
export function isStrided({ index }: AccessEvent, { function: fn }: Facts): boolean {
  if (index === undefined) return false;
  const variables = new Set<Variable>();
  for (const part of expressionsIn(index))
    if (part.kind === 'name' && part.variable !== undefined) variables.add(part.variable);
  const moves = new Set<string>();
  for (const part of expressionsOf(fn.blocks)) {
    const moved = movedBy(part);
    if (moved === undefined || !variables.has(moved.variable)) continue;
    if (moved.by !== 1) return true;
    const around = fn.loops.filter((loop) => loop.start <= part.start && part.end <= loop.end);
    const innermost = Math.max(-1, ...around.map(({ start }) => start));
    const move = `${moved.variable.id} ${innermost}`;
    if (innermost >= 0 && moves.has(move)) return true;
    moves.add(move);
  }
  return false;
}

/** The variable that an expression moves, and by how much; by 0 where that is no constant. */
function movedBy(part: Expr): { variable: Variable; by: number } | undefined {
  const target =
    part.kind === 'incdec' ? part.operand : part.kind === 'assign' ? part.target : undefined;
  if (target?.kind !== 'name' || target.variable === undefined) return undefined;
  const { variable } = target;
  if (part.kind === 'incdec') return { variable, by: 1 };
  if (part.kind !== 'assign' || !/^[-+*]=$|^<<=$/.test(part.op)) return undefined;
  const by = part.op === '+=' || part.op === '-=' ? constantOf(part.value) : undefined;
  return { variable, by: Math.abs(by ?? 0) };
}

/** The greatest number of one or two bytes, or the one below it, which often means none. */
function isTopOfNarrow(hi: number): boolean {
  return [7, 8, 15, 16].some((bits) => hi === 2 ** bits - 1 || hi === 2 ** bits - 2);
}

/** Whether nothing but the type of one or two bytes bounds the index from above. */
export function isTopOfType({ index, indexValue }: AccessEvent, facts: Facts): boolean {
  const top = index === undefined ? undefined : topOfType(index);
  return top !== undefined && indexValue !== undefined && facts.range(indexValue).hi >= top;
}

function topOfType(index: Expr): number | undefined {
  const { type } = index;
  if (index.kind === 'binary') return topOfOperation(index);
  if (type.kind !== 'int' || type.bits > 16) return undefined;
  return 2 ** (type.signed ? type.bits - 1 : type.bits) - 1;
}

/** The same of a type's top with which constants are reckoned, such as `x >> 5` and `x + 1`. */
function topOfOperation({ op, left, right }: BinaryExpr): number | undefined {
  const number = constantOf(right) ?? (op === '+' ? constantOf(left) : undefined);
  const operand = constantOf(right) === undefined ? right : left;
  const top = topOfType(withoutCasts(operand));
  if (top === undefined || number === undefined) return undefined;
  switch (op) {
    case '+':
      return top + number;
    case '-':
      return top - number;
    case '*':
      return top * number;
    case '/':
      return Math.floor(top / number);
    case '>>':
      return Math.floor(top / 2 ** number);
    default:
      return undefined;
  }
}
