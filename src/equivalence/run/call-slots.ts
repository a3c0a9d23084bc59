import type { Slot } from '../cases/case.ts';
import type { Shape } from '../cases/shape.ts';
import type { CallSignature } from '../inputs/call-signature.ts';
import { callbackCallsShape, callbacksOf } from '../pairing/callback-shapes.ts';
import { shapeOf } from '../pairing/shape-of-pair.ts';
import {
  comparesAllocationSizes,
  makesObject,
  type PlannedCall,
  ZEROED_OBJECT,
} from '../plan/comparison-plan.ts';
import { outlivesProcess } from '../plan/process-effects.ts';
import { watchedMemory } from '../plan/watched-memory.ts';
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

/** What is noted after each call: the calls of each function of a caller, and the memory to which objects write. */
export function notesOf(calls: readonly PlannedCall[]): Slot[] {
  const callbacks = callbacksOf(calls)
    .filter(({ isCompared }) => isCompared)
    .map((pair) => ({ name: `calls of ${pair.name}`, shape: callbackCallsShape(pair) }));
  const watched = watchedMemory(calls);
  if (watched === undefined) return callbacks;
  const memory: Shape = { kind: 'list', of: { kind: 'list', of: shapeOf(watched.of) } };
  return [...callbacks, { name: `memory of ${watched.name}`, shape: memory }];
}
