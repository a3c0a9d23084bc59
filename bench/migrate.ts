/**
 * What a migration makes of real projects: `npm run bench:migrate [-- --only REGEX --corpora FOLDER --json]`.
 * Each project with a recording is copied and carried over by the real pipeline, with the recorded
 * answers of the model: a question that is not the recorded one ends the run. The crate is then built
 * and tested, also with the tests of the project, which who answered has not seen. A project whose C is
 * not there is skipped. Exit status 1 where a function is not carried over, or a test fails.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateProject } from '../src/entry/migrate-project.ts';
import { repairLimits } from '../src/migration/transpile/run-step.ts';
import { copyProject } from './migrate/copy-project.ts';
import { examineCrate } from './migrate/examine-crate.ts';
import { type RecordedProject, readRecordedProjects } from './migrate/recorded-projects.ts';
import { functionResults, isGood, type ProjectResult, projectText } from './migrate/report.ts';

const RECORDINGS = join(import.meta.dirname, '../test/fixtures/recordings/migrate');
const CRATE = 'rust';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    corpora: { type: 'string', default: join(import.meta.dirname, '../../shared/corpora') },
    json: { type: 'boolean', default: false },
  },
});
const note = (line: string) => process.stderr.write(`bench:migrate: ${line}\n`);
const projects = readRecordedProjects(RECORDINGS).filter(({ name }) =>
  new RegExp(values.only).test(name),
);
if (projects.length === 0) {
  note(`no recording in ${RECORDINGS} is called like that`);
  process.exitCode = 2;
}
const results: ProjectResult[] = [];
for (const project of projects) {
  const corpus = resolve(values.corpora, project.corpus);
  if (!existsSync(corpus)) {
    note(`${project.name} skipped: there is no ${corpus}; name another folder with --corpora`);
    continue;
  }
  const result = await replayed(project, corpus);
  results.push(result);
  if (!values.json) process.stdout.write(`${projectText(result)}\n`);
  if (!isGood(result)) process.exitCode = 1;
}
if (values.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);

async function replayed(project: RecordedProject, corpus: string): Promise<ProjectResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-bench-')));
  try {
    const path = copyProject(project, corpus, folder);
    const start = performance.now();
    const { outcomes, stopped } = await migrateProject(
      {
        ...{ path, crate: CRATE, only: [], maxFunctions: Number.MAX_SAFE_INTEGER },
        ...{ maxRestarts: 2, repairs: repairLimits(undefined), until: 'transpile', reset: false },
        ...{ dryRun: false, models: { strictReplay: true } },
      },
      {
        env: { ...process.env, RUSTWARD_REPLAY: project.recording, RUSTWARD_RECORD: undefined },
        signal: new AbortController().signal,
        onProgress: (line) => note(`${project.name}: ${line}`),
        onWarning: (line) => note(`${project.name}: warning: ${line}`),
      },
    );
    const seconds = (performance.now() - start) / 1000;
    const own = project.tests === undefined ? undefined : join(corpus, project.tests);
    return {
      ...{ name: project.name, functions: functionResults(outcomes), seconds },
      ...(stopped === undefined ? {} : { stopped }),
      ...askedFor(outcomes),
      crate: await examineCrate(join(path, CRATE), own),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Calls and tokens, as when it was recorded. */
function askedFor(outcomes: Awaited<ReturnType<typeof migrateProject>>['outcomes']) {
  const metrics = outcomes.flatMap((outcome) =>
    outcome.kind === 'migrated' ? [outcome.result.metrics] : [],
  );
  return {
    calls: metrics.reduce((sum, one) => sum + one.calls, 0),
    tokens: metrics.reduce((sum, one) => sum + one.input_tokens + one.output_tokens, 0),
  };
}
