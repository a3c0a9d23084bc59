import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant, MutantResult } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import type { Reporter } from '@stryker-mutator/api/report';
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { mutantKey, mutated } from './mutant.ts';
import { loadPlan } from './plan.ts';
import { firstFailing, firstTypeError } from './sandbox-tests.ts';
import { NOT_DRAWN } from './survivors.ts';

/** The test that every change has beside its own. */
const TYPES = 'npm run types';

/** Leaves out what is not in the sample: Stryker knows ranges of lines, but no single changes. */
class SampleChecker implements Checker {
  readonly #plan = loadPlan();
  readonly #drawn = new Set(this.#plan.mutants.map(mutantKey));

  init(): Promise<void> {
    return Promise.resolve();
  }

  check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const results = mutants.map((mutant): [string, CheckResult] => {
      const file = relative(this.#plan.root, mutant.fileName);
      return this.#drawn.has(mutantKey({ ...mutant, file }))
        ? [mutant.id, { status: CheckStatus.Passed }]
        : [mutant.id, { status: CheckStatus.CompileError, reason: NOT_DRAWN }];
    });
    return Promise.resolve(Object.fromEntries(results));
  }

  group(mutants: Mutant[]): Promise<string[][]> {
    return Promise.resolve([mutants.map(({ id }) => id)]);
  }
}

/**
 * Runs the tests of this project. A change is made in the file itself: Stryker's own switch is a variable of the
 * environment, which most processes that our tests start do not get.
 */
class ProjectTestRunner implements TestRunner {
  readonly #plan = loadPlan();
  readonly #sandbox = process.cwd();
  /** Test files that pass without a change, or do not. */
  readonly #sound = new Map<string, boolean>();

  capabilities() {
    return { reloadEnvironment: true };
  }

  dryRun(): Promise<DryRunResult> {
    return Promise.resolve(this.#prepare());
  }

  /** Puts the files back as they are, and says which tests judge which changes. */
  #prepare(): DryRunResult {
    const perTest: Record<string, Record<string, number>> = {};
    for (const [file, judges] of Object.entries(this.#plan.judges)) {
      const source = readFileSync(join(this.#sandbox, file), 'utf8');
      const ids = [...source.matchAll(/stryMutAct_\w+\("(\d+)"\)/g)].map(([, id = '']) => id);
      for (const test of [...judges.map((judge) => this.#nameOf(judge)), TYPES]) {
        const covered = perTest[test] ?? {};
        for (const id of ids) covered[id] = 1;
        perTest[test] = covered;
      }
      copyFileSync(join(this.#plan.root, file), join(this.#sandbox, file));
    }
    const types = firstTypeError(this.#sandbox);
    if (types !== undefined) return { status: DryRunStatus.Error, errorMessage: types };
    const tests = Object.keys(perTest).map((id) => ({
      ...{ id, name: id, status: TestStatus.Success as const, timeSpentMs: 1000 },
      ...(id === TYPES ? {} : { fileName: join(this.#sandbox, fileOf(id)) }),
    }));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: { static: {}, perTest } };
  }

  async mutantRun({ activeMutant, testFilter = [] }: MutantRunOptions): Promise<MutantRunResult> {
    const file = relative(this.#plan.root, activeMutant.fileName);
    const source = readFileSync(join(this.#plan.root, file), 'utf8');
    const place = join(this.#sandbox, file);
    const judges = testFilter.filter((id) => id !== TYPES).map(fileOf);
    try {
      for (;;) {
        writeFileSync(place, mutated(source, activeMutant));
        const sound = judges.filter((test) => this.#sound.get(test) !== false);
        const failed = sound.length === 0 ? undefined : await firstFailing(this.#sandbox, sound);
        if (failed === undefined) break;
        writeFileSync(place, source);
        if (await this.#isSound(failed.file)) return killed(this.#nameOf(failed.file), failed.what);
      }
      const problem = firstTypeError(this.#sandbox);
      if (problem !== undefined) return killed(TYPES, problem);
      return { status: MutantRunStatus.Survived, nrOfTests: judges.length };
    } finally {
      writeFileSync(place, source);
    }
  }

  /** Whether a test file passes while nothing is changed. It is tried when it fails for the first time. */
  async #isSound(test: string): Promise<boolean> {
    const known = this.#sound.get(test);
    if (known !== undefined) return known;
    const isSound = (await firstFailing(this.#sandbox, [test])) === undefined;
    this.#sound.set(test, isSound);
    return isSound;
  }

  /** A test file that is changed is another test: what survived the former one is tried again. */
  #nameOf(test: string): string {
    const content = readFileSync(join(this.#plan.root, test));
    return `${test} ${createHash('sha256').update(content).digest('hex').slice(0, 8)}`;
  }
}

/** Says how far a run is, since one takes hours. */
class LineReporter implements Reporter {
  readonly #count = loadPlan().mutants.length;
  #judged = 0;

  onMutantTested({ fileName, location, status, statusReason }: MutantResult): void {
    if (statusReason === NOT_DRAWN) return;
    this.#judged += 1;
    const place = `${relative(process.cwd(), fileName)}:${location.start.line + 1}`;
    process.stderr.write(`${this.#judged} of ${this.#count}: ${status} ${place}\n`);
  }
}

function fileOf(id: string): string {
  return id.split(' ')[0] ?? '';
}

function killed(test: string, failureMessage: string): MutantRunResult {
  return { status: MutantRunStatus.Killed, killedBy: [test], failureMessage, nrOfTests: 1 };
}

/** What Stryker looks for in this module. */
export const strykerPlugins = [
  declareClassPlugin(PluginKind.Reporter, 'lines', LineReporter),
  declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker),
  declareClassPlugin(PluginKind.TestRunner, 'project', ProjectTestRunner),
];
