import type { BinaryExpr, Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsIn } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import { isFormattedLength } from '../../../../code/flow/calls/formatted-output.ts';
import type { Taint } from '../../../../code/flow/domain/taint.ts';
import { isExternal } from '../../../../code/flow/domain/taint.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import type { EventKind } from '../../../basis.ts';
import { sameExpression } from '../expressions/same-expression.ts';
import { eventOf, isCheckedAbove, keptInRecord, MAX_KEPT } from '../expressions/untrusted.ts';

/** A number of bytes that a text decides, and not the memory that they are written to. */
export interface MeasuredLength {
  /** Where the text comes from. */
  readonly taint: Taint;
  readonly confidence: number;
  readonly event: EventKind;
}

/**
 * Whether so many bytes are written as a text from elsewhere has characters, and nothing compares them with anything:
 * `memcpy(to, text, strlen(text))` is `strcpy(to, text)` in other words, and as sure.
 * @param from where what asks for the length begins: a loop that ends at it compares with it for itself alone
 */
export function measuredLength(
  facts: Facts,
  length: Value,
  expr: Expr,
  from = expr.start,
): MeasuredLength | undefined {
  const taint = length.root === 0 ? undefined : facts.factsOf(length).lengthOf;
  if (taint === undefined || taint.kind === 'random' || isCheckedAbove(facts, length))
    return undefined;
  if (isAskedBefore(facts.function, expr, from)) return undefined;
  if (!isExternal(taint)) return { taint, confidence: MAX_OF_CALLERS, event: 'latent' };
  return { taint, confidence: keptInRecord(taint) ? MAX_KEPT : 0.9, event: eventOf(taint) };
}

/** Whether a size is what `snprintf`, which counts what it had no room for too, is taken to have left: `sizeof b - n`. */
export function isRestOfCut(expr: Expr, facts: Facts): boolean {
  const size = withoutCasts(expr);
  if (size.kind !== 'binary' || size.op !== '-') return false;
  const used = facts.valueOf(withoutCasts(size.right));
  if (used.root === 0 || !isFormattedLength(facts.factsOf(used).from)) return false;
  if (facts.range(used).hi <= facts.range(facts.valueOf(size.left)).lo) return false;
  return measuredLength(facts, used, size.right) !== undefined;
}

/** How sure it is that a text has no limit where only callers could tell. */
const MAX_OF_CALLERS = 0.6;

/**
 * Whether a comparison that stands before asks for a part of an expression: for a length that is measured once more, or for
 * the sum of two, of which neither is bounded by itself.
 */
function isAskedBefore(fn: LoweredFunction, expr: Expr, from: number): boolean {
  const parts = [...expressionsIn(expr)].filter(
    (part) => part.kind === 'call' || part.kind === 'name',
  );
  for (const { end } of fn.blocks) {
    if (end.kind !== 'branch' || end.condition.start >= from) continue;
    for (const asked of expressionsIn(end.condition)) {
      if (asked.kind !== 'binary' || !/^[<>]=?$/.test(asked.op) || isAboveNothing(asked)) continue;
      for (const inner of expressionsIn(asked))
        if (parts.some((part) => sameExpression(withoutCasts(inner), part))) return true;
    }
  }
  return false;
}

/** Whether a comparison is with 0 or 1, so that it asks whether there is anything at all. */
function isAboveNothing({ left, right }: BinaryExpr): boolean {
  return [left, right].some((side) => {
    const number = constantOf(side);
    return number === 0 || number === 1;
  });
}
