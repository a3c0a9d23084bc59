import type { Case } from '../../src/equivalence/cases/case.ts';
import type { CallSignature } from '../../src/equivalence/inputs/call-signature.ts';
import { Handles } from '../../src/equivalence/inputs/handles.ts';
import { fitsSlots } from '../../src/equivalence/inputs/values/fits.ts';

/** What is wrong with a case: a value outside its slot, or a handle that cannot be taken. */
export function problemOf(calls: readonly CallSignature[], { steps }: Case): string | undefined {
  const handles = new Handles();
  if (steps.length === 0) return 'no step';
  for (const [at, step] of steps.entries()) {
    const call = calls[step.call];
    if (call === undefined) return `step ${at}: no call ${step.call}`;
    if (!fitsSlots(call.inputs, step.inputs))
      return `step ${at}: inputs of ${call.name} do not fit`;
    if (!handles.allows(call, step.handles)) return `step ${at}: handles ${step.handles}`;
    handles.after(call, step.handles);
  }
  return undefined;
}
