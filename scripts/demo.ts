/**
 * The demonstration: a small C project becomes a git repository, a branch with a
 * change to it is reviewed with the real command line, and the reports are left in
 * `demo-output/`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');
const PROJECT = join(ROOT, 'examples/archive-reader');
const PATCH = join(ROOT, 'examples/archive-reader.patch');
const OUTPUT = join(ROOT, 'demo-output');

mkdirSync(OUTPUT, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'rustward-demo-'));
process.exitCode = 3;
try {
  makeRepository();
  process.exitCode = review();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The project on `main`, and the change to it on the branch that is checked out. */
function makeRepository(): void {
  cpSync(PROJECT, folder, { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=An archive reader');
  git('checkout', '--quiet', '-b', 'change');
  git('apply', '--', PATCH);
  git('add', '--all');
  git('commit', '--quiet', '--message=A change to review');
}

/** Returns the exit status of the demonstration: findings are what it is to show. */
function review(): number {
  const reports = { html: 'report.html', sarif: 'report.sarif', markdown: 'report.md' };
  const args = ['review', '.', '--base', 'main', '--no-model'];
  say(`$ rustward ${args.join(' ')}`);
  for (const [format, file] of Object.entries(reports)) {
    args.push('--report', `${format}=${join(OUTPUT, file)}`);
  }
  const { status } = spawnSync(join(ROOT, 'bin/rustward'), args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0 && status !== 1) return status ?? 3;
  say(`Look at ${pathToFileURL(join(OUTPUT, reports.html)).href}`);
  return 0;
}

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.org'];
  execFileSync('git', [...identity, '-c', 'commit.gpgSign=false', ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function say(text: string): void {
  process.stdout.write(`\n${styleText('bold', text)}\n\n`);
}
