import type { CallExpr, Expr, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { isPointerLike } from '../../../../code/c/ir/types.ts';
import {
  expressionsIn,
  partsOf,
  topLevelExpressions,
  variablesIn,
} from '../../../../code/c/ir/walk.ts';
import type { Taint } from '../../../../code/flow/domain/taint.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';
import { isReadHere, keptInRecord } from './untrusted.ts';

/** How sure a hit is for a number that the function itself reads from outside and never asks about. */
export const UNQUESTIONED = 0.93;

/**
 * Whether the function reads a number from outside and uses it without a question of any sort: no condition on the way mentions
 * the number, what it was computed from or what it was stored in, and no function of the project was told it. The author of the
 * input then chooses it freely, which is as certain as a `strcpy` of that input.
 */
export function isUnquestioned(taint: Taint | undefined, used: Expr, facts: Facts): boolean {
  if (!isReadHere(taint, facts) || keptInRecord(taint)) return false;
  const fn = facts.function;
  const from = originsOf(fn, used);
  const isLooped = (span: Expr): boolean =>
    fn.loops.some((loop) =>
      [span, used].every((each) => loop.start <= each.start && each.end <= loop.end),
    );
  // The condition that a number itself stands in is where it is used.
  const isAround = (span: Expr): boolean => span.start <= used.start && used.end <= span.end;
  const isOnTheWay = (span: Expr): boolean =>
    (span.start < used.start || isLooped(span)) && !isAround(span);
  for (const { end } of fn.blocks) {
    const asked =
      end.kind === 'branch' ? end.condition : end.kind === 'switch' ? end.value : undefined;
    if (asked !== undefined && isOnTheWay(asked) && mentions(asked, from)) return false;
  }
  return !fn.blocks.some((block) =>
    topLevelExpressions(block).some((expr) =>
      expressionsIn(expr).some(
        (part) => isOnTheWay(part) && (isQuestion(part, from) || isTold(part, from)),
      ),
    ),
  );
}

/** The variables in an expression, and those whose values went into them. */
function originsOf(fn: LoweredFunction, used: Expr): ReadonlySet<Variable> {
  const found = new Set(variablesIn(used));
  const flows: (readonly [to: Variable, from: readonly Variable[]])[] = [];
  for (const block of fn.blocks) {
    for (const step of block.steps)
      if (step.kind === 'declare' && step.init !== undefined)
        flows.push([step.variable, variablesIn(step.init)]);
    for (const expr of topLevelExpressions(block))
      for (const part of expressionsIn(expr))
        if (part.kind === 'assign')
          for (const to of variablesIn(part.target)) flows.push([to, variablesIn(part.value)]);
  }
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [to, from] of flows) if (found.has(to)) for (const each of from) found.add(each);
  }
  return found;
}

/** Whether `a && b` or `a ? b : c` in an expression asks. */
function isQuestion(part: Expr, from: ReadonlySet<Variable>): boolean {
  if (part.kind === 'conditional') return mentions(part.condition, from);
  return part.kind === 'binary' && /^(?:&&|\|\|)$/.test(part.op) && mentions(part.left, from);
}

/** Whether a function that may check it is told a number: one of the project, or a macro that is not expanded. */
function isTold(part: Expr, from: ReadonlySet<Variable>): boolean {
  if (part.kind !== 'call' || libraryModelOf(part.name) !== undefined) return false;
  return part.args.some((arg) => mentions(arg, from));
}

/**
 * Whether a condition asks about the value of one of the variables: not for a pointer that is null, nor for what a call
 * answers that reads into the variable.
 */
function mentions(expr: Expr, from: ReadonlySet<Variable>): boolean {
  if (expr.kind === 'address' || expr.kind === 'sizeof') return false;
  if (expr.kind === 'name')
    return expr.variable !== undefined && from.has(expr.variable) && !isPointerLike(expr.type);
  if (expr.kind === 'call' && isSource(expr)) return false;
  if (expr.kind === 'deref' || expr.kind === 'index')
    return variablesIn(expr).some((variable) => from.has(variable));
  if (expr.kind === 'call')
    return expr.args.some((arg) => variablesIn(arg).some((variable) => from.has(variable)));
  return partsOf(expr).some((part) => mentions(part, from));
}

/** Whether a call reads input, or makes numbers of a text. */
function isSource({ name }: CallExpr): boolean {
  const model = libraryModelOf(name);
  return (
    model !== undefined &&
    (model.scan !== undefined || model.writes?.some(({ taint }) => taint !== undefined) === true)
  );
}
