import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { FunctionPlan } from '../steps/step.ts';
import type { Arbiter } from './arbiter.ts';
import type { AttemptDeps } from './attempt-deps.ts';
import {
  addDifferenceTest,
  compareStep,
  differenceText,
  type RefutedDifferences,
  type StepDifference,
  withoutTests,
} from './compare-step.ts';
import { RefutedKinds } from './refuted-kinds.ts';
import type { StepFailure } from './step-failure.ts';

/** What a comparison of all functions of a step with their C has come to. */
interface ComparedFunctions {
  /** The crate, with a test of the difference where there is one. */
  readonly files: CrateFiles;
  /** By C function, as far as the first difference. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly failure: StepFailure | undefined;
}

/**
 * The differences between Rust and C that an attempt has seen: their tests, which stay in the crate, and those of
 * which a second reader found that the text of the C rules them out.
 */
export class SeenDifferences {
  private readonly deps: AttemptDeps;
  private readonly refuted: RefutedDifferences;
  private readonly refutedKinds: RefutedKinds;
  private last: StepDifference | undefined;
  private tests = new Set<string>();

  constructor(arbiter: Pick<Arbiter, 'isSettled'>, deps: AttemptDeps) {
    const refutedKinds = new RefutedKinds(deps.repairs.difference);
    this.deps = deps;
    this.refutedKinds = refutedKinds;
    this.refuted = {
      has: (seen) => arbiter.isSettled(differenceText(seen)),
      hasKind: (cName, seen) => refutedKinds.has(cName, seen),
    };
  }

  /** Tests of differences in the crate, by file and path. */
  get keptTests(): ReadonlySet<string> {
    return this.tests;
  }

  /** Has other tests count as those in the crate, which is another one now. */
  startFrom(tests: ReadonlySet<string>): void {
    this.tests = new Set(tests);
  }

  /** Runs old and new side by side. A difference becomes a test that stays. */
  async compare(plans: readonly FunctionPlan[], files: CrateFiles): Promise<ComparedFunctions> {
    const { evidence, difference } = await compareStep(plans, this.refuted, this.deps);
    this.last = difference;
    if (difference === undefined) return { files, evidence, failure: undefined };
    const text = differenceText(difference.evidence);
    return {
      files: await this.withTestOf(difference, files),
      evidence,
      failure: { kind: 'difference', text, isDisputable: true },
    };
  }

  /** The crate with the test of a difference that was seen elsewhere. */
  async takeReported(difference: StepDifference, files: CrateFiles): Promise<CrateFiles> {
    this.last = difference;
    return await this.withTestOf(difference, files);
  }

  /** A second reader finds that the C does not do what the test of the last one says. @returns the crate without the tests */
  refuteLast(files: CrateFiles): CrateFiles {
    if (this.last !== undefined) this.refutedKinds.add(this.last.plan.cName, this.last.evidence);
    return this.dropTests(files);
  }

  /** The crate without the tests, which count no more. */
  dropTests(files: CrateFiles): CrateFiles {
    const without = this.withoutTests(files);
    this.tests.clear();
    return without;
  }

  withoutTests(files: CrateFiles): CrateFiles {
    return withoutTests(files, [...this.tests], this.deps.parser);
  }

  private async withTestOf(difference: StepDifference, files: CrateFiles): Promise<CrateFiles> {
    const tested = await addDifferenceTest(files, difference, this.deps);
    for (const test of tested?.tests ?? []) this.tests.add(test);
    return tested?.files ?? files;
  }
}
