import type { Case, CaseStep } from '../cases/case.ts';
import type { CaseValue } from '../cases/shape.ts';
import type { CallSignature } from './call-signature.ts';
import { ConstructorInputs } from './constructor-inputs.ts';
import { Corpus } from './corpus.ts';
import { ExclusionModel } from './exclusions.ts';
import { FreshInputs } from './fresh-inputs.ts';
import { type ComparedOperands, InputToState } from './input-to-state.ts';
import { type MutationSource, mutated } from './mutate.ts';
import { Sequences } from './sequences.ts';
import type { Constants } from './values/constants.ts';
import { type Random, seededRandom } from './values/random.ts';

/** Makes cases, and makes better ones of what is seen of them. */
export interface InputSource {
  /** So many cases, never fewer. */
  next(count: number): readonly Case[];
  /** What became of cases; of some of them is enough, in any order. */
  learn(results: readonly Feedback[]): void;
  /** Cases that turned out not to count, by more than the C says of them: fewer like them are made. */
  avoid(cases: readonly Case[]): void;
  /** Whether what was learned last leads on: a few cases that build on it are worth more than many others. */
  readonly isAdvancing: boolean;
}

/** What the C did with a case. */
export interface Feedback {
  readonly case: Case;
  /**
   * The step at which a sanitizer, a signal or a watchdog ended the C: such a case compares
   * nothing, and fewer like it are made. Undefined for a case that counts.
   */
  readonly excludedAt?: number;
  /** Whether it was the watchdog, who takes as long as many cases that count. */
  readonly isEndless?: boolean;
  /**
   * What this case reached and no case before it did, each by any number of its own: branches,
   * or how often a branch was taken in powers of two.
   */
  readonly reached: readonly number[];
  /** What it compared last, and what was not the same. */
  readonly comparisons?: readonly ComparedOperands[] | undefined;
  /** The step that takes an object which no earlier step has made, as it was to: the case ended there. */
  readonly unmadeAt?: number;
}

export interface InputOptions {
  /** Of the harness: `Step.call` is an index into them. */
  readonly calls: readonly CallSignature[];
  readonly constants: Constants;
  /** Of 32 bits. The same seed, calls and feedback give the same cases. */
  readonly seed: number;
  /** Most steps of a case; by default 1 where there is one call that neither makes nor takes a handle. */
  readonly longest?: number;
}

const DEFAULT_MAX_STEPS = 40;

export function openInputs(options: InputOptions): InputSource {
  return new GuidedInputs(options);
}

/** A case that is like those that were excluded is made anew, so often. */
const MAX_REFUSED = 24;

/** Ways to make a case: those planned, as long as there are some; new ones; changed known ones. */
type Way = 'planned' | 'new' | 'changed';

class GuidedInputs implements InputSource {
  private readonly random: Random;
  private readonly source: MutationSource;
  private readonly fresh: readonly FreshInputs[];
  private readonly constructorInputs: ConstructorInputs;
  private readonly sequences: Sequences;
  /** Calls that still have planned inputs, in turn. */
  private readonly planned: number[];
  private readonly corpus: Corpus;
  private readonly inputToState: InputToState;
  private readonly exclusions: ExclusionModel;
  isAdvancing = false;
  /** Nothing that was tried counts so far. */
  private isInVain = false;
  private hasCounted = false;
  private readonly parents = new WeakMap<Case, Case>();

  constructor({ calls, constants, seed, longest }: InputOptions) {
    const random = seededRandom(seed);
    const fresh = calls.map((call) => new FreshInputs(random, call, constants));
    const makers = new ConstructorInputs(random, calls);
    const inputsOf = (call: number): readonly CaseValue[] =>
      makers.inputsOf(call) ?? this.freshInputs(call);
    this.constructorInputs = makers;
    this.random = random;
    this.fresh = fresh;
    this.sequences = new Sequences(random, calls, inputsOf);
    this.source = {
      random,
      calls,
      constants,
      inputsOf,
      longest: longest ?? (isPlain(calls) ? 1 : DEFAULT_MAX_STEPS),
    };
    this.planned = [...calls.keys()];
    this.corpus = new Corpus(random);
    this.inputToState = new InputToState(random, calls, constants);
    this.exclusions = new ExclusionModel(calls);
  }

  next(count: number): readonly Case[] {
    return Array.from({ length: count }, () => this.one());
  }

  learn(results: readonly Feedback[]): void {
    const met = this.inputToState.met;
    const kept = this.corpus.size;
    for (const {
      case: known,
      excludedAt,
      isEndless = false,
      reached,
      comparisons = [],
      unmadeAt,
    } of results) {
      this.constructorInputs.learn(known, excludedAt ?? unmadeAt, unmadeAt !== undefined);
      this.inputToState.learn(known, comparisons);
      if (unmadeAt !== undefined) continue;
      this.exclusions.learn(
        known,
        excludedAt === undefined ? undefined : { step: excludedAt, isEndless },
      );
      if (excludedAt !== undefined) continue;
      this.hasCounted = true;
      if (reached.length > 0) this.corpus.add(known, this.parents.get(known));
    }
    this.isAdvancing = this.inputToState.met > met || this.corpus.size > kept;
    this.isInVain = results.length > 0 && !this.hasCounted;
  }

  avoid(cases: readonly Case[]): void {
    for (const one of cases) {
      const step = one.steps.length - 1;
      this.exclusions.learn(one, { step, isEndless: false, isCorrection: true });
    }
  }

  private freshInputs(call: number): readonly CaseValue[] {
    const fresh = this.fresh[call];
    return (this.isInVain && this.random.percent(80) ? fresh?.small() : fresh?.any()) ?? [];
  }

  private one(): Case {
    if (!this.inputToState.isEmpty && this.random.percent(40)) {
      const repaired = this.inputToState.next();
      if (repaired !== undefined) return repaired;
    }
    // What was planned is of no use where nothing of it counts.
    if (this.isInVain && this.random.percent(60)) return { steps: this.newSteps() };
    let made = this.made(this.way());
    for (let refused = 0; refused < MAX_REFUSED; refused += 1) {
      if (!this.exclusions.refuses(this.random, made)) return made;
      made = this.made(this.way());
    }
    return made;
  }

  private way(): Way {
    const way = this.random.below(100);
    if (this.planned.length > 0 && way < 55) return 'planned';
    return way < 85 && this.corpus.size > 0 ? 'changed' : 'new';
  }

  private made(way: Way): Case {
    if (way === 'changed') return this.changed() ?? { steps: this.newSteps() };
    return { steps: (way === 'planned' ? this.plannedSteps() : undefined) ?? this.newSteps() };
  }

  private changed(): Case | undefined {
    const parent = this.corpus.pick();
    if (parent === undefined) return undefined;
    const child = mutated(this.source, parent, this.corpus.any() ?? parent);
    this.parents.set(child, parent);
    return child;
  }

  private newSteps(): readonly CaseStep[] {
    return this.sequences.any(this.source.longest);
  }

  private plannedSteps(): readonly CaseStep[] | undefined {
    for (let call = this.planned.shift(); call !== undefined; call = this.planned.shift()) {
      const inputs = this.fresh[call]?.nextPlanned();
      if (inputs === undefined) continue;
      this.planned.push(call);
      const { longest } = this.source;
      return longest === 1
        ? [{ call, inputs, handles: [] }]
        : this.sequences.around(call, inputs, longest);
    }
    return undefined;
  }
}

function isPlain(calls: readonly CallSignature[]): boolean {
  return calls.length === 1 && calls.every(({ makes, takes }) => !makes && !takes?.length);
}
