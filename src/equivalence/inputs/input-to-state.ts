import type { Case } from '../cases/case.ts';
import type { CaseValue } from '../cases/shape.ts';
import type { CallSignature } from './call-signature.ts';
import { fitToSlots } from './values/fit.ts';
import type { Random } from './values/random.ts';

/** Two values that the C compared, and that were not the same: of 64 bits or fewer, without a sign. */
export interface ComparedOperands {
  /** Where in the C. */
  readonly site: bigint;
  readonly left: bigint;
  readonly right: bigint;
}

/** Of one comparison, so many wait at most. */
const MAX_WAITING = 48;
/** Of each comparison of a case. */
const PLACES_TRIED = 3;
/** Places of a value in one list. */
const MAX_PLACES = 64;
/** In a hundred, so often the one that got the furthest is next, and not the newest. */
const FURTHEST = 70;

/** In a hundred, so many long cases that are no better than what waits are looked into: it takes time. */
const NO_BETTER = 15;

/** A case that is to pass a comparison. */
interface Waiting {
  readonly case: Case;
  /** The highest number of a comparison that it, or a case that it was made from, has met. */
  readonly level: number;
}

/** What waits of one comparison, the newest last, and how many were taken. */
interface Site {
  /** Of all comparisons, in the order in which they were met: those behind others come later. */
  readonly number: number;
  readonly waiting: Waiting[];
  taken: number;
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

  constructor(random: Random, calls: readonly CallSignature[]) {
    this.random = random;
    this.calls = calls;
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
    this.levels.set(next.case, next.level);
    return next.case;
  }

  /** Takes in what the C compared last in a case. */
  learn(known: Case, comparisons: readonly ComparedOperands[]): void {
    const sites = comparisons.map(({ site }) => this.siteOf(site));
    const level = Math.max(this.levels.get(known) ?? 0, ...sites.map(({ number }) => number));
    for (const [at, { left, right }] of comparisons.entries()) {
      const waiting = sites[at]?.waiting ?? [];
      const isDear = waiting.length >= MAX_WAITING && known.steps.length > 1;
      const isBetter = isFurther({ case: known, level }, waiting[leastAdvanced(waiting)]);
      if (isDear && !isBetter && !this.random.percent(NO_BETTER)) continue;
      for (const [from, to] of [
        [left, right],
        [right, left],
      ] as const) {
        waiting.push(...this.replaced(known, from, to).map((one) => ({ case: one, level })));
      }
      while (waiting.length > MAX_WAITING) waiting.splice(leastAdvanced(waiting), 1);
    }
  }

  private siteOf(place: bigint): Site {
    const known = this.sites.get(place);
    if (known !== undefined) return known;
    const site = { number: this.sites.size + 1, waiting: [], taken: 0 };
    this.sites.set(place, site);
    return site;
  }

  /** The case with one place of a value changed to another, for some of its places. */
  private replaced({ steps }: Case, from: bigint, to: bigint): Case[] {
    const { random } = this;
    let known: readonly Form[] | undefined;
    // Made only once a value may hold one: this is asked for every comparison of every case.
    const forms = () => {
      known ??= formsOf(from, to);
      return known;
    };
    const found = steps.flatMap(({ inputs }, step) =>
      inputs.flatMap((value, slot) =>
        placesIn(value, from, forms).map((place) => ({ ...place, step, slot })),
      ),
    );
    // A short value may stand in several places, of which few are the one that was compared.
    const tried = Array.from({ length: Math.min(PLACES_TRIED, found.length) }, () =>
      found.splice(random.below(found.length), 1),
    );
    return tried.flat().flatMap((place) => {
      const step = steps[place.step];
      const old = step?.inputs[place.slot];
      if (step === undefined || old === undefined) return [];
      const value = changed(old, place.path, (part) =>
        typeof part === 'bigint' ? to : withBytes(part, place.at, place.to),
      );
      const slots = this.calls[step.call]?.inputs ?? [];
      const inputs = fitToSlots(slots, step.inputs.with(place.slot, value));
      return [{ steps: steps.with(place.step, { ...step, inputs }) }];
    });
  }
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
function isFurther(one: Waiting | undefined, other: Waiting | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.level !== other.level) return one.level > other.level;
  return one.case.steps.length < other.case.steps.length;
}

/** How two values stand in bytes: in as many as both need, in either order. */
interface Form {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

function formsOf(from: bigint, to: bigint): Form[] {
  const [fromBytes, toBytes] = [littleEndian(from), littleEndian(to)];
  return WIDTHS.flatMap(({ width, size }) => {
    if (from >= size || to >= size) return [];
    const [a, b] = [fromBytes.subarray(0, width), toBytes.subarray(0, width)];
    const forms = [{ from: a, to: b }];
    return width === 1 ? forms : [...forms, { from: a.toReversed(), to: b.toReversed() }];
  });
}

/** Widths of a value in bytes, each with the first value that does not fit. */
const WIDTHS = [1, 2, 4, 8].map((width) => ({ width, size: 1n << BigInt(8 * width) }));

/** The eight bytes of a value, the lowest first. */
function littleEndian(value: bigint): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, value, true);
  return new Uint8Array(bytes.buffer);
}

/** Where in a value something is to be replaced: the way through lists, and for bytes the offset. */
interface ReplacementSpot {
  readonly path: readonly number[];
  readonly at: number;
  readonly to: Uint8Array;
}

function placesIn(value: CaseValue, from: bigint, forms: () => readonly Form[]): ReplacementSpot[] {
  if (typeof value === 'bigint') {
    return value === from ? [{ path: [], at: 0, to: new Uint8Array() }] : [];
  }
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
    // Each form has the lowest byte, and a search for one byte is quick.
    if (!bytes.includes(Number(from & 0xffn))) return [];
    // The widest form says most: a short one is found by chance.
    for (const form of forms().toReversed()) {
      const places = offsetsOf(bytes, form.from);
      if (places.length > 0) return places.map((at) => ({ path: [], at, to: form.to }));
    }
    return [];
  }
  if (value === null || typeof value !== 'object') return [];
  return value.flatMap((part, index) =>
    placesIn(part, from, forms).map((spot) => ({ ...spot, path: [index, ...spot.path] })),
  );
}

function offsetsOf(bytes: Buffer, wanted: Uint8Array): number[] {
  const found: number[] = [];
  let at = bytes.indexOf(wanted);
  while (at >= 0 && found.length < MAX_PLACES) {
    found.push(at);
    at = bytes.indexOf(wanted, at + 1);
  }
  return found;
}

function changed(
  value: CaseValue,
  path: readonly number[],
  change: (part: CaseValue) => CaseValue,
): CaseValue {
  const [index, ...rest] = path;
  if (index === undefined) return change(value);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  return value.map((part, at) => (at === index ? changed(part, rest, change) : part));
}

function withBytes(value: CaseValue, at: number, bytes: Uint8Array): CaseValue {
  if (!(value instanceof Uint8Array)) return value;
  const copy = Uint8Array.from(value);
  copy.set(bytes, at);
  return copy;
}
