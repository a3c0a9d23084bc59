import type { BasicBlock, Expr, Loop, LoweredFunction, Variable } from '../ir/ast.ts';
import { constantOf } from '../ir/constants.ts';
import { alwaysEvaluatedIn, expressionsOf, topLevelExpressions } from '../ir/walk.ts';
import { withoutCasts } from '../ir/without-casts.ts';
import { successors } from './control-flow.ts';

/**
 * The index that an element has in the last round of its loop, where it is certain to be read or written then: the loop counts up
 * to a number by ones, has no other way out, and comes to the element in every round. Undefined where any of that is not seen.
 * @param element the expression that is read or written
 * @param index its index
 * @param most the greatest number that the index may be there
 * @param numberOf the number that an expression is there, where it is one in all rounds
 */
export function indexOfLastRound(
  { blocks, loops }: LoweredFunction,
  element: Expr,
  index: Expr,
  most: number,
  numberOf: (expr: Expr) => number | undefined,
): number | undefined {
  const inner = withoutCasts(index);
  // Behind `a[i++]` the counter is one more than the index was.
  const counter = inner.kind === 'incdec' && !inner.prefix ? withoutCasts(inner.operand) : inner;
  if (counter.kind !== 'name' || counter.variable === undefined) return undefined;
  const { variable } = counter;
  for (const loop of loops) {
    if (element.start < loop.start || loop.end < element.end) continue;
    if (lastIn(loop.condition, variable, numberOf) !== most) continue;
    const body = blocks.filter(({ id }) => loop.body.includes(id));
    const block = body.find((one) => reaches(one, element));
    if (block === undefined || !leavesAtItsHead(loop, body)) return undefined;
    if (!isSteppedOnce(loop, body, variable)) return undefined;
    return isInEveryRound(block.id, loop, body) ? most : undefined;
  }
  return undefined;
}

/** Whether a block comes to an element whatever its expressions come to. */
function reaches(block: BasicBlock, element: Expr): boolean {
  return topLevelExpressions(block).some((expr) => [...alwaysEvaluatedIn(expr)].includes(element));
}

/** Whether an expression adds one to a variable. */
function isStepOf(expr: Expr, variable: Variable): boolean {
  if (expr.kind === 'incdec') return expr.op === '++' && isName(expr.operand, variable);
  return (
    expr.kind === 'assign' &&
    expr.op === '+=' &&
    isName(expr.target, variable) &&
    constantOf(expr.value) === 1
  );
}

function isName(expr: Expr, variable: Variable): boolean {
  return expr.kind === 'name' && expr.variable === variable;
}

/** The greatest number with which a loop goes on. */
function lastIn(
  condition: Expr | undefined,
  variable: Variable,
  numberOf: (expr: Expr) => number | undefined,
): number | undefined {
  if (condition?.kind !== 'binary' || !isName(withoutCasts(condition.left), variable))
    return undefined;
  const limit = constantOf(condition.right) ?? numberOf(condition.right);
  if (limit === undefined || !/^(?:<=?|!=)$/.test(condition.op)) return undefined;
  return condition.op === '<=' ? limit : limit - 1;
}

/** Whether nothing but the condition of a loop ends it. */
function leavesAtItsHead({ header, body: inside }: Loop, body: readonly BasicBlock[]): boolean {
  return body.every(({ id, end }) => {
    const next = successors(end);
    if (next.length === 0) return false;
    return id === header || next.every((to) => inside.includes(to));
  });
}

/** Whether a variable is changed by a step of one in each round alone, and its address is not taken. */
function isSteppedOnce(loop: Loop, body: readonly BasicBlock[], variable: Variable): boolean {
  const changes = expressionsOf(body).filter(
    (expr) =>
      (expr.kind === 'incdec' && isName(expr.operand, variable)) ||
      (expr.kind === 'assign' && isName(expr.target, variable)) ||
      (expr.kind === 'address' && isName(expr.operand, variable)),
  );
  const [step] = changes;
  if (step === undefined || changes.length > 1 || !isStepOf(step, variable)) return false;
  const block = body.find((one) => reaches(one, step));
  return block !== undefined && isInEveryRound(block.id, loop, body);
}

/** Whether no way from the head of a loop back to it leads past a block. */
function isInEveryRound(block: number, loop: Loop, body: readonly BasicBlock[]): boolean {
  const ends = new Map(body.map(({ id, end }) => [id, successors(end)]));
  const open = (ends.get(loop.header) ?? []).filter((id) => loop.body.includes(id));
  const seen = new Set([block]);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === loop.header) return false;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(ends.get(id) ?? []));
  }
  return true;
}
