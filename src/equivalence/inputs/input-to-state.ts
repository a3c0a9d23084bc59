import type { Case } from '../cases/case.ts';
import type { CaseValue } from '../cases/shape.ts';
import type { CallSignature } from './call-signature.ts';
import {
  type ReplacementPlace,
  ReplacementPlaces,
  replacedAt,
  resizedAt,
  splicedAt,
} from './replacement-places.ts';
import type { Constants } from './values/constants.ts';
import { fitToSlots } from './values/fit.ts';
import type { Random } from './values/random.ts';

/** Two values that the C compared, and that were not the same: of 64 bits or fewer, without a sign. */
export interface ComparedOperands {
  /** Where in the C. */
  readonly site: bigint;
  readonly left: bigint;
  readonly right: bigint;
}

const LARGEST = 2n ** 64n - 1n;

/** Of one comparison, so many wait at most. */
const MAX_WAITING = 48;
/** Of each comparison of a case. */
const PLACES_TRIED = 3;
/** Of each comparison of a case whose one value is the length of a word. */
const NAMES_TRIED = 3;
/** A longer one is hardly made on purpose. */
const LONGEST_LIST = 1024n;
/** What is longer is no name. */
const LONGEST_NAME = 64n;
/** In a hundred, so often the one that got the furthest is next, and not the newest. */
const FURTHEST = 70;

/** In a hundred, so often a neighbour of the value is tried as well: `a > 15` and `a > 16` differ for 16 alone. */
const NEIGHBOURS = 25;

/** In a hundred, so many long cases that are no better than what waits are looked into: it takes time. */
const NO_BETTER = 15;

/** How far a case came, and how long it is. */
interface Progress {
  readonly stepCount: number;
  /** The highest number of a comparison that it, or a case that it was made from, has met. */
  readonly level: number;
}

/** A case that is to pass a comparison. Most never get their turn: it is made when it does. */
interface Waiting extends Progress {
  make(): Case;
}

/** What waits of one comparison, the newest last, and how many were taken. */
interface Site {
  /** Of all comparisons, in the order in which they were met: those behind others come later. */
  readonly number: number;
  readonly waiting: Waiting[];
  taken: number;
}

/** One side of a comparison that failed, which is to become the other one where it stands in the case. */
interface Attempt {
  readonly known: Case;
  readonly places: ReplacementPlaces;
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * Cases that pass a comparison which another one failed: what the C compared is looked for in the inputs,
 * and what it was compared with is put in its place (as in REDQUEEN, Aschermann and others 2019). So a
 * checksum is right that no random input has. What passes one comparison may fail an earlier one again, as
 * a field does that the checksum is of: cases that came further than others are corrected first.
 */
export class InputToState {
  private readonly random: Random;
  private readonly calls: readonly CallSignature[];
  private readonly sites = new Map<bigint, Site>();
  private readonly levels = new WeakMap<Case, number>();

  /** The words of the code, by how long they are. */
  private readonly words: ReadonlyMap<bigint, readonly Uint8Array[]>;

  constructor(
    random: Random,
    calls: readonly CallSignature[],
    { words }: Pick<Constants, 'words'>,
  ) {
    this.random = random;
    this.calls = calls;
    this.words = Map.groupBy(words, ({ length }) => BigInt(length));
  }

  get isEmpty(): boolean {
    return [...this.sites.values()].every(({ waiting }) => waiting.length === 0);
  }

  /** How many comparisons were met. */
  get met(): number {
    return this.sites.size;
  }

  /** One of the comparison that was least tried; undefined when none waits. */
  next(): Case | undefined {
    let least: Site | undefined;
    for (const site of this.sites.values()) {
      const isLess = least === undefined || site.taken < least.taken;
      if (site.waiting.length > 0 && isLess) least = site;
    }
    if (least === undefined) return undefined;
    least.taken += 1;
    const { waiting } = least;
    const next = this.random.percent(FURTHEST) ? waiting[mostAdvanced(waiting)] : waiting.at(-1);
    if (next === undefined) return undefined;
    waiting.splice(waiting.indexOf(next), 1);
    const made = next.make();
    this.levels.set(made, next.level);
    return made;
  }

  /** Takes in what the C compared last in a case. */
  learn(known: Case, comparisons: readonly ComparedOperands[]): void {
    const sites = comparisons.map(({ site }) => this.siteOf(site));
    const level = Math.max(this.levels.get(known) ?? 0, ...sites.map(({ number }) => number));
    const stepCount = known.steps.length;
    const places = new ReplacementPlaces(known);
    for (const [at, { left, right }] of comparisons.entries()) {
      const waiting = sites[at]?.waiting ?? [];
      const isDear = waiting.length >= MAX_WAITING && stepCount > 1;
      const isBetter = isFurther({ stepCount, level }, waiting[leastAdvanced(waiting)]);
      if (isDear && !isBetter && !this.random.percent(NO_BETTER)) continue;
      for (const [from, to] of [
        [left, right],
        [right, left],
      ] as const) {
        const attempt = { known, places, from, to };
        const near = this.valuesAt(to).map((value) => ({ ...attempt, to: value }));
        const made = [
          ...near.flatMap((one) => [...this.replaced(one), ...this.resized(one)]),
          ...this.renamed(attempt),
        ];
        for (const make of made) waiting.push({ stepCount, level, make });
      }
      while (waiting.length > MAX_WAITING) waiting.splice(leastAdvanced(waiting), 1);
    }
  }

  /** A value, and now and then the one above or below it. */
  private valuesAt(value: bigint): readonly bigint[] {
    const { random } = this;
    if (!random.percent(NEIGHBOURS)) return [value];
    const neighbour = value + random.pick([-1n, 1n]);
    return neighbour < 0n || neighbour > LARGEST ? [value] : [value, neighbour];
  }

  private siteOf(place: bigint): Site {
    const known = this.sites.get(place);
    if (known !== undefined) return known;
    const site = { number: this.sites.size + 1, waiting: [], taken: 0 };
    this.sites.set(place, site);
    return site;
  }

  /** The case with one place of a value changed to another, for some of its places. */
  private replaced({ known, places, from, to }: Attempt): (() => Case)[] {
    const { random } = this;
    const found = placesNear(places, from, to);
    // A short value may stand in several places, of which few are the one that was compared.
    const tried = Array.from({ length: Math.min(PLACES_TRIED, found.length) }, () =>
      found.splice(random.below(found.length), 1),
    );
    return tried.flat().map(({ place, by }) => {
      return () => this.changed(known, place, (value) => replacedAt(value, place, to + by));
    });
  }

  /** The case with a name of one length made a word of another: C compares lengths before bytes. */
  private renamed({ known, places, from, to }: Attempt): (() => Case)[] {
    const { random } = this;
    const words = this.words.get(to);
    if (words === undefined || from > LONGEST_NAME) return [];
    const found = places.names(Number(from));
    return Array.from({ length: Math.min(NAMES_TRIED, found.length * words.length) }, () => {
      const [place, word] = [random.pick(found), random.pick(words)];
      return () =>
        this.changed(known, place, (value) => splicedAt(value, place, Number(from), word));
    });
  }

  /** The case with a list of another length, where that is what was compared. */
  private resized({ known, places, from, to }: Attempt): (() => Case)[] {
    if (from > LONGEST_LIST || to > LONGEST_LIST) return [];
    const isList = (step: number, slot: number) => {
      const shape = this.calls[known.steps[step]?.call ?? -1]?.inputs[slot]?.shape;
      return shape?.kind === 'list';
    };
    const found = places.lists(Number(from), isList);
    if (found.length === 0) return [];
    const place = this.random.pick(found);
    return [() => this.changed(known, place, (value) => resizedAt(value, place, Number(to)))];
  }

  /** The case with another value for an input, as it fits the others. */
  private changed(
    { steps }: Case,
    { step: at, slot }: ReplacementPlace,
    change: (value: CaseValue) => CaseValue,
  ): Case {
    const step = steps[at];
    if (step === undefined) return { steps };
    const slots = this.calls[step.call]?.inputs ?? [];
    const value = change(step.inputs[slot] ?? null);
    const inputs = fitToSlots(slots, step.inputs.with(slot, value));
    return { steps: steps.with(at, { ...step, inputs }) };
  }
}

/** Places of a value; where it stands nowhere, of what the C may have counted up or down by one before it compared. */
function placesNear(places: ReplacementPlaces, from: bigint, to: bigint) {
  const at = (by: bigint) =>
    from + by < 0n || to + by < 0n
      ? []
      : places.of(from + by, to + by).map((place) => ({ place, by }));
  const exact = at(0n);
  return exact.length > 0 ? exact : [...at(-1n), ...at(1n)];
}

/** Which came the furthest, in the fewest steps; of several the newest. */
function mostAdvanced(waiting: readonly Waiting[]): number {
  return waiting.reduce((best, one, at) => (isFurther(waiting[best], one) ? best : at), 0);
}

/** Which came the least far, in the most steps; of several the oldest. */
function leastAdvanced(waiting: readonly Waiting[]): number {
  return waiting.reduce((worst, one, at) => (isFurther(waiting[worst], one) ? at : worst), 0);
}

/** Whether one came further than another, or as far in fewer steps. */
function isFurther(one: Progress | undefined, other: Progress | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.level !== other.level) return one.level > other.level;
  return one.stepCount < other.stepCount;
}
