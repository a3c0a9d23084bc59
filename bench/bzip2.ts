/**
 * The way of a migration on bzip2: `npm run bench:bzip2 [-- FOLDER] [--json]`.
 * A copy of bzip2 1.0.8 goes from config over scan, order, prepare and transpile to status and optimize,
 * each by its own command, with the recorded answers of the model; at each station it is checked what was
 * left there. Before it is optimized, the crate runs the test cases of bzip2 that it reaches. The roots
 * are those of the recording `bzip2`. FOLDER holds the sources of bzip2; where it is missing, nothing is
 * done. Exit status 1 where a station is not good.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stationsOf, WAY } from './bzip2/stations.ts';
import { testCases } from './bzip2/test-cases.ts';
import { copyProject } from './migrate/copy-project.ts';
import { readRecordedProjects } from './migrate/recorded-projects.ts';

const RECORDINGS = join(import.meta.dirname, '../test/fixtures/recordings/migrate');
const CORPUS = join(import.meta.dirname, '../../shared/corpora/bzip2-1.0.8');

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const from = resolve(positionals[0] ?? CORPUS);
const project = readRecordedProjects(RECORDINGS).find(({ name }) => name === 'bzip2');
if (project === undefined || !existsSync(join(from, 'huffman.c'))) {
  const missing = project === undefined ? 'no recording' : `no bzip2 in ${from}: name its folder`;
  process.stderr.write(`bench:bzip2: skipped, there is ${missing}\n`);
} else {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-bench-')));
  try {
    const copy = copyProject(project, from, folder);
    const env = {
      RUSTWARD_REPLAY: project.recording,
      RUSTWARD_RECORD: undefined,
      GIT_AUTHOR_NAME: 'Bench',
      GIT_COMMITTER_NAME: 'Bench',
      GIT_AUTHOR_EMAIL: 'bench@example.org',
      GIT_COMMITTER_EMAIL: 'bench@example.org',
    };
    const stations = stationsOf(copy, project.roots, WAY.carry, env);
    const isGood = () => stations.every(({ good }) => good);
    // Before what only these tests name is hidden from others.
    if (isGood()) stations.push(await testCases(from, join(copy, 'rust'), folder));
    if (isGood()) stations.push(...stationsOf(copy, project.roots, WAY.improve, env));
    const width = Math.max(...stations.map(({ name }) => name.length));
    const text = stations.map(
      ({ name, good, seen, seconds }) =>
        `${name.padEnd(width)}  ${good ? 'good' : 'BAD '}  ${seconds.toFixed(1).padStart(6)} s  ${seen}\n`,
    );
    process.stdout.write(values.json ? `${JSON.stringify(stations, null, 2)}\n` : text.join(''));
    if (!isGood()) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
