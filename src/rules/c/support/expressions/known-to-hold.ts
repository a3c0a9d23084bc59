import type {
  CallExpr,
  Expr,
  LoweredFunction,
  StringExpr,
  Variable,
} from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';
import { sameExpression } from './same-expression.ts';

/**
 * Whether a function has something to go by that a text holds what is searched for in it: a condition before asks a function
 * about the text, as `if (strncmp(line, "key=", 4) != 0) return;` does, or what is searched for was put there.
 * @param variable what the text is reached through
 */
export function isKnownToHold(fn: LoweredFunction, search: CallExpr, variable: Variable): boolean {
  const isOfText = (part: Expr): boolean => part.kind === 'name' && part.variable === variable;
  const mentions = (expr: Expr): boolean => expressionsIn(expr).some(isOfText);
  const asks = (condition: Expr): boolean =>
    expressionsIn(condition).some(
      (part) =>
        part.kind === 'call' &&
        part !== search &&
        part.args.some((arg, index) => !isWritten(part, index) && mentions(arg)),
    );
  for (const { end } of fn.blocks)
    if (end.kind === 'branch' && end.condition.start < search.start && asks(end.condition))
      return true;
  const sought = soughtBy(search);
  return expressionsOf(fn.blocks).some((part) => {
    if (part.start >= search.start) return false;
    if (part.kind === 'conditional') return asks(part.condition);
    if (part.kind === 'binary') return /^(?:&&|\|\|)$/.test(part.op) && asks(part.left);
    if ((part.kind !== 'call' && part.kind !== 'assign') || part.end > search.start) return false;
    return mentions(part) && expressionsIn(part).some((inner) => holds(inner, sought));
  });
}

/** Whether a condition before a place asks a function about a text, other than how long it is. */
export function isAskedAbout(fn: LoweredFunction, text: Variable, before: number): boolean {
  const isAsking = (part: Expr): boolean =>
    part.kind === 'call' &&
    part.name !== 'strlen' &&
    part.args.some((arg) => {
      const given = withoutCasts(arg);
      return given.kind === 'name' && given.variable === text;
    });
  return fn.blocks.some(
    ({ end }) =>
      end.kind === 'branch' &&
      end.condition.start < before &&
      expressionsIn(end.condition).some(isAsking),
  );
}

/**
 * Whether a function has called something before with all that a search is given: it may have put there what is sought, or
 * asked whether it is there.
 */
export function isAskedBefore(fn: LoweredFunction, search: CallExpr): boolean {
  const given = search.args.map(withoutCasts);
  return expressionsOf(fn.blocks).some((part) => {
    if (part.kind !== 'call' || part === search || part.start >= search.start) return false;
    // A library function knows nothing of what the project looks for.
    if (libraryModelOf(part.name) !== undefined) return false;
    return given.every((arg) =>
      part.args.some((other) => sameExpression(withoutCasts(other), arg)),
    );
  });
}

/** Whether a call fills an argument, as `fgets` does, rather than asking about it. */
function isWritten(call: CallExpr, index: number): boolean {
  return libraryModelOf(call.name)?.writes?.some(({ arg }) => arg === index) === true;
}

/** The character or text that a call searches for, where it is written in the call. */
export function soughtBy(search: CallExpr): string | undefined {
  const [, given] = search.args;
  if (given === undefined) return undefined;
  const literal = stringIn(given);
  if (literal !== undefined) return literal.value;
  const character = constantOf(given);
  return character === undefined ? undefined : String.fromCharCode(character & 0xff);
}

function stringIn(expr: Expr): StringExpr | undefined {
  const inner = withoutCasts(expr);
  return inner.kind === 'string' ? inner : undefined;
}

/** Whether a literal holds what is searched for, or is it. */
function holds(part: Expr, sought: string | undefined): boolean {
  if (sought === undefined || sought === '') return false;
  if (part.kind === 'string') return part.value.includes(sought);
  return part.kind === 'number' && sought === String.fromCharCode(part.value & 0xff);
}
