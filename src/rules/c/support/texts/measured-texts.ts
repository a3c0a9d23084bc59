import type { Expr, Loop, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { expressionsIn, topLevelExpressions } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';

const MEASURES = /^(?:strn?len|wcsn?len|strnlen_s)$/;
const COMPARES = /^[<>]=?$/;

/** Whether the length of a text that a loop reads is compared with something before the loop begins. */
export function readsMeasuredText(fn: LoweredFunction, loop: Loop): boolean {
  const measured = measuredBefore(fn, loop.start);
  if (measured.size === 0) return false;
  return fn.blocks.some((block) =>
    topLevelExpressions(block).some(
      (root) =>
        root.start >= loop.start &&
        root.end <= loop.end &&
        [...expressionsIn(root)].some(
          (part) =>
            part.kind === 'name' && part.variable !== undefined && measured.has(part.variable),
        ),
    ),
  );
}

/**
 * Whether the length of a text is a part of a sum that is compared with something before a place: of two that go into one
 * buffer none is bounded by itself.
 */
export function isMeasuredInSum(fn: LoweredFunction, text: Expr, place: number): boolean {
  const variable = variableOf(text);
  return variable !== undefined && measuredBefore(fn, place, 'sums').has(variable);
}

/** The variables whose texts were measured, and their lengths compared, before a place; in sums alone where that is asked. */
function measuredBefore(
  fn: LoweredFunction,
  place: number,
  by: 'any' | 'sums' = 'any',
): ReadonlySet<Variable> {
  const lengths = new Map<Variable, Variable>();
  const measured = new Set<Variable>();
  const note = (target: Variable | undefined, value: Expr | undefined): void => {
    const text = value === undefined ? undefined : textMeasuredBy(value);
    if (target !== undefined && text !== undefined) lengths.set(target, text);
  };
  for (const block of fn.blocks) {
    for (const step of block.steps) {
      if (step.kind === 'declare') note(step.variable, step.init);
      else if (step.kind === 'eval' && step.expr.kind === 'assign')
        note(variableOf(step.expr.target), step.expr.value);
    }
  }
  for (const { end } of fn.blocks) {
    if (end.kind !== 'branch' || end.condition.start >= place) continue;
    for (const part of expressionsIn(end.condition)) {
      if (part.kind !== 'binary' || !COMPARES.test(part.op)) continue;
      const compared = by === 'any' ? expressionsIn(part) : sumsIn(part).flatMap(expressionsIn);
      for (const inner of compared) {
        const variable = variableOf(inner);
        const text = textMeasuredBy(inner) ?? (variable && lengths.get(variable));
        if (text !== undefined) measured.add(text);
      }
    }
  }
  return measured;
}

function sumsIn(comparison: Expr): Expr[] {
  return expressionsIn(comparison).filter((part) => part.kind === 'binary' && part.op === '+');
}

/** The variable that holds the text whose length a call gives. */
function textMeasuredBy(expr: Expr): Variable | undefined {
  const call = withoutCasts(expr);
  const [text] = call.kind === 'call' && MEASURES.test(call.name) ? call.args : [];
  return text === undefined ? undefined : variableOf(text);
}

function variableOf(expr: Expr): Variable | undefined {
  const bare = withoutCasts(expr);
  return bare.kind === 'name' ? bare.variable : undefined;
}
