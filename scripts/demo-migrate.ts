/**
 * The demonstration of a migration, without a model: four functions of the example project become Rust,
 * with the answers of a recording. All else is at work: clang reads the C, cargo builds and tests the
 * Rust, and C and Rust run side by side. The page is left in `demo-output/migration.html`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { copyProject } from '../bench/migrate/copy-project.ts';
import { readRecordedProjects } from '../bench/migrate/recorded-projects.ts';

const ROOT = resolve(import.meta.dirname, '..');
const RECORDINGS = join(ROOT, 'test/fixtures/recordings/migrate');
const PAGE = join(ROOT, 'demo-output/migration.html');

const folder = mkdtempSync(join(tmpdir(), 'rustward-demo-'));
try {
  await demonstrate();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function demonstrate(): Promise<void> {
  const project = readRecordedProjects(RECORDINGS).find(
    ({ name }) => name === 'archive-reader-start',
  );
  if (project === undefined) throw new Error(`there is no recording in ${RECORDINGS}`);
  const copy = copyProject(project, join(ROOT, 'examples/archive-reader'), folder);

  say('Four C functions become Rust: planned, written, built, tested, and run beside the C');
  const env = { RUSTWARD_REPLAY: project.recording };
  await rustward(['run', copy, '--strict-replay'], env);

  say('path_is_safe in C');
  show(copy, 'c/src/path.c', /^bool path_is_safe[\s\S]*?^}\n/m);
  say('path_is_safe in Rust; its tests are in the same file');
  show(copy, 'rust/src/path.rs', /^\/\/\/ .*\npub fn is_safe[\s\S]*?^}\n/m);

  mkdirSync(dirname(PAGE), { recursive: true });
  await rustward(['status', copy, '--html', PAGE], {});
  say(`Look at the evidence: ${pathToFileURL(PAGE).href}`);
}

/** Has the command line do its work where people see it. @throws Error when it fails */
async function rustward(args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawn(join(ROOT, 'bin/rustward'), ['migrate', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`rustward migrate ${args[0]} ended with status ${status}`);
}

/** A part of a file. */
function show(copy: string, path: string, part: RegExp): void {
  const text = part.exec(readFileSync(join(copy, path), 'utf8'))?.[0] ?? '';
  process.stdout.write(text.replaceAll(/^(?=.)/gm, '    '));
}

function say(text: string): void {
  process.stdout.write(`\n${styleText('bold', text)}\n\n`);
}
