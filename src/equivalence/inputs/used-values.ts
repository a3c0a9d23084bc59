import type { Slot } from '../cases/case.ts';
import type { CaseValue } from '../cases/shape.ts';
import type { CallSignature } from './call-signature.ts';
import { neighbourOf } from './fresh-inputs.ts';
import { elementsOf } from './values/elements.ts';
import type { Random } from './values/random.ts';

/** How many different lists a narrow sequence has at most. */
const NARROW_LISTS = 3;
const SIZES = [
  [0, 1, 2, 3],
  [2, 3, 4, 5],
  [4, 8, 12, 16],
];

/**
 * Values that earlier steps of a sequence used: what was put in is asked for again. In a narrow sequence
 * there are only a few different ones, so that keys meet, tables are full, and lists have equal elements.
 */
export class UsedValues {
  private readonly random: Random;
  private readonly values = new Map<string, CaseValue[]>();
  private readonly steps: ReadonlyMap<string, CaseValue>[] = [];
  /** Integers of a narrow sequence are below this; undefined in any other. */
  private readonly below: number | undefined;
  /** Sizes of what a narrow sequence makes. */
  private readonly sizes: readonly number[];

  /** @param longest the most steps: where there is one, nothing can meet */
  constructor(random: Random, longest: number) {
    this.random = random;
    const isNarrow = longest > 1 && random.percent(50);
    this.below = isNarrow ? random.pick([2, 3, 4, 8]) : undefined;
    this.sizes = isNarrow ? random.pick(SIZES) : [];
  }

  /** Values for the slots of a call, some of them those of earlier steps. */
  mixed(
    { inputs: slots, makes }: CallSignature,
    inputs: readonly CaseValue[],
  ): readonly CaseValue[] {
    const { random } = this;
    // All that a step was given, such as the parts of a key, by their names.
    const isAgain = this.steps.length > 0 && random.percent(this.below === undefined ? 30 : 50);
    const again = isAgain ? random.pick(this.steps) : undefined;
    const mixed = inputs.map((value, at) => {
      const same = again?.get(nameOf(slots[at], value));
      if (same !== undefined) return same;
      const known = this.values.get(kindOf(value)) ?? [];
      if (this.below !== undefined && random.percent(85)) {
        return this.narrow(value, known, makes !== undefined);
      }
      if (known.length === 0 || !random.percent(50)) return value;
      return random.percent(75) ? random.pick(known) : neighbourOf(random, random.pick(known));
    });
    this.keep(slots, mixed);
    return mixed;
  }

  /** Notes what a step was given. */
  keep(slots: readonly Slot[], inputs: readonly CaseValue[]): void {
    const step = new Map<string, CaseValue>();
    for (const [at, value] of inputs.entries()) {
      const kind = kindOf(value);
      const known = this.values.get(kind) ?? [];
      this.values.set(kind, known);
      known.push(value);
      step.set(nameOf(slots[at], value), value);
    }
    if (step.size > 0) this.steps.push(step);
  }

  private narrow(value: CaseValue, known: readonly CaseValue[], isSize: boolean): CaseValue {
    const { random, below = 1 } = this;
    if (typeof value === 'bigint') {
      return BigInt(isSize ? random.pick(this.sizes) : random.below(below));
    }
    const isList = value !== null && elementsOf(value) !== undefined;
    return isList && known.length >= NARROW_LISTS
      ? random.pick(known.slice(0, NARROW_LISTS))
      : value;
  }
}

function nameOf(slot: Slot | undefined, value: CaseValue): string {
  return `${slot?.name ?? ''} ${kindOf(value)}`;
}

/** Values of one kind may stand for each other, once they are brought into a slot's limits. */
function kindOf(value: CaseValue): string {
  if (value === null) return 'null';
  const elements = elementsOf(value);
  if (elements === undefined) return typeof value;
  if (elements instanceof Uint8Array) return 'bytes';
  return `[${elements.length > 0 ? kindOf(elements[0] ?? null) : ''}]`;
}
