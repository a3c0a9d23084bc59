import type { Case, Slot, Step } from '../case.ts';
import type { Value } from '../shape.ts';
import type { Call } from './call.ts';
import { elementsOf } from './elements.ts';
import type { Random } from './random.ts';

/** So many cases of a kind must have been seen before it is held against one. */
const ENOUGH = 6;
/** However often a kind ended badly, so many in a hundred of it are still made. */
const STILL_MADE = 6;
/** Relations between more integers than this would be noise. */
const MOST_RELATED = 6;

/**
 * Learns which kinds of inputs end in undefined behaviour: the size and sign of each integer, the
 * length of each list, and how an integer compares with another or with a length.
 */
export class Exclusions {
  private readonly calls: readonly Call[];
  private readonly seen = new Map<string, { cases: number; excluded: number }>();

  constructor(calls: readonly Call[]) {
    this.calls = calls;
  }

  /** `excludedAt`: the step that ended badly; those behind it were not run. */
  learn({ steps }: Case, excludedAt: number | undefined): void {
    for (const [at, step] of steps.entries()) {
      if (excludedAt !== undefined && at > excludedAt) return;
      for (const kind of this.kindsOf(step)) {
        const counts = this.seen.get(kind) ?? { cases: 0, excluded: 0 };
        counts.cases += 1;
        if (at === excludedAt) counts.excluded += 1;
        this.seen.set(kind, counts);
      }
    }
  }

  /** Whether to drop a case that was made, by how often cases of its kinds were excluded. */
  refuses(random: Random, { steps }: Case): boolean {
    if (this.seen.size === 0) return false;
    return steps.some((step) => {
      const share = Math.max(0, ...this.kindsOf(step).map((kind) => this.share(kind)));
      return share > 0 && random.percent(Math.min(100 - STILL_MADE, share));
    });
  }

  /** Of a hundred cases of a kind, how many were excluded; 0 for what is too rare to tell. */
  private share(kind: string): number {
    const { cases, excluded } = this.seen.get(kind) ?? { cases: 0, excluded: 0 };
    const share = cases < ENOUGH ? 0 : (100 * excluded) / cases;
    // What is excluded now and then has another reason.
    return share < 50 ? 0 : Math.floor(share);
  }

  private kindsOf({ call, inputs }: Step): readonly string[] {
    const slots = this.calls[call]?.inputs ?? [];
    const sizes = slots.map((slot, at) => sizeOf(slot, inputs[at] ?? null));
    const own = sizes.map((size, at) => `${call} ${at} ${size.kind}`);
    const related = sizes.flatMap((size, at) =>
      sizes.slice(at + 1, MOST_RELATED).flatMap((other, step) => {
        if (size.amount === undefined || other.amount === undefined) return [];
        const order = Math.sign(Number(size.amount - other.amount));
        const pair = `${call} ${at} ${at + 1 + step}`;
        return [`${pair} ${order}`, `${pair} ${size.kind} ${other.kind}`];
      }),
    );
    return [...own, ...related];
  }
}

/** A value by its size: an integer's sign and number of digits, a list's length and kinds of bytes. */
function sizeOf({ shape }: Slot, value: Value): { kind: string; amount: bigint | undefined } {
  if (typeof value === 'bigint') {
    const digits = (value < 0n ? -value : value).toString(2).length;
    return { kind: `${value < 0n ? '-' : ''}${value === 0n ? 0 : digits}`, amount: value };
  }
  if (typeof value === 'number') {
    const size = Math.ceil(Math.log2(Math.abs(value)));
    return {
      kind: `${value < 0 ? '-' : ''}${Math.min(64, Math.max(-64, size))}`,
      amount: undefined,
    };
  }
  const elements = elementsOf(value);
  if (elements === undefined) return { kind: String(value), amount: undefined };
  if (shape.kind === 'record') return { kind: 'record', amount: undefined };
  const digits = elements.length.toString(2).length;
  const isAscii = !(elements instanceof Uint8Array) || elements.every((byte) => byte < 0x80);
  return {
    kind: `${elements.length === 0 ? 0 : digits}${isAscii ? '' : '+'}`,
    amount: BigInt(elements.length),
  };
}
