import type { Slot } from '../cases/case.ts';
import type { CallSignature } from '../inputs/call-signature.ts';
import { callbackCallsShape, callbacksOf } from '../pairing/callback-shapes.ts';
import {
  comparesAllocationSizes,
  makesObject,
  type PlannedCall,
  ZEROED_OBJECT,
} from '../plan/comparison-plan.ts';
import { outlivesProcess } from '../plan/process-effects.ts';
import type { CallSlots } from './driver-files.ts';

/** What a call takes and gives, as the drivers and the inputs see it. @param handle the Rust type of the objects */
export function callSlots(
  { function: f, rust, plan }: PlannedCall,
  handle: string | undefined,
  notes: readonly Slot[],
): CallSlots & CallSignature {
  const taken = plan.rust.filter(({ pair }) => pair === undefined);
  return {
    name: f.name === ZEROED_OBJECT ? 'zeroed memory' : f.name,
    inputs: plan.inputs,
    outputs: [
      ...plan.outputs.map((output) =>
        outlivesProcess(output) ? { ...output.slot, outlivesProcess: true } : output.slot,
      ),
      ...notes,
    ],
    handles: taken.length,
    hasSizes: comparesAllocationSizes(plan.result),
    ...(handle !== undefined && makesObject(plan) ? { makes: handle } : {}),
    takes: taken.map(({ type }) => ({
      type: handle ?? rust.path,
      use: type.kind !== 'reference' ? 'consumes' : type.mutable ? 'changes' : 'reads',
    })),
  };
}

/** What is noted of the calls of each function of a caller. */
export function callbackNotes(calls: readonly PlannedCall[]): Slot[] {
  return callbacksOf(calls)
    .filter(({ isCompared }) => isCompared)
    .map((pair) => ({ name: `calls of ${pair.name}`, shape: callbackCallsShape(pair) }));
}
