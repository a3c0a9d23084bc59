import { BEHIND_ELEMENTS, UNWRITTEN } from '../c/runtime.ts';
import type { Case, SideResult, Slot } from '../cases/case.ts';

import { type Difference, firstDifference } from '../evidence/compare.ts';
import { mayBeUnheld, unheldValue } from '../evidence/unheld-value.ts';
import { C_PROGRAM, COVERAGE_PROGRAM } from '../harness/build-c.ts';
import { RUST_PROGRAM } from '../harness/build-rust.ts';
import type { EquivalenceDeps, EquivalencePhase } from '../plan/subject.ts';
import { type CallSlots, decodeResult, type RawResult, stoppedBy } from './driver-files.ts';
import type { MemoryCheck } from './memory-check.ts';
import { runSide, runSideWithEach } from './run-side.ts';

/** For a case on its own; the driver begins with one even if it has no time. */
const ALONE_SECONDS = 1;

/** A case on which the C gave a result. */
export interface CountedCase {
  readonly one: Case;
  readonly result: RawResult;
}

/** One on which the Rust seems to give something else. */
export interface DifferingCase extends CountedCase {
  readonly rust: RawResult;
}

/** How Rust stops that reaches out of a list, or computes how much of it is left behind its end. */
const OUT_OF_LIST =
  /\bout of (?:bounds|range)\b|\bshould be (?:<|<=) len\b|\bmid (?:>|<=) len\b|\bsubtract with overflow\b/;

/** Both sides of a function, built, and run on any cases. */
export class BothSides {
  private readonly calls: readonly CallSlots[];
  private readonly deps: EquivalenceDeps;
  private readonly folders: { readonly run: string; readonly rustRun: string };
  /** Of the program of the C with the sanitizers. */
  private readonly options: string[] = [];
  /** Of all programs of the C. */
  private shared: readonly string[] = [];
  private mayBeUnheld = false;
  private leavesOutUnwritten = false;
  private endsTexts = false;
  private readonly memory: MemoryCheck;
  private readonly timed: <Result>(
    phase: EquivalencePhase,
    work: () => Promise<Result>,
  ) => Promise<Result>;

  constructor(
    calls: readonly CallSlots[],
    deps: EquivalenceDeps,
    folders: { readonly run: string; readonly rustRun: string },
    timed: <Result>(phase: EquivalencePhase, work: () => Promise<Result>) => Promise<Result>,
    memory: MemoryCheck,
  ) {
    this.calls = calls;
    this.deps = deps;
    this.folders = folders;
    this.timed = timed;
    this.memory = memory;
  }

  /** Leaves inputs out on which the C gives what the Rust types cannot hold, since these are given. */
  leaveOutUnheld(): void {
    this.mayBeUnheld = this.outputs.some((slots) => slots.some(({ shape }) => mayBeUnheld(shape)));
  }

  /** What a result of the C has that the Rust types cannot hold, where that leaves an input out. */
  unheldPart(
    one: Case,
    result: RawResult,
  ): { readonly step: number; readonly what: string } | undefined {
    const { outputs } = this;
    if (!this.mayBeUnheld) return undefined;
    const decoded = this.decodeResult(one, result);
    if (decoded.kind !== 'returned' && decoded.kind !== 'ended') return undefined;
    for (const [step, values] of decoded.steps.entries()) {
      const slots = outputs[one.steps[step]?.call ?? -1] ?? [];
      for (const [slot, { shape }] of slots.entries()) {
        const value = values[slot];
        const what = value === undefined ? undefined : unheldValue(shape, value);
        if (what !== undefined) return { step, what };
      }
    }
    return undefined;
  }

  /** Goes on where the C shifts too far, as this machine does it: for C that does so in every case. */
  allowWideShifts(): void {
    this.options.push('wide-shifts');
  }

  /** Gives the C more memory than it asks for: for C that reaches beyond it in every case. */
  giveRoom(): void {
    this.options.push('room');
  }

  /** Only sanitizers know the size of what was allocated, so no other build can confirm it. */
  get hasSizes(): boolean {
    return this.calls.some((call) => call.hasSizes === true);
  }

  /** Has lengths count pieces of one of the sizes that a plan names, by its index. See `rw_piece` of the driver. */
  countPieces(index: number): void {
    this.shared = [`piece=${index}`];
  }

  /** Takes a zero behind the elements of a list for its end: for C that ends texts so. */
  expectEnds(): void {
    this.endsTexts = true;
  }

  /** Leaves inputs out on which the C goes by memory that nothing was written to, also where both sides agree. */
  leaveOutUnwritten(): void {
    this.leavesOutUnwritten = true;
  }

  runC(cases: readonly Case[], seconds: number): Promise<RawResult[]> {
    return this.timed('C run', async () => {
      const results = await runSide(
        ...([C_PROGRAM, cases, this.calls, seconds, this.deps, this.folders.run] as const),
        ...(['edges', [...this.options, ...this.shared]] as const),
      );
      return this.leavesOutUnwritten ? this.withoutUnwritten(cases, results, seconds) : results;
    });
  }

  /** The same results, stopped where the C goes by such memory; those of which that is not known are left off. */
  private async withoutUnwritten(
    cases: readonly Case[],
    results: readonly RawResult[],
    seconds: number,
  ): Promise<RawResult[]> {
    const counting = cases.flatMap((one, at) => {
      const result = results[at];
      return result !== undefined && isDefinedResult(result) ? [{ one, at }] : [];
    });
    const inputs = counting.map(({ one }) => one);
    const seen = await this.memory.readUnwritten(inputs, this.shared, Math.max(1, seconds));
    const unknown = counting[seen.length]?.at;
    const steps = new Map(counting.map(({ at }, index) => [at, seen[index]]));
    return results.slice(0, unknown).map((result, at) => {
      const step = steps.get(at);
      return typeof step === 'number' ? { ...stoppedBy(UNWRITTEN), step } : result;
    });
  }

  /** The C built without sanitizers, which also counts what it runs. */
  runPlainC(cases: readonly Case[], seconds: number): Promise<RawResult[]> {
    return this.timed('coverage', () =>
      runSide(
        ...([COVERAGE_PROGRAM, cases, this.calls, seconds, this.deps, this.folders.run] as const),
        ...(['none', this.shared] as const),
      ),
    );
  }

  /** The same with each of some lists of options. */
  private runPlainCWithEach(
    cases: readonly Case[],
    seconds: number,
    each: readonly (readonly string[])[],
  ): Promise<RawResult[][]> {
    return this.timed('coverage', () =>
      runSideWithEach(
        ...([COVERAGE_PROGRAM, cases, this.calls, seconds, this.deps, this.folders.run] as const),
        each.map((options) => [...this.shared, ...options]),
      ),
    );
  }

  /**
   * The last case that it gave no result for when the time was up is run again on its own: code that
   * waits for the end of the time must not leave out an input.
   */
  async runRust(cases: readonly Case[], seconds: number): Promise<RawResult[]> {
    const run = (some: readonly Case[], limit: number) =>
      this.timed('Rust run', () =>
        runSide(RUST_PROGRAM, some, this.calls, limit, this.deps, this.folders.rustRun),
      );
    const results = await run(cases, seconds);
    const next = cases[results.length];
    if (next === undefined || results.at(-1)?.kind === 'hung') return results;
    const [last] = await run([next], ALONE_SECONDS);
    return [...results, last ?? stoppedBy('it ends the process')];
  }

  /** Where both sides of a case differ; equal bytes are equal values. */
  difference(one: Case, c: RawResult, rust: RawResult): Difference | undefined {
    if (!isDefinedResult(c)) return undefined;
    if (rust.kind === c.kind && rust.step === c.step && c.bytes.equals(rust.bytes))
      return undefined;
    return firstDifference(
      one,
      this.decodeResult(one, c),
      this.decodeResult(one, rust),
      this.outputs,
    );
  }

  /** Of each call. */
  get outputs(): readonly (readonly Slot[])[] {
    return this.calls.map(({ outputs }) => outputs);
  }

  decodeResult(one: Case, result: RawResult): SideResult {
    return decodeResult(result, one, this.calls);
  }

  /** For each case, whether it counts and the sides differ, where the C agrees with itself built in another way. */
  async findDiffering(cases: readonly Case[], seconds: number): Promise<boolean[]> {
    const c = await this.runC(cases, seconds);
    const counting = cases.flatMap((one, at) => {
      const result = c[at];
      const counts = result !== undefined && isDefinedResult(result);
      return counts && this.unheldPart(one, result) === undefined ? [{ one, result }] : [];
    });
    const inputs = counting.map(({ one }) => one);
    const rust = inputs.length === 0 ? [] : await this.runRust(inputs, seconds);
    const differing = counting.flatMap((counted, index): DifferingCase[] => {
      const other = rust[index];
      const isOther =
        other !== undefined && this.difference(counted.one, counted.result, other) !== undefined;
      return isOther ? [{ ...counted, rust: other }] : [];
    });
    const within = await this.withinLists(differing, seconds);
    const { alike } = await this.confirmed(within, seconds);
    const confirmed = new Set(alike.map(({ one }) => one));
    return cases.map((one) => confirmed.has(one));
  }

  /**
   * Of cases that the C gave a result for: those on which it gives the same, built in another way, and goes by
   * no memory that nothing was written to, which two builds need not show; how many do not count since it
   * depends on where in memory the arguments lie; and on how many both sides reach out of a list.
   */
  async agreeing(
    counted: readonly DifferingCase[],
    seconds: number,
  ): Promise<{
    readonly agreeing: readonly CountedCase[];
    readonly placed: number;
    readonly behind: number;
  }> {
    const within = await this.withinLists(counted, seconds);
    const { settled, alike } = await this.confirmed(within, seconds);
    const isUnwritten = await this.memory.readUnwritten(
      alike.map(({ one }) => one),
      this.shared,
    );
    const agreeing = alike.filter((_, at) => typeof isUnwritten[at] !== 'number');
    return {
      agreeing,
      placed: within.length - settled.length,
      behind: counted.length - within.length,
    };
  }

  /** Whether the C goes by memory on one of the cases that nothing was written to; not where that cannot be seen here. */
  async readsUnwritten(cases: readonly Case[]): Promise<boolean> {
    const seen = await this.memory.readUnwritten(cases, this.shared);
    return seen.some((at) => at !== 'none');
  }

  /**
   * Those but for such on which the Rust reaches out of a list, and so does the C, into memory behind the elements
   * to which it adds none: there is no list of Rust that could hold what is there.
   */
  private async withinLists(
    counted: readonly DifferingCase[],
    seconds: number,
  ): Promise<readonly DifferingCase[]> {
    const reachesOut = counted.filter(
      ({ rust }) => rust.kind === 'stopped' && OUT_OF_LIST.test(rust.bytes.toString('utf8')),
    );
    if (reachesOut.length === 0) return counted;
    const cases = reachesOut.map(({ one }) => one);
    const option = this.endsTexts ? 'behind=ends' : 'behind';
    const watched = await this.timed('C run', () =>
      runSide(
        ...([C_PROGRAM, cases, this.calls, seconds, this.deps, this.folders.run] as const),
        ...(['none', [...this.options, ...this.shared, option]] as const),
      ),
    );
    const isBehind = (at: number) => {
      const result = watched[at];
      return result?.kind === 'stopped' && result.bytes.toString('utf8') === BEHIND_ELEMENTS;
    };
    const behind = new Set(reachesOut.filter((_, at) => isBehind(at)));
    return counted.filter((one) => !behind.has(one));
  }

  /**
   * Of cases, those on which the C gives the same wherever in memory its arguments lie: behind each other, or
   * before; and of these, those on which it gives the same, built in another way.
   */
  private async confirmed<One extends CountedCase>(
    counted: readonly One[],
    seconds: number,
  ): Promise<{ readonly settled: readonly One[]; readonly alike: readonly One[] }> {
    if (counted.length === 0) return { settled: [], alike: [] };
    const cases = counted.map(({ one }) => one);
    const usual = this.hasSizes ? [] : [[]];
    const runs = [['places=up'], ['places=down'], ...usual];
    const [up = [], down = [], plain] = await this.runPlainCWithEach(cases, seconds, runs);
    const settled = counted.filter(({ one }, at) => {
      const [first, second] = [up[at], down[at]];
      // What ended it says nothing of where its memory is.
      if (first === undefined || second === undefined || !isDefinedResult(second)) return true;
      return this.difference(one, first, second) === undefined;
    });
    if (plain === undefined || settled.length === 0) return { settled, alike: settled };
    // What is left out may have changed what the others find: they are run without it.
    const isWhole = settled.length === counted.length;
    const others = isWhole
      ? plain
      : await this.runPlainC(
          settled.map(({ one }) => one),
          seconds,
        );
    const alike = settled.filter(({ one, result }, at) => {
      const other = others[at];
      // What ended the other build says nothing: it has no sanitizer that would tell why.
      if (other === undefined) return true;
      return isDefinedResult(other) && this.difference(one, result, other) === undefined;
    });
    return { settled, alike };
  }
}

/** Whether it is what the C means: it came back, or ended the process where that is compared. */
export function isDefinedResult({ kind }: RawResult): boolean {
  return kind === 'returned' || kind === 'ended';
}
