import { successors } from '../../../../code/c/cfg/control-flow.ts';
import type { BasicBlock, Expr, Loop, Variable } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { AccessEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/**
 * The index that a write has in the last round of its loop, where it is certain to have it: the loop counts up to a number by
 * ones, has no other way out, and writes in every round. Undefined where any of that is not seen.
 */
export function indexOfLastRound(event: AccessEvent, facts: Facts): number | undefined {
  const { index, indexValue } = event;
  const counter = index && withoutCasts(index);
  if (!event.write || counter?.kind !== 'name' || indexValue === undefined) return undefined;
  const { variable } = counter;
  if (variable === undefined) return undefined;
  const { blocks, loops } = facts.function;
  const block = blocks.find((one) => writesIn(one, event.expr));
  const loop = loops.find(({ update }) => update !== undefined && isStepOf(update, variable));
  if (block === undefined || loop === undefined || !loop.body.includes(block.id)) return undefined;
  const last = lastIn(loop.condition, variable);
  const { lo, hi } = facts.range(indexValue);
  if (last === undefined || last !== hi || !Number.isFinite(lo)) return undefined;
  const body = blocks.filter(({ id }) => loop.body.includes(id));
  const isWhole = leavesAtItsHead(loop, body) && isChangedOnce(body, variable);
  return isWhole && isInEveryRound(block.id, loop, body) ? last : undefined;
}

/** Whether a block writes to an element whatever else its expressions come to. */
function writesIn({ steps }: BasicBlock, element: Expr): boolean {
  return steps.some(
    (step) => step.kind === 'eval' && step.expr.kind === 'assign' && step.expr.target === element,
  );
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
function lastIn(condition: Expr | undefined, variable: Variable): number | undefined {
  if (condition?.kind !== 'binary' || !isName(withoutCasts(condition.left), variable))
    return undefined;
  const limit = constantOf(condition.right);
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

/** Whether a variable is changed by the step of the loop alone, and its address is not taken. */
function isChangedOnce(body: readonly BasicBlock[], variable: Variable): boolean {
  const changes = expressionsOf(body).filter(
    (expr) =>
      (expr.kind === 'incdec' && isName(expr.operand, variable)) ||
      (expr.kind === 'assign' && isName(expr.target, variable)) ||
      (expr.kind === 'address' && isName(expr.operand, variable)),
  );
  return changes.length === 1;
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
