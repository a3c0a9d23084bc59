/**
 * What a migration takes outside of the model: `npm run bench:migrate-time [-- --only REGEX --json]`.
 * Fifty C functions of nine units are migrated by the real pipeline, with answers that were
 * written beforehand; for each one there are the builds, the tests and 10,000 inputs on both sides.
 * Prints the median and the 95th percentile of the seconds for each function, and what they go to.
 * Exit status 1 when a function is not migrated, is not the same on 10,000 inputs, or the
 * median is 6 s or more.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadGrammars } from '../src/code/syntax/grammar.ts';
import {
  type MigrateProjectOptions,
  migrateProject,
} from '../src/entry/migrate/migrate-project.ts';
import { repairLimits } from '../src/migration/transpile/run-step.ts';
import { findSandbox } from '../src/workspace/sandbox/find-sandbox.ts';
import { functionResults } from './migrate/report.ts';
import { writeAnswers } from './migrate-time/answers.ts';
import { chosenPairs } from './migrate-time/chosen-pairs.ts';
import { writeProject } from './migrate-time/project.ts';
import { isEnough, timesText } from './migrate-time/report.ts';
import { Stopwatch } from './migrate-time/stopwatch.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, json: { type: 'boolean', default: false } },
});
const note = (line: string) => process.stderr.write(`bench:migrate-time: ${line}\n`);
const pairs = chosenPairs();
const only = pairs.map(({ name }) => name).filter((name) => new RegExp(values.only).test(name));

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-time-')));
try {
  const written = writeProject(folder, pairs, await loadGrammars().parser('rust'));
  const answers = `${folder}-answers`;
  const options: MigrateProjectOptions = {
    ...{ path: folder, crate: 'rust', only, maxFunctions: Number.MAX_SAFE_INTEGER },
    ...{ maxRestarts: 0, repairs: repairLimits(0), until: 'transpile', reset: false },
    ...{ dryRun: false, models: {} },
  };
  const watch = new Stopwatch();
  const deps = {
    env: { ...process.env, RUSTWARD_REPLAY: answers, RUSTWARD_RECORD: undefined },
    signal: new AbortController().signal,
    sandbox: watch.watched(await findSandbox()),
    onProgress: (line: string) => {
      watch.hear(line);
      if (/^\[|^attempt/.test(line)) note(line);
    },
    // Each answer was written before its question.
    onWarning: (line: string) => line.startsWith('stale: ') || note(`warning: ${line}`),
  };
  const { outcomes: planned } = await migrateProject({ ...options, until: 'scan' }, deps);
  const order = planned
    .flatMap(({ step }) => step.functions.map(({ name }) => name))
    .filter((name) => only.includes(name));
  writeAnswers(answers, written, order);
  const { outcomes, stopped } = await migrateProject(options, deps);
  watch.end();
  rmSync(answers, { recursive: true });
  if (stopped !== undefined) note(`stopped: ${stopped}`);
  const results = functionResults(outcomes).filter(({ name }) => only.includes(name));
  const times = watch.times.filter(({ name }) => only.includes(name));
  process.stdout.write(
    values.json
      ? `${JSON.stringify(
          times.map((time) => ({ ...time, phases: Object.fromEntries(time.phases) })),
          null,
          2,
        )}\n`
      : timesText(results, times),
  );
  process.exitCode = stopped === undefined && isEnough(results, times) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
