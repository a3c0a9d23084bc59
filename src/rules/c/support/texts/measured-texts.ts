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
  const measured = measurementsOf(fn).filter(
    ({ start, inSum }) => start < place && (by === 'any' || inSum),
  );
  return new Set(measured.map(({ text }) => text));
}

/** A condition that compares the length of a text. */
interface Measurement {
  /** Where the condition begins. */
  readonly start: number;
  readonly text: Variable;
  /** Whether the length is compared as a part of a sum. */
  readonly inSum: boolean;
}

/** Each loop and each copy of a function asks, and it stays as it is. */
const known = new WeakMap<LoweredFunction, readonly Measurement[]>();

function measurementsOf(fn: LoweredFunction): readonly Measurement[] {
  const before = known.get(fn);
  if (before !== undefined) return before;
  const measurements = findMeasurements(fn);
  known.set(fn, measurements);
  return measurements;
}

/** A text whose length a number is, or is a part of. */
interface MeasuredText {
  readonly text: Variable;
  readonly inSum: boolean;
}

/** The lengths that variables hold, by variable: `n = strlen(text)`, `n = used + strlen(text)`. */
type Lengths = ReadonlyMap<Variable, readonly MeasuredText[]>;

function lengthsIn(fn: LoweredFunction): Lengths {
  const lengths = new Map<Variable, readonly MeasuredText[]>();
  const note = (target: Variable | undefined, value: Expr | undefined, isAdded = false): void => {
    const texts = value === undefined ? [] : textsMeasuredBy(value, lengths);
    if (target === undefined || texts.length === 0) return;
    const added = texts.map((text) => ({ ...text, inSum: true }));
    lengths.set(target, isAdded ? [...(lengths.get(target) ?? []), ...added] : texts);
  };
  for (const block of fn.blocks) {
    for (const step of block.steps) {
      if (step.kind === 'declare') note(step.variable, step.init);
      else if (step.kind === 'eval' && step.expr.kind === 'assign')
        note(variableOf(step.expr.target), step.expr.value, step.expr.op === '+=');
    }
  }
  return lengths;
}

/** The texts whose lengths a number is made of. */
function textsMeasuredBy(expr: Expr, lengths: Lengths): MeasuredText[] {
  const bare = withoutCasts(expr);
  const text = textMeasuredBy(bare);
  if (text !== undefined) return [{ text, inSum: false }];
  const variable = variableOf(bare);
  if (variable !== undefined) return [...(lengths.get(variable) ?? [])];
  if (bare.kind !== 'binary' || bare.op !== '+') return [];
  return [bare.left, bare.right]
    .flatMap((part) => textsMeasuredBy(part, lengths))
    .map((part) => ({ ...part, inSum: true }));
}

function findMeasurements(fn: LoweredFunction): Measurement[] {
  const lengths = lengthsIn(fn);
  const found: Measurement[] = [];
  for (const { end } of fn.blocks) {
    if (end.kind !== 'branch') continue;
    const { start } = end.condition;
    for (const part of expressionsIn(end.condition)) {
      if (part.kind !== 'binary' || !COMPARES.test(part.op)) continue;
      const summed = new Set(sumsIn(part).flatMap(expressionsIn));
      for (const inner of expressionsIn(part)) {
        if (inner.kind === 'binary') continue;
        for (const { text, inSum } of textsMeasuredBy(inner, lengths))
          found.push({ start, text, inSum: inSum || summed.has(inner) });
      }
    }
  }
  return found;
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
