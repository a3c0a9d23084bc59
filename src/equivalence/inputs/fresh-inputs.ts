import { isDeepStrictEqual } from 'node:util';
import type { Slot, SlotLimits } from '../cases/case.ts';
import type { CaseValue, IntegerShape } from '../cases/shape.ts';
import type { CallSignature } from './call-signature.ts';
import type { Constants } from './values/constants.ts';
import { elementsOf } from './values/elements.ts';
import { fitToSlots } from './values/fit.ts';
import { lengthOf } from './values/fits.ts';
import { characterIntegers, tabledIntegers } from './values/integers.ts';
import { interestingValues, rows } from './values/interesting.ts';
import { withKeysThatMeet } from './values/meet.ts';
import type { Random } from './values/random.ts';
import { randomValue } from './values/random-value.ts';
import { smallValue } from './values/small.ts';

/** Values of one slot that are tried with those of another; more pairs than this are drawn at random. */
const PAIRED = 32;
const MAX_PAIRS = 1500;

/**
 * Inputs for one call that depend on no result: first each interesting value of each slot, then
 * pairs of those, then random ones for ever.
 */
export class FreshInputs {
  private readonly random: Random;
  private readonly slots: readonly Slot[];
  private readonly constants: Constants;
  private readonly interesting: readonly (readonly CaseValue[])[];
  private readonly planned: Iterator<readonly CaseValue[]>;

  constructor(random: Random, call: CallSignature, constants: Constants) {
    this.random = random;
    this.slots = call.inputs;
    this.constants = constants;
    this.interesting = call.inputs.map(({ shape, limits }) =>
      interestingValues(random, shape, limits, constants),
    );
    this.planned = this.plan();
  }

  /** The next of those planned; undefined when all have been made. */
  nextPlanned(): readonly CaseValue[] | undefined {
    const { done, value } = this.planned.next();
    return done === true ? undefined : fitToSlots(this.slots, value);
  }

  /** Small numbers and short lists, of which code makes something that can make nothing of others. */
  small(): readonly CaseValue[] {
    const values = this.slots.map(({ shape }) => smallValue(this.random, shape));
    return fitToSlots(this.slots, values);
  }

  /** Values of interest and any others, equal ones and neighbours more often than chance has it. */
  any(): readonly CaseValue[] {
    const { random } = this;
    const values = this.slots.map(({ shape, limits }, at) => {
      const known = this.interesting[at];
      return known !== undefined && random.percent(30)
        ? random.pick(known)
        : randomValue(random, shape, limits, this.constants);
    });
    if (random.percent(15)) this.makeAlike(values);
    const met = random.percent(15) ? withKeysThatMeet(random, this.slots, values) : values;
    const fitted = this.withRooms(fitToSlots(this.slots, met));
    return fitToSlots(this.slots, this.indexesAtEdges(fitted));
  }

  private *plan(): Generator<readonly CaseValue[]> {
    if (this.slots.length === 0) {
      yield [];
      return;
    }
    for (const row of rows(this.random, this.interesting)) yield row;
    yield* this.eachOf(characterIntegers);
    for (const [first, second] of this.pairs()) {
      const values = [...this.any()];
      for (const { slot, value } of [first, second]) values[slot] = value;
      yield values;
    }
    const { tabled } = this.constants;
    yield* this.eachOf((shape, limits) => tabledIntegers(shape, limits, tabled));
  }

  /** Each value of a slot that is an integer, beside any values of the others. */
  private *eachOf(
    valuesOf: (shape: IntegerShape, limits: SlotLimits | undefined) => readonly bigint[],
  ): Generator<readonly CaseValue[]> {
    for (const [slot, { shape, limits }] of this.slots.entries()) {
      if (shape.kind !== 'integer') continue;
      const known = new Set(this.interesting[slot]);
      for (const value of valuesOf(shape, limits)) {
        if (known.has(value)) continue;
        const values = [...this.any()];
        values[slot] = value;
        yield values;
      }
    }
  }

  private pairs(): readonly (readonly [Placed, Placed])[] {
    const { random } = this;
    const placed = this.interesting.map((values, slot) =>
      values.slice(0, PAIRED).map((value): Placed => ({ slot, value })),
    );
    const all = placed.flatMap((values, slot) =>
      placed
        .slice(slot + 1)
        .flatMap((others) =>
          values.flatMap((one) => others.map((other): readonly [Placed, Placed] => [one, other])),
        ),
    );
    return shuffled(random, all).slice(0, MAX_PAIRS);
  }

  /** Makes one value equal to another of its shape, or nearly. */
  private makeAlike(values: CaseValue[]): void {
    const { random, slots } = this;
    if (slots.length < 2) return;
    const from = random.below(slots.length);
    const shape = slots[from]?.shape;
    const others = [...slots.keys()].filter(
      (at) => at !== from && isDeepStrictEqual(slots[at]?.shape, shape),
    );
    if (others.length === 0) return;
    values[random.pick(others)] = neighbourOf(random, values[from] ?? null);
  }

  /** Rooms of outputs mostly as large as they are, or about what is written of the longest list. */
  private withRooms(values: readonly CaseValue[]): readonly CaseValue[] {
    const { random, slots } = this;
    if (slots.every(({ limits }) => limits?.room === undefined)) return values;
    const longest = Math.max(0, ...values.map((value) => elementsOf(value)?.length ?? 0));
    return slots.map(({ limits }, at) => {
      const value = values[at] ?? null;
      const room = limits?.room;
      if (room === undefined || typeof value !== 'bigint' || random.percent(25)) return value;
      const least = longest * random.pick([0, 1, 1, 2, 3, 4]);
      return BigInt(random.percent(40) ? room : Math.min(room, least + random.below(8)));
    });
  }

  private indexesAtEdges(values: readonly CaseValue[]): readonly CaseValue[] {
    const { random, slots } = this;
    return slots.map(({ limits }, at) => {
      const value = values[at] ?? null;
      const room = lengthOf(limits?.within, slots, values);
      if (room === undefined || typeof value !== 'bigint' || random.percent(40)) return value;
      return BigInt(random.pick([room, room, Math.max(0, room - 1), room >> 1, 0]));
    });
  }
}

interface Placed {
  readonly slot: number;
  readonly value: CaseValue;
}

/** The value itself, the integer beside it, or a list with one byte changed or its end cut off. */
export function neighbourOf(random: Random, value: CaseValue): CaseValue {
  if (random.percent(60)) return value;
  if (typeof value === 'bigint') return value + BigInt(random.pick([1, -1]));
  const elements = elementsOf(value);
  if (elements === undefined || elements.length === 0) return value;
  if (!(elements instanceof Uint8Array) || random.percent(50))
    return elements.slice(0, random.below(elements.length));
  const changed = Uint8Array.from(elements);
  changed[random.below(changed.length)] = random.below(256);
  return changed;
}

function shuffled<T extends NonNullable<unknown>>(random: Random, list: readonly T[]): T[] {
  const result = [...list];
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    const [a, b] = [result[at], result[other]];
    if (a !== undefined && b !== undefined) {
      result[at] = b;
      result[other] = a;
    }
  }
  return result;
}
