/**
 * bzip2 in Rust: `npm run bench:bzip2-library [-- CRATE] [--corpus FOLDER] [--json]`.
 * Runs the test cases of bzip2 that its library reaches (38 of 58) and those of its command line (11 more), and then compares speed
 * and size with the C (two more).
 * CRATE is a migrated crate; without one, bzip2 is migrated with the recorded answers of `bzip2-library`, which takes as long as
 * comparing some 100 functions does. FOLDER holds the sources of bzip2; where it is missing, nothing is done. Exit status 1 where a
 * case fails.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commandCases } from './bzip2/command-cases.ts';
import { libraryCases } from './bzip2/library-cases.ts';
import { librarySpeed } from './bzip2/library-speed.ts';
import { stationsOf } from './bzip2/stations.ts';
import { copyProject } from './migrate/copy-project.ts';
import { readRecordedProjects } from './migrate/recorded-projects.ts';
import { testsText } from './migrate/report.ts';

const RECORDINGS = join(import.meta.dirname, '../test/fixtures/recordings/migrate');
const CORPUS = join(import.meta.dirname, '../../shared/corpora/bzip2-1.0.8');

const { values, positionals } = parseArgs({
  options: {
    corpus: { type: 'string', default: CORPUS },
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const from = resolve(values.corpus);
const project = readRecordedProjects(RECORDINGS).find(({ name }) => name === 'bzip2-library');
if (!existsSync(join(from, 'huffman.c')) || (positionals.length === 0 && project === undefined)) {
  process.stderr.write(
    `bench:bzip2-library: skipped, there is no bzip2 in ${from}, or no recording\n`,
  );
} else {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-bench-')));
  try {
    const crate = positionals[0] === undefined ? migrated(folder) : resolve(positionals[0]);
    const cases = await libraryCases(from, crate, folder);
    const command = commandCases(from, crate, folder);
    const speeds = librarySpeed(from, crate, folder);
    const text = [
      `test cases    ${testsText(cases)}`,
      `command line  ${testsText(command)}`,
      ...speeds.map(
        ({ what, c, rust, bytes }) =>
          `${what.padEnd(12)}  C ${c.toFixed(2)} s, Rust ${rust.toFixed(2)} s (${((100 * (rust - c)) / c).toFixed(0)} % more); ${bytes.c} and ${bytes.rust} bytes`,
      ),
    ];
    const report = values.json
      ? JSON.stringify({ cases, command, speeds }, null, 2)
      : text.join('\n');
    process.stdout.write(`${report}\n`);
    const isSame = speeds.every(({ bytes }) => bytes.c === bytes.rust);
    const isPassed = [cases, command].every(
      (one) => one.problem === undefined && one.passed === one.all,
    );
    if (!isPassed || !isSame) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The crate that the recorded answers make. */
function migrated(folder: string): string {
  if (project === undefined) throw new Error('no recording');
  const copy = copyProject(project, from, folder);
  const env = {
    ...{ RUSTWARD_REPLAY: project.recording, RUSTWARD_RECORD: undefined },
    ...{ GIT_AUTHOR_NAME: 'Bench', GIT_AUTHOR_EMAIL: 'bench@example.org' },
    ...{ GIT_COMMITTER_NAME: 'Bench', GIT_COMMITTER_EMAIL: 'bench@example.org' },
  };
  // How many inputs were compared in its time is said in questions: on a slow machine these are others.
  const [carried] = stationsOf(copy, project.roots, ['transpile'], env, { isStrict: false });
  // Functions that were not compared are no reason to fail: the cases run what they do.
  process.stdout.write(`migrated      ${carried?.seen}\n`);
  return join(copy, 'rust');
}
