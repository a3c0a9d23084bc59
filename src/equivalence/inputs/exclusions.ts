import type { Case, CaseStep } from '../cases/case.ts';
import { recordOfChoice } from '../cases/choice.ts';
import type { CaseValue, Shape } from '../cases/shape.ts';
import type { CallSignature } from './call-signature.ts';
import { elementsOf, valuesOf } from './values/elements.ts';
import type { Random } from './values/random.ts';

/** So many cases of a kind must have been seen before it is held against one. */
const ENOUGH = 6;
const ENOUGH_ENDLESS = 3;
/** Where a kind mostly ended badly, so many in a thousand of it are still made; where it always did, fewer. */
const STILL_MADE = 60;
const STILL_MADE_HOPELESS = 4;
/** So many cases without an exception are what nothing is expected of. */
const HOPELESS = 100;
/** What does not end takes as long as thousands of others. */
const STILL_MADE_ENDLESS = 1;
/** Relations between more integers than this would be noise. */
const MAX_RELATED = 6;

/** How a case ended badly, at which step; those behind it were not run. */
export interface ExcludedEnd {
  readonly step: number;
  /** Whether it did not come to its end in time. */
  readonly isEndless: boolean;
  /** It was learned as one that counts before, which it turned out not to be. */
  readonly isCorrection?: boolean;
}

interface Counts {
  cases: number;
  excluded: number;
  endless: number;
}

const NOTHING_SEEN: Counts = { cases: 0, excluded: 0, endless: 0 };

/**
 * Learns which kinds of inputs end in undefined behaviour, or not at all: the size and sign of each
 * integer, the length of each list, and how an integer compares with another or with a length.
 */
export class ExclusionModel {
  private readonly calls: readonly CallSignature[];
  private readonly seen = new Map<string, Counts>();
  /** Of the numbers of a place and a sign that have more than so many digits, by how many. */
  private readonly larger = new Map<string, Counts[]>();

  constructor(calls: readonly CallSignature[]) {
    this.calls = calls;
  }

  learn({ steps }: Case, end: ExcludedEnd | undefined): void {
    for (const [at, step] of steps.entries()) {
      if (end !== undefined && at > end.step) return;
      const isBad = at === end?.step;
      const sizes = this.sizesOf(step);
      const count = (counts: Counts) => {
        if (end?.isCorrection !== true) counts.cases += 1;
        if (isBad) counts.excluded += 1;
        if (isBad && end.isEndless) counts.endless += 1;
        return counts;
      };
      for (const kind of [`${step.call}`, ...kindsOf(step, sizes)]) {
        this.seen.set(kind, count(this.seen.get(kind) ?? { ...NOTHING_SEEN }));
      }
      for (const size of sizes) {
        if (size.digits === undefined) continue;
        const sign = signOf(step, size);
        const larger = this.larger.get(sign) ?? [];
        this.larger.set(sign, larger);
        for (let digits = 0; digits < size.digits; digits += 1) {
          larger[digits] = count(larger[digits] ?? { ...NOTHING_SEEN });
        }
      }
    }
  }

  /** Whether to drop a case that was made, by how often cases of its kinds were excluded. */
  refuses(random: Random, { steps }: Case): boolean {
    const still = Math.min(...steps.map((step) => this.stillMade(step)));
    return still < 1000 && random.below(1000) >= still;
  }

  /** How many in a thousand of the likes of a step are made. */
  private stillMade(step: CaseStep): number {
    const sizes = this.sizesOf(step);
    if (this.isEndless(step, sizes)) return STILL_MADE_ENDLESS;
    if (!this.isLikelyBad(step, sizes)) return 1000;
    const inVain = kindsOf(step, sizes).map((kind) => {
      const { cases, excluded } = this.seen.get(kind) ?? { cases: 0, excluded: 0 };
      return cases === excluded ? cases : 0;
    });
    const most = Math.max(HOPELESS, ...inVain);
    return Math.max(STILL_MADE_HOPELESS, Math.round((STILL_MADE * HOPELESS) / most));
  }

  /** Of one kind that is worse than others of the call, and of none that is much better. */
  private isLikelyBad(step: CaseStep, sizes: readonly Size[]): boolean {
    const usual = this.share(`${step.call}`) ?? 0;
    if (usual === 0) return false;
    const shares = kindsOf(step, sizes).map((kind) => this.share(kind) ?? usual);
    const isBad = shares.some((share) => share > 0.5 && share > (1 + usual) / 2);
    return isBad && !shares.some((share) => share < usual / 2);
  }

  /** Of a kind that mostly does not end; or a number larger than those that nearly never do. */
  private isEndless(step: CaseStep, sizes: readonly Size[]): boolean {
    const usual = this.endless(`${step.call}`) ?? 0;
    if (usual === 0) return false;
    const shares = kindsOf(step, sizes).map((kind) => this.endless(kind));
    if (shares.some((share) => share !== undefined && share > Math.max(0.5, usual))) return true;
    return sizes.some((size, at) => {
      const larger = this.larger.get(signOf(step, size))?.[(size.digits ?? 1) - 1];
      return shares[at] === undefined && (endlessOf(larger) ?? 0) > 0.9;
    });
  }

  /** Of the cases of a kind, the part that was excluded; undefined for what is too rare to tell. */
  private share(kind: string): number | undefined {
    const counts = this.seen.get(kind);
    return counts === undefined || counts.cases < ENOUGH
      ? undefined
      : counts.excluded / counts.cases;
  }

  private endless(kind: string): number | undefined {
    return endlessOf(this.seen.get(kind));
  }

  private sizesOf({ call, inputs }: CaseStep): readonly Size[] {
    const slots = this.calls[call]?.inputs ?? [];
    return slots.flatMap(({ shape }, at) => sizesOf(`${at}`, shape, inputs[at] ?? null));
  }
}

function kindsOf({ call }: CaseStep, sizes: readonly Size[]): readonly string[] {
  const own = sizes.map(({ place, kind }) => `${call} ${place} ${kind}`);
  const related = sizes.flatMap((size, at) =>
    sizes.slice(at + 1, MAX_RELATED).flatMap((other) => {
      if (size.amount === undefined || other.amount === undefined) return [];
      const order = Math.sign(Number(size.amount - other.amount));
      const pair = `${call} ${size.place} ${other.place}`;
      return [`${pair} ${order}`, `${pair} ${size.kind} ${other.kind}`];
    }),
  );
  return [...own, ...related];
}

/** The numbers of a place that have the sign of this one. */
function signOf({ call }: CaseStep, { place, amount }: Size): string {
  return `${call} ${place} ${amount !== undefined && amount < 0n ? '-' : ''}`;
}

/** The part that did not come to its end; undefined for what is too rare to tell. */
function endlessOf(counts: Counts | undefined): number | undefined {
  return counts === undefined || counts.cases < ENOUGH_ENDLESS
    ? undefined
    : counts.endless / counts.cases;
}

interface Size {
  /** Of the slot, and of the field in it. */
  readonly place: string;
  readonly kind: string;
  readonly amount: bigint | undefined;
  /** Of an integer or a length, as a binary number. */
  readonly digits?: number;
}

/** The sizes of a value; of a record those of its fields. */
function sizesOf(place: string, shape: Shape, value: CaseValue): readonly Size[] {
  if (shape.kind === 'nullable' && value !== null) return sizesOf(place, shape.of, value);
  if (shape.kind === 'choice') return sizesOf(place, recordOfChoice(shape, value), value);
  const fields = shape.kind === 'record' ? elementsOf(value) : undefined;
  if (shape.kind !== 'record' || fields === undefined) {
    const largest = largestOf(value);
    const own = { place, ...sizeOf(value) };
    return largest === undefined ? [own] : [own, { place: `${place}#`, ...sizeOf(largest) }];
  }
  const values = valuesOf(shape, fields);
  return shape.fields.flatMap((field, at) =>
    sizesOf(`${place}.${at}`, field.shape, values[at] ?? null),
  );
}

/** The integer of a list that is the furthest from zero, below it where there is any. */
function largestOf(value: CaseValue): bigint | undefined {
  const elements = elementsOf(value);
  if (elements === undefined || elements instanceof Uint8Array) return undefined;
  let least: bigint | undefined;
  let most: bigint | undefined;
  for (const each of elements) {
    if (typeof each !== 'bigint') return undefined;
    if (least === undefined || each < least) least = each;
    if (most === undefined || each > most) most = each;
  }
  return least !== undefined && least < 0n ? least : most;
}

/** A value by its size: an integer's sign and number of digits, a list's length and kinds of bytes. */
function sizeOf(value: CaseValue): Omit<Size, 'place'> {
  if (typeof value === 'bigint') {
    const digits = (value < 0n ? -value : value).toString(2).length;
    return { kind: `${value < 0n ? '-' : ''}${value === 0n ? 0 : digits}`, amount: value, digits };
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
  const digits = elements.length.toString(2).length;
  const isAscii = !(elements instanceof Uint8Array) || elements.every((byte) => byte < 0x80);
  return {
    kind: `${elements.length === 0 ? 0 : digits}${isAscii ? '' : '+'}`,
    amount: BigInt(elements.length),
    digits,
  };
}
