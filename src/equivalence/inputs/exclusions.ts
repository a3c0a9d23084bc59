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
      for (const kind of [`${step.call}`, ...this.kindsOf(step)]) {
        const counts = this.seen.get(kind) ?? { cases: 0, excluded: 0 };
        counts.cases += 1;
        if (at === excludedAt) counts.excluded += 1;
        this.seen.set(kind, counts);
      }
    }
  }

  /** Whether to drop a case that was made, by how often cases of its kinds were excluded. */
  refuses(random: Random, { steps }: Case): boolean {
    return steps.some((step) => this.isLikelyBad(step)) && !random.percent(STILL_MADE);
  }

  /** Of one kind that is worse than others of the call, and of none that is much better. */
  private isLikelyBad(step: Step): boolean {
    const usual = this.share(`${step.call}`) ?? 0;
    if (usual === 0) return false;
    const shares = this.kindsOf(step).map((kind) => this.share(kind) ?? usual);
    const isBad = shares.some((share) => share > 0.5 && share > (1 + usual) / 2);
    return isBad && !shares.some((share) => share < usual / 2);
  }

  /** Of the cases of a kind, the part that was excluded; undefined for what is too rare to tell. */
  private share(kind: string): number | undefined {
    const counts = this.seen.get(kind);
    return counts === undefined || counts.cases < ENOUGH
      ? undefined
      : counts.excluded / counts.cases;
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
