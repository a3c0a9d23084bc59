import type { Case, CaseStep } from '../cases/case.ts';
import type { CaseValue } from '../cases/shape.ts';
import type { CallSignature } from './call-signature.ts';
import { relinkHandles } from './handles.ts';
import { isSmaller, measureOf } from './measure.ts';
import { simplerValues } from './simpler-values.ts';
import { fitToSlots } from './values/fit.ts';

export interface ShrinkLimits {
  /** Most questions to `stillFails`; 60 by default. */
  readonly rounds?: number;
  /** Most cases of a question; 250 by default. */
  readonly batch?: number;
}

/**
 * Makes a failing case smaller for as long as it fails: fewer steps, then shorter lists, then
 * simpler values. `stillFails` answers for each case in order. The result is never larger, and the
 * same for the same answers.
 */
export async function shrinkCase(
  calls: readonly CallSignature[],
  failing: Case,
  stillFails: (cases: readonly Case[]) => Promise<readonly boolean[]>,
  { rounds = 60, batch = 250 }: ShrinkLimits = {},
): Promise<Case> {
  let smallest = failing;
  let untried = candidates(calls, smallest);
  for (let round = 0; round < rounds; round += 1) {
    const cases = takeCandidates(untried, batch);
    if (cases.length === 0) return smallest;
    const answers = await stillFails(cases);
    const better = smallestOf(
      calls,
      cases.filter((_, at) => answers[at] === true),
    );
    if (better === undefined) continue;
    smallest = better;
    untried = candidates(calls, smallest);
  }
  return smallest;
}

function smallestOf(calls: readonly CallSignature[], cases: readonly Case[]): Case | undefined {
  let best: Case | undefined;
  for (const each of cases)
    if (best === undefined || isSmaller(measureOf(calls, each), measureOf(calls, best)))
      best = each;
  return best;
}

function takeCandidates(untried: Generator<Case>, count: number): readonly Case[] {
  const cases: Case[] = [];
  while (cases.length < count) {
    const { done, value } = untried.next();
    if (done === true) break;
    cases.push(value);
  }
  return cases;
}

/** Smaller cases than one, each once, the boldest first. */
function* candidates(calls: readonly CallSignature[], large: Case): Generator<Case> {
  const measure = measureOf(calls, large);
  const seen = new Set<string>();
  for (const steps of [withoutSteps(calls, large.steps), withOtherInputs(calls, large.steps)])
    for (const each of steps) {
      const candidate = { steps: each };
      if (each.length === 0 || !isSmaller(measureOf(calls, candidate), measure)) continue;
      const key = keyOf(candidate);
      if (seen.has(key)) continue;
      seen.add(key);
      yield candidate;
    }
}

/** Without blocks of steps: a half, a quarter, and so on; handles are numbered anew. */
function* withoutSteps(
  calls: readonly CallSignature[],
  steps: readonly CaseStep[],
): Generator<readonly CaseStep[]> {
  if (steps.length < 2) return;
  yield without(calls, steps, (at) => at < steps.length - 1);
  for (let size = steps.length >> 1; size > 0; size >>= 1)
    for (let start = 0; start < steps.length; start += size)
      yield without(calls, steps, (at) => at >= start && at < start + size);
}

function without(
  calls: readonly CallSignature[],
  steps: readonly CaseStep[],
  drops: (at: number) => boolean,
): readonly CaseStep[] {
  const numbers: number[] = [];
  let next = 0;
  for (const [at, { call }] of steps.entries()) {
    if (calls[call]?.makes === undefined) continue;
    numbers.push(drops(at) ? -1 : next);
    if (!drops(at)) next += 1;
  }
  const kept = steps.filter((_, at) => !drops(at));
  return relinkHandles(calls, kept, numbers);
}

/** Each input made simpler: first with all that equal it, then alone; then integers together. */
function* withOtherInputs(
  calls: readonly CallSignature[],
  steps: readonly CaseStep[],
): Generator<readonly CaseStep[]> {
  for (const [at, { call, inputs }] of steps.entries())
    for (const [slot, { shape, limits }] of (calls[call]?.inputs ?? []).entries()) {
      const old = inputs[slot] ?? null;
      const hasEqual = steps.some((step, other) =>
        step.inputs.some((value, index) => (other !== at || index !== slot) && equals(value, old)),
      );
      for (const value of simplerValues(shape, limits, old)) {
        if (hasEqual) yield replaced(calls, steps, (each) => (equals(each, old) ? value : each));
        yield replaced(calls, steps, (each, place) =>
          place.step === at && place.slot === slot ? value : each,
        );
      }
    }
  yield* shifted(calls, steps);
}

/** All integers moved by as much: their differences stay. */
function* shifted(
  calls: readonly CallSignature[],
  steps: readonly CaseStep[],
): Generator<readonly CaseStep[]> {
  const integers = steps.flatMap(({ inputs }) =>
    inputs.filter((value) => typeof value === 'bigint'),
  );
  if (integers.length < 2) return;
  for (let step = 1n << 63n; step > 0n; step >>= 1n)
    for (const by of [-step, step])
      yield replaced(calls, steps, (each) => (typeof each === 'bigint' ? each + by : each));
}

function replaced(
  calls: readonly CallSignature[],
  steps: readonly CaseStep[],
  change: (value: CaseValue, place: { readonly step: number; readonly slot: number }) => CaseValue,
): readonly CaseStep[] {
  return steps.map((step, at) => {
    const inputs = step.inputs.map((value, slot) => change(value, { step: at, slot }));
    return { ...step, inputs: fitToSlots(calls[step.call]?.inputs ?? [], inputs) };
  });
}

function equals(a: CaseValue, b: CaseValue): boolean {
  return Object.is(a, b) || (typeof a === typeof b && keyOf(a) === keyOf(b));
}

/** Equal for equal values only. */
function keyOf(value: CaseValue | Case): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint') return `${each}n`;
    if (typeof each === 'number') return Object.is(each, -0) ? '-0' : String(each);
    return each instanceof Uint8Array ? Buffer.from(each).toString('base64') : each;
  });
}
