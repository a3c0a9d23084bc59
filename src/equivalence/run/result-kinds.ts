import type { Case, SideResult, Slot } from '../cases/case.ts';
import type { CaseValue } from '../cases/shape.ts';

/** So many cases are looked at: what never occurs in these hardly does in more. */
const MAX_CASES = 4000;

/** Which kinds of results the calls of one function gave: whether there was a value, and which of two. */
export class ResultKinds {
  private readonly call: number;
  private readonly slots: readonly Slot[];
  private readonly seen: readonly Set<boolean>[];
  private cases = 0;

  /** @param call the function, and its `slots` the outputs */
  constructor(call: number, slots: readonly Slot[]) {
    this.call = call;
    this.slots = slots;
    this.seen = slots.map(() => new Set());
  }

  /** Whether another case can tell more. */
  get isOpen(): boolean {
    return (
      this.cases < MAX_CASES &&
      this.slots.some((slot, at) => isTwofold(slot) && (this.seen[at]?.size ?? 0) < 2)
    );
  }

  /** Adds what the C gave in a case that counts. */
  add({ steps }: Case, c: SideResult): void {
    if (c.kind !== 'returned') return;
    this.cases += 1;
    for (const [step, { call }] of steps.entries()) {
      if (call !== this.call) continue;
      for (const [at, value] of (c.steps[step] ?? []).entries()) {
        const kind = kindOf(this.slots[at], value);
        if (kind !== undefined) this.seen[at]?.add(kind);
      }
    }
  }

  /** What the evidence says of results that are all of one kind, in sentences. */
  limits(): string[] {
    return this.slots.flatMap(({ name, shape, success }, at) => {
      const [only, ...others] = this.seen[at] ?? [];
      // That a call never fails, or an object is always made, is as it should be.
      if (only !== false || others.length > 0) return [];
      if (success !== undefined) {
        return ['No input that was looked at made the C succeed: all calls failed.'];
      }
      const what =
        shape.kind === 'boolean' ? `was ${name} true` : `did the C give a value for ${name}`;
      return [`On no input that was looked at ${what}.`];
    });
  }
}

function isTwofold({ shape, isObserved, success }: Slot): boolean {
  const isCode = shape.kind === 'integer' && success !== undefined;
  return isObserved !== true && (isCode || shape.kind === 'nullable' || shape.kind === 'boolean');
}

/** Whether there is a value, or which of two it is; undefined for what has no such kinds. */
function kindOf(slot: Slot | undefined, value: CaseValue): boolean | undefined {
  if (slot === undefined || !isTwofold(slot)) return undefined;
  if (slot.success !== undefined) return value === slot.success;
  return slot.shape.kind === 'boolean' ? value === true : value !== null;
}
