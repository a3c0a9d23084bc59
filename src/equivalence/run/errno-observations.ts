import type { Case, SideResult, Slot } from '../cases/case.ts';
import type { CaseValue } from '../cases/shape.ts';
import { errnoName } from '../pairing/errno.ts';

/** Values of `errno` that C left where Rust has none to compare. */
export class ErrnoObservations {
  private readonly outputs: readonly (readonly Slot[])[];
  /** How many calls left each value. */
  private readonly counts = new Map<number, number>();
  /** For what else a call gave back, in a form of its own: the values that came with it. */
  private readonly byRest = new Map<string, Set<number>>();

  /** @param outputs those of each call */
  constructor(outputs: readonly (readonly Slot[])[]) {
    this.outputs = outputs;
  }

  get isObserved(): boolean {
    return this.outputs.some((slots) => slots.some(({ isObserved }) => isObserved === true));
  }

  /** Adds what C gave in a case on which both sides are the same. */
  add({ steps }: Case, c: SideResult): void {
    if (c.kind !== 'returned') return;
    for (const [step, { call }] of steps.entries()) {
      const slots = this.outputs[call] ?? [];
      const values = c.steps[step] ?? [];
      const value = values.find((_, at) => slots[at]?.isObserved === true);
      if (typeof value !== 'bigint') continue;
      const errno = Number(value);
      this.counts.set(errno, (this.counts.get(errno) ?? 0) + 1);
      const rest = keyOf(values.filter((_, at) => slots[at]?.isObserved !== true));
      const key = `${call} ${rest}`;
      this.byRest.set(key, (this.byRest.get(key) ?? new Set()).add(errno));
    }
  }

  /** What the evidence says of it, in sentences; none where `errno` is compared or never set. */
  limits(): string[] {
    if (!this.isObserved) return [];
    const values = [...this.counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    if (values.length === 0) return ['errno is not compared; no input set it.'];
    const named = values.map(([errno, count]) => `${errnoName(errno)} after ${count} calls`);
    const seen = `errno is set and not compared: it was ${named.join(', ')}.`;
    const hidden = [...this.byRest.values()].filter(({ size }) => size > 1);
    const names = [...new Set(hidden.flatMap((errnos) => [...errnos]))].map(errnoName);
    return hidden.length === 0
      ? [seen]
      : [seen, `The Rust result does not tell ${names.sort().join(' from ')}.`];
  }
}

function keyOf(values: readonly CaseValue[]): string {
  return JSON.stringify(values, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
