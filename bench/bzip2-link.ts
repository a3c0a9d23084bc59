/**
 * bzip2 with its migrated functions in Rust: `npm run bench:bzip2-link [-- FOLDER]`.
 * A copy of bzip2 1.0.8 is migrated with the recorded answers of the model, as far as the recording
 * `bzip2` reaches. The functions are linked in, and `make test` of bzip2 runs on that: its samples, byte
 * for byte. Then each function is broken in Rust, to see that C really calls it: `make test` must fail. With the
 * broken Rust in the crate, it is switched back to C, and so are functions whose Rust needs it: `make test` must
 * pass with all others in Rust. A function that `make test` does not call passes either way, and that is said. FOLDER holds the sources
 * of bzip2; where it is missing, nothing is done. Exit status 1 where something is not as it should be.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadScanArtifact } from '../src/migration/artifacts/json-lines.ts';
import { SYMBOLS_FILE, symbolSchema } from '../src/migration/artifacts/symbol.ts';
import { type LinkReport, linkReportSchema } from '../src/migration/link/link-report.ts';
import { loadSymbolMap } from '../src/migration/state/symbol-map.ts';
import { breakFunction } from './bzip2/break-function.ts';
import { stationsOf } from './bzip2/stations.ts';
import { copyProject } from './migrate/copy-project.ts';
import { readRecordedProjects } from './migrate/recorded-projects.ts';

const RECORDINGS = join(import.meta.dirname, '../test/fixtures/recordings/migrate');
const CORPUS = join(import.meta.dirname, '../../shared/corpora/bzip2-1.0.8');
const RUSTWARD = join(import.meta.dirname, '../bin/rustward');
const BROKEN = 'broken';

const { positionals } = parseArgs({ allowPositionals: true });
const from = resolve(positionals[0] ?? CORPUS);
const project = readRecordedProjects(RECORDINGS).find(({ name }) => name === 'bzip2');
if (project === undefined || !existsSync(join(from, 'huffman.c'))) {
  const missing = project === undefined ? 'no recording' : `no bzip2 in ${from}: name its folder`;
  process.stderr.write(`bench:bzip2-link: skipped, there is ${missing}\n`);
} else {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-bench-')));
  try {
    const copy = copyProject(project, from, folder);
    const [carried] = stationsOf(copy, project.roots, ['transpile'], {
      ...{ RUSTWARD_REPLAY: project.recording, RUSTWARD_RECORD: undefined },
      ...{ GIT_AUTHOR_NAME: 'Bench', GIT_AUTHOR_EMAIL: 'bench@example.org' },
      ...{ GIT_COMMITTER_NAME: 'Bench', GIT_COMMITTER_EMAIL: 'bench@example.org' },
    });
    say('migrated', carried?.good === true, carried?.seen ?? 'nothing');
    if (carried?.good) tryLinks(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tryLinks(copy: string): void {
  const all = link(copy, 'rust', []);
  const linked = all.functions.filter(({ outcome }) => outcome === 'linked');
  const kept = all.functions.filter(({ outcome }) => outcome === 'kept');
  const why = kept.map(({ name, because }) => `; ${name} stays C: ${because}`).join('');
  const isGood = all.passed && all.hybrid?.test === 'passed' && linked.length > 0;
  say('make test', isGood, `${linked.length} of ${all.functions.length} functions in Rust${why}`);
  for (const { name, called } of linked) {
    broken(copy, name);
    const others = linked.map((one) => one.name).filter((other) => other !== name);
    const alone = link(copy, BROKEN, others);
    const users = usersOf(copy, name).filter((user) => linked.some((one) => one.name === user));
    const back = link(copy, BROKEN, [name, ...users]);
    const row = alone.functions.find((one) => one.name === name);
    const failed = row?.outcome === 'breaks' && row.because?.includes('panicked') === true;
    const passes = back.hybrid?.test === 'passed' && back.passed;
    const how = called ? `broken, make test ${alone.hybrid?.test}` : 'make test does not call it';
    const what = ['switched back', ...users].join(' with ');
    say(name, passes && failed === called, `${how}; ${what}, it ${back.hybrid?.test}`);
  }
}

/** The functions that call one of the C, also by way of others. */
function usersOf(copy: string, name: string): string[] {
  const symbols = loadScanArtifact(copy, SYMBOLS_FILE, symbolSchema);
  const functions = symbols.flatMap((one) => (one.category === 'function' ? [one] : []));
  const found = new Set(functions.filter((one) => one.name === name).map(({ id }) => id));
  for (const id of found) {
    for (const user of functions) if (user.calls.includes(id)) found.add(user.id);
  }
  const names = functions.filter(({ id }) => found.has(id)).map((one) => one.name);
  return names.filter((one) => one !== name);
}

/** Puts a crate beside that of the project in which the Rust of one C function panics. */
function broken(copy: string, name: string): void {
  const mapped = loadSymbolMap(copy).find((one) => name === one.c_name);
  if (mapped === undefined) throw new Error(`nothing is known of ${name}`);
  rmSync(join(copy, BROKEN), { recursive: true, force: true });
  cpSync(join(copy, 'rust'), join(copy, BROKEN), { recursive: true });
  breakFunction(join(copy, BROKEN), mapped.module, mapped.rust_symbol.replace(/^.*::/, ''));
}

function link(copy: string, crate: string, without: readonly string[]): LinkReport {
  const { stdout, stderr } = spawnSync(
    RUSTWARD,
    [
      ...['migrate', 'link', copy, '--json', '--crate', crate],
      ...['--build', 'make -C c bzip2', '--test', 'make -C c test'],
      ...(without.length === 0 ? [] : ['--without', ...without]),
    ],
    { encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(`rustward migrate link gave no report: ${stderr}`);
  return linkReportSchema.parse(JSON.parse(stdout));
}

function say(what: string, isGood: boolean, seen: string): void {
  process.stdout.write(`${what.padEnd(24)}  ${isGood ? 'good' : 'BAD '}  ${seen}\n`);
  if (!isGood) process.exitCode = 1;
}
