import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { NO_CACHE } from '../../../src/security/scan/analysis-cache.ts';
import { NO_BUILDS } from '../../../src/security/scan/build/tree-builds.ts';
import { NameDigestPool } from '../../../src/security/scan/name-digests.ts';
import { type ScanOutcome, scan } from '../../../src/security/scan/scan.ts';
import { examineFiles, surveyInRounds } from '../../../src/security/scan/scan-rounds.ts';
import { ScanRunner, type TreeRunner } from '../../../src/security/scan/scan-runner.ts';
import type { ScanDeps } from '../../../src/security/scan/survey-tree.ts';
import { TEXT_LIMITS } from '../../../src/workspace/files/source-text.ts';
import { Deadline } from '../../../src/workspace/process/deadline.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { WORD_RULE } from './fixtures/word-rule.ts';

const DEPS: ScanDeps = {
  rules: [WORD_RULE],
  grammars: loadGrammars(),
  moreRules: [WORD_RULE],
  threadScript: new URL('fixtures/slow-thread.ts', import.meta.url),
};

/** As much text as is handed to threads. */
const FILLED = `// ${'-'.repeat(900)}\n`;
const SOURCES = {
  'main.c': `void g(int n);\nint main(void) { g(3); defect(); return 0; }\n${FILLED}`,
  'slow.c': `void g(int n);\nvoid h(void) { g(9); defect(); }\n${FILLED.repeat(9)}`,
  'used.c': `void g(int n) { defect(); }\n${FILLED}`,
};

/** Performs tasks but for surveys of `slow.c`, for which there is no time; `seen` is how much each round has. */
function lateRunner(root: string): { readonly runner: TreeRunner; readonly seen: number[] } {
  const options = { threads: 0 };
  const perform = new ScanRunner(TEXT_LIMITS, options, DEPS).ofTree({ root, builds: NO_BUILDS });
  const seen: number[] = [];
  return {
    seen,
    async runner(steps, knowledge, onDone, deadline) {
      seen.push(deadline?.millisecondsLeft ?? 0);
      const outcomes = steps.map(async (step) => {
        const isLate = step.task.step === 'survey' && step.task.file === 'slow.c';
        if (isLate) return { error: deadline?.reason ?? '' };
        const [outcome] = await perform([step], knowledge, onDone);
        return outcome ?? { error: 'was not reached' };
      });
      return await Promise.all(outcomes);
    },
  };
}

/** Whether every caller of a function was seen. */
function isClosed({ knowledge }: ScanOutcome, name: string): boolean | undefined {
  return knowledge?.functions.get(name)?.[0]?.closed;
}

test('a file that cannot be surveyed in its time is given up once, and the others are examined', async () => {
  const limits = { threads: 2, timeLimit: 2000 };
  const began = process.cpuUsage();
  const outcome = await scan({ path: temporaryFolder(SOURCES), ...limits }, DEPS);
  const { user } = process.cpuUsage(began);
  expect(outcome.candidates.map(({ file }) => file)).toEqual(['main.c', 'used.c']);
  expect(outcome.skips).toEqual([
    { file: 'slow.c', reason: 'the analysis failed: took longer than 2 seconds', failed: true },
  ]);
  // Two surveys and an examination would be three times as much.
  expect(user / 1000).toBeLessThan(6000);
  // It may call what it likes: nobody has seen it.
  expect(isClosed(outcome, 'g')).toBe(false);
});

test('surveys get half of the time of a run, so that what is there is examined in the other', async () => {
  const root = temporaryFolder(SOURCES);
  const { runner, seen } = lateRunner(root);
  const deadline = new Deadline(1000);
  const files = Object.entries(SOURCES).map(([path, text]) => ({ path, bytes: text.length }));
  const nameDigests = new NameDigestPool();
  const deps = { ...{ runner, cache: NO_CACHE, configurations: new Map(), nameDigests, deadline } };
  const state = await surveyInRounds(files, { ...deps, onProgress: () => undefined });
  const examined = await examineFiles(files, state, { ...deps, onProgress: () => undefined });
  expect(examined.map(({ file, drafts }) => [file, drafts.length])).toEqual([
    ['main.c', 1],
    ['slow.c', 1],
    ['used.c', 1],
  ]);
  expect(examined.flatMap(({ skips }) => skips)).toEqual([
    {
      file: 'slow.c',
      reason:
        'other files were examined without knowing all that this one does ' +
        '(it was not done within the 1000 seconds of --timeout): findings in them may be missing',
      failed: true,
    },
  ]);
  expect(state.knowledge.functions.get('g')?.[0]?.closed).toBe(false);
  expect(seen.map((left) => Math.round(left / 100_000))).toEqual([5, 5, 10]);
});

test('where no limit is reached, limits change nothing', async () => {
  const { 'slow.c': slow, ...others } = SOURCES;
  const path = temporaryFolder({ ...others, 'quick.c': slow });
  const without = await scan({ path, threads: 2 }, DEPS);
  const deadline = new Deadline(1000);
  const within = await scan({ path, threads: 2, timeLimit: 500_000, deadline }, DEPS);
  expect(within).toEqual(without);
  expect(isClosed(without, 'g')).toBe(true);
});
