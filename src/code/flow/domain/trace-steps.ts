import type { TraceStep } from '../../syntax/location.ts';

/** Longer traces are not read. */
const MAX_STEPS = 12;

/** Further steps of a trace. What is too long loses its middle: where it begins tells the most. */
export function appendSteps(
  steps: readonly TraceStep[],
  more: readonly TraceStep[],
): readonly TraceStep[] {
  const all = [...steps, ...more];
  if (all.length <= MAX_STEPS) return all;
  const [first] = all;
  return first === undefined ? all : [first, ...all.slice(1 - MAX_STEPS)];
}
