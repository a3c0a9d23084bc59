import type { Case } from '../cases/case.ts';
import { describeSide, describeValue } from '../evidence/describe.ts';
import type { CallSignature } from '../inputs/call-signature.ts';
import { NotComparable } from '../not-comparable.ts';
import type { BothSides } from './both-sides.ts';
import { type CallSlots, decodeResult } from './driver-files.ts';

/** What both sides gave on a case on which they differ. */
export async function reproduceDifference(
  sides: BothSides,
  smallest: Case,
  calls: readonly (CallSlots & CallSignature)[],
) {
  const [c] = await sides.runC([smallest], 5);
  const [rust] = await sides.runRust([smallest], 5);
  const difference = c && rust && sides.difference(smallest, c, rust);
  if (c === undefined || rust === undefined || difference === undefined) {
    throw new NotComparable('a difference between both sides did not show again');
  }
  const outputs = calls.map((call) => call.outputs);
  const side = decodeResult(c, smallest, calls);
  const other = decodeResult(rust, smallest, calls);
  // What comes after the call that differs says nothing.
  const until = { steps: smallest.steps.slice(0, difference.step + 1) };
  const isOne = smallest.steps.length === 1;
  return {
    side,
    rustEnd: other.kind,
    until,
    input: inputText(until, calls, isOne),
    c: describeSide(smallest, side, other, difference, outputs),
    rust: describeSide(smallest, other, side, difference, outputs),
  };
}

/** What is given to the calls of a case. @param isOne leaves the name of the function out */
export function inputText(
  { steps }: Case,
  calls: readonly (CallSlots & CallSignature)[],
  isOne = steps.length === 1,
): string {
  const inputs = steps.map((step) => {
    const call = calls[step.call];
    const given = (call?.inputs ?? []).map(
      ({ name, shape }, at) => `${name} = ${describeValue(shape, step.inputs[at] ?? null)}`,
    );
    return isOne ? given.join(', ') : `${call?.name}(${given.join(', ')})`;
  });
  return inputs.join('; ');
}
