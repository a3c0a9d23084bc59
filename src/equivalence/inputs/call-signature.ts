import type { Slot } from '../cases/case.ts';

/** A call of the harness, as those who make inputs need to know it. */
export interface CallSignature {
  readonly name: string;
  /** What a step gives to the call, in this order. */
  readonly inputs: readonly Slot[];
  /** The type of the handle that the call makes, when it makes one: that of a constructor's result. */
  readonly makes?: string;
  /** What it does with the handles that it takes, in the order of `Step.handles`. */
  readonly takes?: readonly HandleUse[];
}

/**
 * A handle that a call takes. Handles are numbered over the whole case, in the order of the steps
 * that make them, whatever their type: a `Step.handles` of `[1]` is the one that the second making
 * step made. A handle that was consumed is never taken again.
 */
interface HandleUse {
  readonly type: string;
  readonly use: 'reads' | 'changes' | 'consumes';
}
