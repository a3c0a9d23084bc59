/**
 * What a migration makes of C projects that nothing was prepared for:
 * `npm run bench:strangers -- FOLDER --models FILE [--only REGEX] [--given] [--results FILE] [--record FOLDER] [--json]`.
 * Each project of FOLDER without a recording is copied, and migrated as `rustward migrate run` does for
 * who has that models file: without its Rust interface, or with it (--given), and then its own Rust tests
 * are run in the sandbox. With --results, copies are kept beside FILE: a run that was ended goes on, and
 * projects that are in FILE are only printed. --record writes the answers of each project down.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateStranger } from './strangers/migrate-stranger.ts';
import { strangeProjects } from './strangers/projects.ts';
import { strangersSummary, strangerText } from './strangers/report.ts';
import type { StrangerResult } from './strangers/result.ts';
import { keepResult, knownResults } from './strangers/results-file.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: 'string' },
    only: { type: 'string', default: '' },
    given: { type: 'boolean', default: false },
    results: { type: 'string' },
    record: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [folder, ...more] = positionals;
const { models, given: isGiven, results: file, record } = values;
if (folder === undefined || more.length > 0 || models === undefined) {
  process.stderr.write(
    'usage: npm run bench:strangers -- FOLDER --models FILE [--only REGEX] [--given] ' +
      '[--results FILE] [--record FOLDER] [--json]\n',
  );
  process.exit(2);
}
const note = (line: string) => process.stderr.write(`bench:strangers: ${line}\n`);
const only = new RegExp(values.only);
const projects = strangeProjects(folder).filter(({ name }) => only.test(name));
if (projects.length === 0) {
  note(`no project of ${folder} without a recording is called like that`);
  process.exitCode = 2;
}
const temporary =
  file === undefined ? mkdtempSync(join(tmpdir(), 'rustward-strangers-')) : undefined;
const copies = temporary === undefined ? resolve(`${file}.work`) : realpathSync(temporary);
try {
  const known = knownResults(file);
  const all: StrangerResult[] = [];
  for (const project of projects) {
    if (isGiven && project.interface === undefined) {
      note(`${project.name} skipped: it has no Rust interface`);
      continue;
    }
    const before = known.find((one) => one.name === project.name && one.isGiven === isGiven);
    const place = join(copies, isGiven ? 'given' : 'free');
    const setting = { models, isGiven, folder: place, record, env: process.env, note };
    const result = before ?? (await migrateStranger(project, setting));
    if (before === undefined) keepResult(file, result);
    all.push(result);
    if (!values.json) process.stdout.write(`${strangerText(result)}\n`);
  }
  process.stdout.write(
    values.json ? `${JSON.stringify(all, null, 2)}\n` : `${strangersSummary(all)}\n`,
  );
} finally {
  if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
}
