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
import type { Notice } from './journal.ts';
import { Judge, TYPES } from './judge.ts';
import { mutantKey } from './mutant.ts';
import { mutantsOf } from './mutants-of.ts';
import { loadPlan } from './plan.ts';

/**
 * Runs the tests of this project. A change is made in the file itself: Stryker's own switch is a variable of the
 * environment, which most processes that our tests start do not get.
 */
class ProjectTestRunner implements TestRunner {
  readonly #plan = loadPlan();
  readonly #sandbox = process.cwd();
  readonly #judge = new Judge(this.#plan, this.#sandbox);

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
        for (const test of [...judges.map((judge) => this.#judge.nameOf(judge)), ...ofAll]) {
          perTest[test] = { ...perTest[test], [id]: 1 };
        }
      }
      writeFileSync(place, source);
    }
    if (this.#plan.types) this.#judge.checkTypes();
    const tests = Object.keys(perTest).map((id) => ({
      ...{ id, name: id, status: TestStatus.Success as const, timeSpentMs: 1000 },
      ...(id === TYPES ? {} : { fileName: join(this.#sandbox, fileOf(id)) }),
    }));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: { static: {}, perTest } };
  }

  async mutantRun({ activeMutant, testFilter = [] }: MutantRunOptions): Promise<MutantRunResult> {
    const file = relative(this.#plan.root, activeMutant.fileName);
    const { mutatorName, location, replacement } = activeMutant;
    const mutant = { file, mutatorName, location, replacement };
    const verdict = await this.#judge.judge(mutant, testFilter);
    switch (verdict.kind) {
      case 'noticed':
        return noticedBy(verdict.notice);
      case 'survived':
        return { status: MutantRunStatus.Survived, nrOfTests: testFilter.length };
      case 'unjudged':
        return {
          status: MutantRunStatus.Error,
          errorMessage: `none of its tests can judge it: ${testFilter.join(', ')}`,
        };
    }
  }
}

/** Says how far a run is, since one takes hours. */
class LineReporter implements Reporter {
  readonly #count = loadPlan().mutants.length;
  #judged = 0;

  onMutantTested({ fileName, location, status }: MutantResult): void {
    if (status === 'NoCoverage') return;
    this.#judged += 1;
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}`;
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

function noticedBy({ by, what }: Notice): MutantRunResult {
  if (what === undefined) return { status: MutantRunStatus.Timeout };
  return { status: MutantRunStatus.Killed, killedBy: [by], failureMessage: what, nrOfTests: 1 };
}

/** What Stryker looks for in this module. */
export const strykerPlugins = [
  declareClassPlugin(PluginKind.Reporter, 'lines', LineReporter),
  declareClassPlugin(PluginKind.TestRunner, 'project', ProjectTestRunner),
];
