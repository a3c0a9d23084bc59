import type { Case } from '../cases/case.ts';
import type { CaseValue } from '../cases/shape.ts';
import type { CallSignature } from './call-signature.ts';
import type { Random } from './values/random.ts';

/** So many inputs of one call are kept. */
const MAX_KEPT = 64;
/** In a hundred, so often the inputs of a call that is to make an object are some that have made one. */
const KNOWN_PERCENT = 60;

/**
 * Inputs of calls that made an object, where the same call with others has made none: what opens a file
 * hardly ever finds one that it can read in random bytes, and nothing is then left to call.
 */
export class ConstructorInputs {
  private readonly random: Random;
  private readonly calls: readonly CallSignature[];
  private readonly kept = new Map<number, (readonly CaseValue[])[]>();
  private readonly failing = new Set<number>();

  constructor(random: Random, calls: readonly CallSignature[]) {
    this.random = random;
    this.calls = calls;
  }

  /**
   * Takes in how far a case came: an object that a step took was made.
   * @param end the step at which it ended too early, if it did
   * @param isUnmade whether it ended there since an object was missing
   */
  learn({ steps }: Case, end: number | undefined, isUnmade: boolean): void {
    const makers = steps.filter(({ call }) => this.calls[call]?.makes !== undefined);
    for (const step of steps.slice(0, end)) {
      for (const handle of step.handles) this.keep(makers[handle]);
    }
    if (!isUnmade || end === undefined) return;
    for (const handle of steps[end]?.handles ?? []) {
      const call = makers[handle]?.call;
      if (call !== undefined) this.failing.add(call);
    }
  }

  /** Inputs with which a call that often fails has made an object; undefined for others to be tried. */
  inputsOf(call: number): readonly CaseValue[] | undefined {
    const known = this.kept.get(call);
    if (known === undefined || !this.failing.has(call)) return undefined;
    return this.random.percent(KNOWN_PERCENT) ? this.random.pick(known) : undefined;
  }

  private keep(step: Case['steps'][number] | undefined): void {
    if (step === undefined) return;
    const known = this.kept.get(step.call) ?? [];
    if (known.includes(step.inputs)) return;
    this.kept.set(step.call, known);
    if (known.length < MAX_KEPT) known.push(step.inputs);
    else if (this.failing.has(step.call)) known[this.random.below(MAX_KEPT)] = step.inputs;
  }
}
