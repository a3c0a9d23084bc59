import type { CaseStep } from '../cases/case.ts';
import type { CaseValue } from '../cases/shape.ts';
import type { CallSignature } from './call-signature.ts';
import { callsTogether } from './calls-together.ts';
import { Handles } from './handles.ts';
import { UsedValues } from './used-values.ts';
import { fitToSlots } from './values/fit.ts';
import type { Random } from './values/random.ts';

/** More objects of one type than this tell nothing new. */
const MAX_ALIVE = 3;
/** So many come together by chance. */
const FEW_CALLS = 4;
/** Makers of makers. */
const MAX_DEPTH = 4;

/** Makes sequences of calls on handles; `inputsOf` makes the inputs of a call by its index. */
export class Sequences {
  private readonly random: Random;
  private readonly calls: readonly CallSignature[];
  private readonly inputsOf: (call: number) => readonly CaseValue[];

  constructor(
    random: Random,
    calls: readonly CallSignature[],
    inputsOf: (call: number) => readonly CaseValue[],
  ) {
    this.random = random;
    this.calls = calls;
    this.inputsOf = inputsOf;
  }

  /**
   * At most so many calls. They come in stretches, each with its own likelihood for every call
   * (swarm testing, Groce and others 2012): many pushes, then many pops.
   */
  any(longest: number): readonly CaseStep[] {
    const { random } = this;
    const sequence = new Sequence(this.calls);
    const length = random.between(1, random.percent(50) ? Math.min(8, longest) : longest);
    const used = new UsedValues(random, longest);
    const isMany = this.calls.length > FEW_CALLS;
    const about = isMany && random.percent(50) ? callsTogether(random, this.calls) : undefined;
    while (sequence.steps.length < length) {
      const isOneCall = random.percent(35);
      const weights = this.weights(isOneCall, about);
      const stretch = random.pick(isOneCall ? [2, 12, 20] : [1, 2, 4, 8, 16]);
      const end = Math.min(length, sequence.steps.length + stretch);
      while (sequence.steps.length < end) {
        const call = this.possible(sequence, weights);
        if (call === undefined) return sequence.steps;
        this.take(sequence, call, this.mixed(used, call));
      }
    }
    if (random.percent(60)) this.observe(sequence, used, longest);
    return sequence.steps;
  }

  /** What must come before a call, the call with these inputs, and a look at what it did. */
  around(call: number, inputs: readonly CaseValue[], longest: number): readonly CaseStep[] {
    const sequence = new Sequence(this.calls);
    const used = new UsedValues(this.random, longest);
    this.prepare(sequence, call, 0);
    const changes = this.random.pick([0, 0, 1, 3]);
    const weights = this.calls.map(() => 1);
    for (let change = 0; change < changes; change += 1) {
      const next = this.possible(sequence, weights);
      if (next !== undefined && sequence.steps.length + 1 < longest)
        this.take(sequence, next, this.mixed(used, next));
    }
    this.prepare(sequence, call, 0);
    this.take(sequence, call, inputs);
    used.keep(this.calls[call]?.inputs ?? [], inputs);
    // Where nothing was made, what looks at it would end the case before it counts.
    const makes = this.calls[call]?.makes !== undefined;
    if (!makes || this.random.percent(75)) this.observe(sequence, used, longest);
    return sequence.steps;
  }

  /** How likely each call is in a stretch. @param about no other calls than these, if they are given */
  private weights(isOneCall: boolean, about: ReadonlySet<number> | undefined): readonly number[] {
    const { random, calls } = this;
    const one = about === undefined ? random.below(calls.length) : random.pick([...about]);
    return calls.map((_, call) => {
      if (about?.has(call) === false) return 0;
      if (isOneCall) return call === one ? 1 : 0;
      return random.pick(about === undefined ? [0, 0, 1, 1, 4, 16] : [0, 1, 1, 4]);
    });
  }

  private mixed(used: UsedValues, call: number): readonly CaseValue[] {
    const signature = this.calls[call];
    if (signature === undefined) return [];
    return fitToSlots(signature.inputs, used.mixed(signature, this.inputsOf(call)));
  }

  private take(sequence: Sequence, call: number, inputs: readonly CaseValue[]): void {
    const { random } = this;
    sequence.take(call, inputs, (alive) =>
      random.percent(60) ? alive.toReversed() : rotated(alive, random.below(alive.length + 1)),
    );
  }

  /** Makes the handles that a call takes and that nothing made yet. */
  private prepare(sequence: Sequence, call: number, depth: number): void {
    const takes = this.calls[call]?.takes ?? [];
    if (depth > MAX_DEPTH) return;
    for (const { type } of takes) {
      const needed = takes.filter((each) => each.type === type).length;
      for (let tries = 0; tries < needed; tries += 1) {
        if (sequence.handles.alive(type).length >= needed) break;
        const maker = this.makerOf(type, call);
        if (maker === undefined) return;
        this.prepare(sequence, maker, depth + 1);
        this.take(sequence, maker, this.inputsOf(maker));
      }
    }
  }

  /** The call that makes a handle and needs fewest itself. */
  private makerOf(type: string, except: number): number | undefined {
    const makers = [...this.calls.keys()].filter(
      (call) => call !== except && this.calls[call]?.makes === type,
    );
    const needs = (call: number): number => this.calls[call]?.takes?.length ?? 0;
    return makers.sort((a, b) => needs(a) - needs(b))[0];
  }

  /** Calls that read what is there, so that a wrong state shows. */
  private observe(sequence: Sequence, used: UsedValues, longest: number): void {
    const readers = [...this.calls.keys()].filter((call) => {
      const takes = this.calls[call]?.takes ?? [];
      return takes.length > 0 && takes.every(({ use }) => use === 'reads');
    });
    for (let count = Math.min(4, readers.length); count > 0; count -= 1) {
      if (sequence.steps.length >= longest) return;
      const reader = this.random.pick(readers);
      this.take(sequence, reader, this.mixed(used, reader));
    }
  }

  /** A call whose handles are there, by weight; any such call where those have none. */
  private possible(sequence: Sequence, weights: readonly number[]): number | undefined {
    const { random } = this;
    const able = [...this.calls.keys()].filter((call) => sequence.canTake(call));
    const weighted = able.flatMap((call) => Array<number>(weights[call] ?? 0).fill(call));
    if (weighted.length > 0) return random.pick(weighted);
    return able.length > 0 ? random.pick(able) : undefined;
  }
}

class Sequence {
  readonly steps: CaseStep[] = [];
  readonly handles = new Handles();
  private readonly calls: readonly CallSignature[];

  constructor(calls: readonly CallSignature[]) {
    this.calls = calls;
  }

  canTake(index: number): boolean {
    const call = this.calls[index];
    if (call === undefined || this.handles.choose(call, (alive) => alive) === undefined)
      return false;
    return call.makes === undefined || this.handles.alive(call.makes).length < MAX_ALIVE;
  }

  take(
    index: number,
    inputs: readonly CaseValue[],
    prefer: (alive: readonly number[]) => readonly number[],
  ): void {
    const call = this.calls[index];
    const taken = call === undefined ? undefined : this.handles.choose(call, prefer);
    if (call === undefined || taken === undefined) return;
    this.handles.after(call, taken);
    this.steps.push({ call: index, inputs, handles: taken });
  }
}

function rotated<T>(list: readonly T[], by: number): readonly T[] {
  return [...list.slice(by), ...list.slice(0, by)];
}
