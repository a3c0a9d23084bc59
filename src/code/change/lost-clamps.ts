import type { AssignExpr, Expr, LoweredFunction, Span } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { accessPaths, valuePaths } from './access-paths.ts';
import type { FunctionPair } from './function-pairs.ts';
import { lesserOfTwo } from './lesser-of-two.ts';
import { isMovedOut } from './moved-code.ts';
import { isNearby, isTakenAway, isWritten } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A number that base kept at most as large as a limit by taking the lesser of both, and head takes as it is. */
export interface LostClamp {
  /** `n = min(n, limit)`, or the value of a declaration, in base. */
  readonly clamp: Expr;
  readonly place: string;
  /** What stands for it in head: the assignment of the number alone; undefined where nothing does. */
  readonly now: Span | undefined;
}

interface Given {
  readonly place: string;
  readonly value: Expr;
  readonly span: Expr;
}

/** The limits that a change takes off numbers which a function still has. */
export function lostClamps(change: UnitChange, { base, head }: FunctionPair): LostClamp[] {
  const clamped = givenIn(base).filter(
    ({ span, value }) => isTakenAway(change, span) && lesserOfTwo(value) !== undefined,
  );
  if (clamped.length === 0) return [];
  const now = givenIn(head);
  const left = new Set(expressionsOf(head.blocks).flatMap((expr) => [...accessPaths(expr)]));
  const written = namesWritten(change, head);
  return clamped.flatMap(({ place, value, span }): LostClamp[] => {
    const [first, second] = lesserOfTwo(value) ?? [];
    if (first === undefined || second === undefined || !left.has(place)) return [];
    if (isMovedOut(change, span, head)) return [];
    const newly = now.filter((one) => one.place === place && isWritten(change, one.span));
    const parts = [first, second].filter((part) => knownNumber(part) === undefined);
    const raw = newly.find(
      (one) =>
        isNearby(change, span, one.span) &&
        parts.some((part) => expressionText(part) === expressionText(one.value)),
    );
    const isOfItself = parts.some((part) => expressionText(part) === place);
    if (raw === undefined && (!isOfItself || newly.length > 0)) return [];
    const own =
      raw === undefined ? new Set([place]) : valuePaths(raw.value).union(new Set([place]));
    if (written.some((names) => !names.isDisjointFrom(own))) return [];
    return [{ clamp: span, place, now: raw?.span }];
  });
}

/** What a function gives its numbers. */
function givenIn({ blocks }: LoweredFunction): Given[] {
  const assigned = expressionsOf(blocks)
    .filter((expr): expr is AssignExpr => expr.kind === 'assign' && expr.op === '=')
    .map((expr) => ({ place: expressionText(expr.target), value: expr.value, span: expr }));
  const declared = blocks.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'declare' && step.init !== undefined
        ? { place: step.variable.name, value: step.init, span: step.init }
        : [],
    ),
  );
  return [...assigned, ...declared].filter(({ value }) => value.type.kind !== 'float');
}

/** What each comparison that the change wrote, and each lesser of two, is of. */
function namesWritten(change: UnitChange, head: LoweredFunction): ReadonlySet<string>[] {
  const limits = expressionsOf(head.blocks).filter((expr) => lesserOfTwo(expr) !== undefined);
  return [...testsOf(head), ...limits]
    .filter((expr) => isWritten(change, expr))
    .map((expr) => new Set(expressionsIn(expr).map(expressionText)));
}
