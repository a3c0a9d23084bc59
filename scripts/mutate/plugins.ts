import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
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
import { mutantsOf } from './mutants-of.ts';
import { loadPlan } from './plan.ts';
import { firstTypeError, runTests } from './sandbox-tests.ts';

/** The test that every change has beside its own. */
const TYPES = 'npm run types';

/** Of a test file while nothing is changed: far less than it gets to judge a change. */
const SOUND_SECONDS = 60;

/**
 * Runs the tests of this project. A change is made in the file itself: Stryker's own switch is a variable of the
 * environment, which most processes that our tests start do not get.
 */
class ProjectTestRunner implements TestRunner {
  readonly #plan = loadPlan();
  readonly #sandbox = process.cwd();
  /** Test files that pass in time without a change, or do not. */
  readonly #sound = new Map<string, boolean>();

  capabilities() {
    return { reloadEnvironment: true };
  }

  /**
   * Puts the files back as they are, and says which tests judge what was drawn. What was not has no test, so
   * that Stryker does not run it: it knows ranges of lines, but no single changes.
   */
  async dryRun(): Promise<DryRunResult> {
    const drawn = new Set(this.#plan.mutants.map(mutantKey));
    const perTest: Record<string, Record<string, number>> = {};
    const ofAll = this.#plan.types ? [TYPES] : [];
    for (const [file, judges] of Object.entries(this.#plan.judges)) {
      const place = join(this.#sandbox, file);
      const ids = idsIn(readFileSync(place, 'utf8'));
      const source = readFileSync(join(this.#plan.root, file), 'utf8');
      for (const [index, mutant] of (await mutantsOf(file, source)).entries()) {
        const id = ids[index];
        if (id === undefined || !drawn.has(mutantKey(mutant))) continue;
        for (const test of [...judges.map((judge) => this.#nameOf(judge)), ...ofAll]) {
          perTest[test] = { ...perTest[test], [id]: 1 };
        }
      }
      writeFileSync(place, source);
    }
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
        const sound = judges.filter((test) => this.#sound.get(test) !== false);
        writeFileSync(place, mutated(source, activeMutant));
        const end = await runTests(this.#sandbox, sound);
        // What passes with one change passes with none.
        for (const test of end.passed) this.#sound.set(test, true);
        if (end.kind === 'passed') {
          const problem = this.#plan.types ? firstTypeError(this.#sandbox) : undefined;
          if (problem !== undefined) return killed(TYPES, problem);
          if (sound.length > 0) {
            return { status: MutantRunStatus.Survived, nrOfTests: sound.length };
          }
          return {
            status: MutantRunStatus.Error,
            errorMessage: `none of its tests can judge it: ${judges.join(', ')}`,
          };
        }
        writeFileSync(place, source);
        // A machine that has become slower looks like a change that takes long.
        if (end.kind === 'late') this.#sound.delete(end.file);
        if (!(await this.#isSound(end.file))) continue;
        if (end.kind === 'failed') return killed(this.#nameOf(end.file), end.what);
        return { status: MutantRunStatus.Timeout };
      }
    } finally {
      writeFileSync(place, source);
    }
  }

  /** Whether a test file passes in time while nothing is changed. Each is tried once. */
  async #isSound(test: string): Promise<boolean> {
    const isSound =
      this.#sound.get(test) ??
      (await runTests(this.#sandbox, [test], SOUND_SECONDS)).kind === 'passed';
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

  onMutantTested({ fileName, location, status }: MutantResult): void {
    if (status === 'NoCoverage') return;
    this.#judged += 1;
    const place = `${relative(process.cwd(), fileName)}:${location.start.line + 1}`;
    process.stderr.write(`${this.#judged} of ${this.#count}: ${status} ${place}\n`);
  }
}

/** The numbers that Stryker has given to the changes of a file, in the order of their places. */
function idsIn(instrumented: string): string[] {
  const ids = [...instrumented.matchAll(/stryMutAct_\w+\("(\d+)"\)/g)].map(([, id = '']) => id);
  return [...new Set(ids)].toSorted((a, b) => Number(a) - Number(b));
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
  declareClassPlugin(PluginKind.TestRunner, 'project', ProjectTestRunner),
];
