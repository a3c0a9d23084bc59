/**
 * What a migration makes of real projects:
 * `npm run bench:migrate [-- --only REGEX --corpora FOLDER --json --refresh --record FOLDER]`.
 * Each project with a recording is copied and migrated by the real pipeline, with the recorded
 * answers of the model: a question that is not the recorded one ends the run. The crate is then built
 * and tested, also with the tests of the project, which who answered has not seen. A project whose C is
 * not there is skipped. Exit status 1 where a function is not migrated, or a test fails.
 *
 * With `--refresh`, answers are taken whatever the wording of their questions, and the recordings are
 * made anew with those of today; one that lacks an answer stays as it is. An answer that a changed
 * question would deserve is then still the old one: see the README of the recordings.
 *
 * With `--record`, nothing is replayed: the model that the environment names (docs/models.md) is asked, and
 * its answers are recorded in a folder for each project, below the one that is given.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateProject } from '../src/entry/migrate/migrate-project.ts';
import { repairLimits } from '../src/migration/transpile/run-step.ts';
import { loadRecording } from '../src/model/recording/recording-file.ts';
import { copyProject } from './migrate/copy-project.ts';
import { examineCrate } from './migrate/examine-crate.ts';
import {
  folderOf,
  type RecordedProject,
  readRecordedProjects,
} from './migrate/recorded-projects.ts';
import { refreshRecording } from './migrate/refresh-recording.ts';
import { functionResults, isGood, type ProjectResult, projectText } from './migrate/report.ts';

/** Those that were tuned on, and those of projects that nothing was prepared for. */
const RECORDINGS = ['migrate', 'strangers'].map((name) =>
  join(import.meta.dirname, '../test/fixtures/recordings', name),
);
const CRATE = 'rust';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    corpora: { type: 'string', default: join(import.meta.dirname, '../../shared/corpora') },
    json: { type: 'boolean', default: false },
    refresh: { type: 'boolean', default: false },
    record: { type: 'string' },
  },
});
const note = (line: string) => process.stderr.write(`bench:migrate: ${line}\n`);
if (values.refresh && values.record !== undefined) {
  note('--refresh replays what --record asks anew; give one of them');
  process.exit(2);
}
const projects = RECORDINGS.flatMap(readRecordedProjects).filter(({ name }) =>
  new RegExp(values.only).test(name),
);
if (projects.length === 0) {
  note(`no recording in ${RECORDINGS.join(' or ')} is called like that`);
  process.exitCode = 2;
}
const results: ProjectResult[] = [];
for (const project of projects) {
  const from = folderOf(project, values.corpora);
  if (!existsSync(from)) {
    note(`${project.name} skipped: there is no ${from}; name another folder with --corpora`);
    continue;
  }
  const result = await replayed(project, from);
  results.push(result);
  if (!values.json) process.stdout.write(`${projectText(result)}\n`);
  if (!isGood(result, project.blocked)) process.exitCode = 1;
}
if (values.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);

async function replayed(project: RecordedProject, from: string): Promise<ProjectResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-bench-')));
  try {
    const path = copyProject(project, from, folder);
    const asked = values.record === undefined ? undefined : resolve(values.record, project.name);
    const fresh = values.refresh ? join(folder, 'recording') : asked;
    const start = performance.now();
    const { outcomes, stopped } = await migrateProject(
      {
        ...{ path, crate: CRATE, only: [], maxFunctions: Number.MAX_SAFE_INTEGER },
        ...{
          maxRestarts: project.restarts,
          repairs: repairLimits(undefined),
          until: 'transpile',
          reset: false,
        },
        ...{ dryRun: false, models: { strictReplay: fresh === undefined } },
      },
      {
        env: {
          ...process.env,
          RUSTWARD_REPLAY: asked === undefined ? project.recording : undefined,
          RUSTWARD_RECORD: fresh,
        },
        signal: new AbortController().signal,
        onProgress: (line) => note(`${project.name}: ${line}`),
        onWarning: (line) => note(`${project.name}: warning: ${line}`),
      },
    );
    const seconds = (performance.now() - start) / 1000;
    if (values.refresh && fresh !== undefined) refresh(project, fresh, stopped);
    const own = project.tests === undefined ? undefined : join(from, project.tests);
    return {
      ...{ name: project.name, functions: functionResults(outcomes), seconds },
      ...(stopped === undefined ? {} : { stopped }),
      ...recordedCalls(asked ?? project.recording),
      crate: await examineCrate(join(path, CRATE), own),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function refresh({ name, recording }: RecordedProject, fresh: string, stopped: string | undefined) {
  if (stopped !== undefined) {
    note(`${name} is not refreshed: ${stopped}`);
    return;
  }
  const { changed, gone } = refreshRecording(recording, fresh);
  note(`${name}: ${changed} conversations have new questions, ${gone} are not asked any more`);
}

/** Calls and tokens, as when it was recorded; those for functions that ended blocked are among them. */
function recordedCalls(recording: string): { readonly calls: number; readonly tokens: number } {
  const turns = loadRecording(recording).conversations.flatMap((one) => one.turns);
  const tokens = turns.map(({ answer }) => answer.usage.input + answer.usage.output);
  return { calls: turns.length, tokens: tokens.reduce((sum, one) => sum + one, 0) };
}
