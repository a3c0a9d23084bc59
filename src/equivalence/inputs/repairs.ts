import type { Case } from '../case.ts';
import type { Value } from '../shape.ts';
import type { Call } from './call.ts';
import { fitted } from './fit.ts';
import type { Random } from './random.ts';

/** Two values that the C compared, and that were not the same: of 64 bits or fewer, without a sign. */
export interface Comparison {
  /** Where in the C. */
  readonly site: bigint;
  readonly left: bigint;
  readonly right: bigint;
}

/** Of one comparison, so many wait at most: the newest. */
const MOST_WAITING = 48;
/** Of each comparison of a case. */
const PLACES_TRIED = 3;
/** Places of a value in one list. */
const MOST_PLACES = 64;

/** What waits of one comparison, and how many were taken. */
interface Site {
  readonly waiting: Case[];
  taken: number;
}

/**
 * Cases that pass a comparison which another one failed: what the C compared is looked for in the inputs,
 * and what it was compared with is put in its place (as in REDQUEEN, Aschermann and others 2019). So a
 * checksum is right that no random input has.
 */
export class Repairs {
  private readonly random: Random;
  private readonly calls: readonly Call[];
  private readonly sites = new Map<bigint, Site>();

  constructor(random: Random, calls: readonly Call[]) {
    this.random = random;
    this.calls = calls;
  }

  get isEmpty(): boolean {
    return [...this.sites.values()].every(({ waiting }) => waiting.length === 0);
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
    return least.waiting.pop();
  }

  /** Takes in what the C compared last in a case. */
  learn(known: Case, comparisons: readonly Comparison[]): void {
    for (const { site, left, right } of comparisons) {
      const found = this.sites.get(site) ?? { waiting: [], taken: 0 };
      this.sites.set(site, found);
      // A short value may stand in several places, of which few are the one that was compared.
      for (let count = 0; count < PLACES_TRIED; count += 1) {
        for (const [from, to] of [
          [left, right],
          [right, left],
        ] as const) {
          const one = this.replaced(known, from, to);
          if (one !== undefined) found.waiting.push(one);
        }
      }
      if (found.waiting.length > MOST_WAITING) found.waiting.splice(0, MOST_WAITING / 2);
    }
  }

  /** The case with one place of a value changed to another; undefined where it is nowhere. */
  private replaced({ steps }: Case, from: bigint, to: bigint): Case | undefined {
    const { random } = this;
    const forms = formsOf(from, to);
    const found = steps.flatMap(({ inputs }, step) =>
      inputs.flatMap((value, slot) =>
        placesIn(value, from, forms).map((place) => ({ ...place, step, slot })),
      ),
    );
    if (found.length === 0) return undefined;
    const place = random.pick(found);
    const step = steps[place.step];
    const old = step?.inputs[place.slot];
    if (step === undefined || old === undefined) return undefined;
    const value = changed(old, place.path, (part) =>
      typeof part === 'bigint' ? to : withBytes(part, place.at, place.to),
    );
    const slots = this.calls[step.call]?.inputs ?? [];
    const inputs = fitted(slots, step.inputs.with(place.slot, value));
    return { steps: steps.with(place.step, { ...step, inputs }) };
  }
}

/** How two values stand in bytes: in as many as both need, in either order. */
interface Form {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

function formsOf(from: bigint, to: bigint): Form[] {
  return [1, 2, 4, 8].flatMap((width) => {
    const size = 1n << BigInt(8 * width);
    if (from >= size || to >= size) return [];
    const [a, b] = [bytesOf(from, width), bytesOf(to, width)];
    const forms = [{ from: a, to: b }];
    return width === 1 ? forms : [...forms, { from: a.toReversed(), to: b.toReversed() }];
  });
}

function bytesOf(value: bigint, width: number): Uint8Array {
  return Uint8Array.from({ length: width }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
}

/** Where in a value something is to be replaced: the way through lists, and for bytes the offset. */
interface Spot {
  readonly path: readonly number[];
  readonly at: number;
  readonly to: Uint8Array;
}

function placesIn(value: Value, from: bigint, forms: readonly Form[]): Spot[] {
  if (typeof value === 'bigint') {
    return value === from ? [{ path: [], at: 0, to: new Uint8Array() }] : [];
  }
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
    // The widest form says most: a short one is found by chance.
    for (const form of forms.toReversed()) {
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
  while (at >= 0 && found.length < MOST_PLACES) {
    found.push(at);
    at = bytes.indexOf(wanted, at + 1);
  }
  return found;
}

function changed(value: Value, path: readonly number[], change: (part: Value) => Value): Value {
  const [index, ...rest] = path;
  if (index === undefined) return change(value);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  return value.map((part, at) => (at === index ? changed(part, rest, change) : part));
}

function withBytes(value: Value, at: number, bytes: Uint8Array): Value {
  if (!(value instanceof Uint8Array)) return value;
  const copy = Uint8Array.from(value);
  copy.set(bytes, at);
  return copy;
}
