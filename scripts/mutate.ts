/**
 * Makes small changes in the sources, one at a time, and looks whether a test notices: `npm run test:mutate`,
 * with `--seed N`, `--count 300`, `--only REGEX` for paths, `--force` to try again what an earlier run has
 * judged, `--quick` for one test file each and no compiler: a run without it goes on with what that leaves.
 * Exit status 1: less than 95 in 100 are noticed or named in `scripts/mutate/equivalent.json`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { SLOW_TESTS } from '../test/support/slow-tests.cjs';
import { repositoryFiles } from './changed-files.ts';
import { isModule } from './changed-tests.ts';
import { mutantsOf } from './mutate/mutants-of.ts';
import { PLAN_VARIABLE, type Plan } from './mutate/plan.ts';
import { sample } from './mutate/sample.ts';
import {
  equivalentSchema,
  type Judged,
  onlyDrawn,
  outcomeOf,
  shareOf,
  tableOf,
} from './mutate/survivors.ts';
import { judges } from './mutate/tests-of.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'node_modules/.cache/mutants');
const JOURNAL = join(FOLDER, 'journal.jsonl');

/** Of what is noticed, in percent. */
const WANTED = 95;

/** More test files would take minutes for each change, and are far from it. */
const MAX_JUDGES = 6;

/** Never before our own runner gives up, which knows why. */
const TIMEOUT = 3_600_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    force: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

const [seed, count] = [Number(values.seed), Number(values.count)];
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || count < 1) {
  throw new Error('--seed and --count are whole numbers');
}

const files = repositoryFiles(ROOT);
const sources = files.filter((file) => /^(src|action)\/.*\.ts$/.test(file));
const chosen = sources.filter((file) => new RegExp(values.only).test(file));
const mutants = await sample(chosen, { seed, count }, (file) => mutantsOf(file, textOf(file)));
const texts = new Map(files.filter(isModule).map((file) => [file, textOf(file)]));
const slow = new Set(SLOW_TESTS.map((name) => `test/${name}.test.ts`));
const judgesOf = judges(texts, values.quick ? 1 : MAX_JUDGES, slow);
const changed = [...new Set(mutants.map(({ file }) => file))];
const plan: Plan = {
  ...{ root: ROOT, mutants, types: !values.quick, journal: JOURNAL },
  sources: createHash('sha256')
    .update(JSON.stringify(sources.map(textOf)))
    .digest('hex'),
  judges: Object.fromEntries(changed.map((file) => [file, judgesOf(file)])),
};
mkdirSync(FOLDER, { recursive: true });
if (values.force) rmSync(JOURNAL, { force: true });
const place = join(FOLDER, 'plan.json');
writeFileSync(place, JSON.stringify(plan));
process.env[PLAN_VARIABLE] = place;

const results = await new Stryker({
  mutate: changed,
  plugins: [join(import.meta.dirname, 'mutate/plugins.ts')],
  ...{ testRunner: 'project', checkers: [], coverageAnalysis: 'perTest' },
  // All share one copy of the repository, in which the file is changed.
  ...{ concurrency: 1, timeoutMS: TIMEOUT, dryRunTimeoutMinutes: 240 },
  ...{ reporters: ['lines'], tempDirName: '.stryker-tmp', ignorePatterns: ['action/dist'] },
  // Stryker reads these with an interface of the compiler that TypeScript 7 does not have.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  allowConsoleColors: false,
}).runMutationTest();

const judged = results.map((result): Judged => {
  const { fileName, mutatorName, location, replacement, status, statusReason, killedBy } = result;
  // Stryker reports places from 1 on, and makes changes at places from 0 on.
  const [start, end] = [location.start, location.end].map(({ line, column }) => {
    return { line: line - 1, column: column - 1 };
  });
  if (start === undefined || end === undefined) throw new Error(`${fileName}: no place`);
  const place = { location: { start, end } };
  const mutant = { file: relative(ROOT, fileName), mutatorName, ...place, replacement };
  return { mutant, status, by: killedBy?.[0] ?? statusReason };
});
const equivalents = equivalentSchema.parse(JSON.parse(textOf('scripts/mutate/equivalent.json')));
const outcome = outcomeOf(onlyDrawn(judged, mutants), equivalents, textOf);
process.stdout.write(tableOf(outcome, textOf));
if (shareOf(outcome) < WANTED) process.exitCode = 1;

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
