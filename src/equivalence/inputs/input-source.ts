import type { Case } from '../case.ts';
import type { Call } from './call.ts';
import type { Constants } from './constants.ts';
import { FreshInputs } from './fresh-inputs.ts';
import { type Random, seededRandom } from './random.ts';
import { Sequences } from './sequences.ts';

/** Makes cases, and makes better ones of what is seen of them. */
export interface InputSource {
  /** So many cases, never fewer. */
  next(count: number): readonly Case[];
  /** What became of cases; of some of them is enough, in any order. */
  learn(results: readonly Feedback[]): void;
}

/** What the C did with a case. */
export interface Feedback {
  readonly case: Case;
  /**
   * The step at which a sanitizer, a signal or a watchdog ended the C: such a case compares
   * nothing, and fewer like it are made. Undefined for a case that counts.
   */
  readonly excludedAt?: number;
  /**
   * What this case reached and no case before it did, each by any number of its own: branches,
   * or how often a branch was taken in powers of two.
   */
  readonly reached: readonly number[];
}

export interface InputOptions {
  /** Of the harness: `Step.call` is an index into them. */
  readonly calls: readonly Call[];
  readonly constants: Constants;
  /** Of 32 bits. The same seed, calls and feedback give the same cases. */
  readonly seed: number;
  /** Most steps of a case; by default 1 where there is one call that neither makes nor takes a handle. */
  readonly longest?: number;
}

const LONGEST = 40;

export function openInputs(options: InputOptions): InputSource {
  return new FreshCases(seededRandom(options.seed), options);
}

/** Cases that depend on no result. */
class FreshCases implements InputSource {
  private readonly random: Random;
  private readonly fresh: readonly FreshInputs[];
  private readonly sequences: Sequences;
  private readonly longest: number;
  private readonly planned: number[];

  constructor(random: Random, { calls, constants, longest }: InputOptions) {
    this.random = random;
    this.fresh = calls.map((call) => new FreshInputs(random, call, constants));
    this.sequences = new Sequences(random, calls, (call) => this.fresh[call]?.any() ?? []);
    this.longest = longest ?? (isPlain(calls) ? 1 : LONGEST);
    this.planned = [...calls.keys()];
  }

  next(count: number): readonly Case[] {
    return Array.from({ length: count }, () => ({ steps: this.steps() }));
  }

  learn(): void {}

  private steps(): Case['steps'] {
    const { sequences, longest, random } = this;
    if (longest > 1 && random.percent(50)) return sequences.any(longest);
    for (let call = this.planned.shift(); call !== undefined; call = this.planned.shift()) {
      const inputs = this.fresh[call]?.nextPlanned();
      if (inputs === undefined) continue;
      this.planned.push(call);
      return longest === 1
        ? [{ call, inputs, handles: [] }]
        : sequences.around(call, inputs, longest);
    }
    return sequences.any(longest);
  }
}

function isPlain(calls: readonly Call[]): boolean {
  return (
    calls.length === 1 &&
    calls.every(({ makes, takes = [] }) => makes === undefined && takes.length === 0)
  );
}
