/**
 * How fast the scan is and how much memory it takes, beside cppcheck and flawfinder where they
 * are installed: `npm run bench:scan -- PATH`. All read the same files in the same run. Ours runs
 * three times: knowing nothing, with nothing changed since, and with one function changed. Then that change is
 * reviewed, knowing nothing.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findSourceFiles, type SourceFile } from '../src/workspace/files/source-files.ts';
import { type Measured, measure } from './process-memory.ts';

const [path] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write('usage: npm run bench:scan -- PATH\n');
  process.exit(2);
}
const ROOT = resolve(import.meta.dirname, '..');
const found = findSourceFiles(path);
const files = found.files.map((file) => join(found.root, file.path));
// The other two read C and C++ only.
const others = files.filter((file) => !file.endsWith('.rs'));
const folder = mkdtempSync(join(tmpdir(), 'rustward-bench-'));
const jobs = String(availableParallelism());
process.stdout.write(`${files.length} files, ${kloc(files).toFixed(1)} KLOC, ${jobs} cores\n\n`);
process.stdout.write(row('', 'seconds', 'KLOC/s', 'peak MB'));
try {
  const program = join(ROOT, 'bin/rustward');
  // A copy, since one function of it is going to change.
  const copy = join(folder, 'tree');
  for (const file of found.files) {
    mkdirSync(dirname(join(copy, file.path)), { recursive: true });
    copyFileSync(join(found.root, file.path), join(copy, file.path));
  }
  git(copy, 'init', '--quiet');
  git(copy, 'add', '--all', '--force');
  git(copy, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '-qm', 'base');
  const output = ['--format', 'sarif', '--output', join(folder, 'report.sarif')];
  const quiet = ['--no-state', '--quiet', '--fail-on', 'none', '--no-gitignore'];
  const ours = ['scan', copy, ...quiet, '--cache-dir', join(folder, 'cache'), ...output];
  print('rustward', files, await measure(program, ours));
  print('  unchanged', files, await measure(program, ours));
  const changed = changeOneFunction(copy, found.files);
  if (changed !== undefined) {
    print('  one change', files, await measure(program, ours));
    const cold = ['--no-model', '--cache-dir', join(folder, 'cold'), ...output];
    const review = ['review', copy, '--base', 'HEAD', ...quiet, ...cold];
    print('  cold review', files, await measure(program, review));
    process.stdout.write(`  (the change is in ${changed})\n`);
  }
  if (isInstalled('cppcheck')) {
    const list = join(folder, 'files.txt');
    writeFileSync(list, others.map((file) => `${file}\n`).join(''));
    const args = ['-j', jobs, '--quiet', '--enable=warning,portability', `--file-list=${list}`];
    print('cppcheck', others, await measure('cppcheck', args));
  }
  if (isInstalled('flawfinder')) {
    const args = ['--quiet', '--dataonly', '--', ...others];
    print('flawfinder', others, await measure('flawfinder', args));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function git(tree: string, ...args: string[]): void {
  spawnSync('git', ['-C', tree, ...args], { stdio: 'ignore' });
}

function kloc(paths: readonly string[]): number {
  const lines = paths.map((file) =>
    readFileSync(file).reduce((sum, byte) => sum + Number(byte === 10), 0),
  );
  return lines.reduce((sum, count) => sum + count, 0) / 1000;
}

/** Adds a statement to a function of a file of middling size; gives the file, or undefined where there is none. */
function changeOneFunction(root: string, sources: readonly SourceFile[]): string | undefined {
  const bySize = sources
    .filter((file) => file.path.endsWith('.c'))
    .sort((a, b) => a.bytes - b.bytes || (a.path < b.path ? -1 : 1));
  for (const file of bySize.slice(bySize.length / 2)) {
    const text = readFileSync(join(root, file.path), 'latin1');
    const changed = text.replace(/^\{$/m, '{\n  (void)0;');
    if (changed === text) continue;
    writeFileSync(join(root, file.path), changed, 'latin1');
    return file.path;
  }
  return undefined;
}

function isInstalled(program: string): boolean {
  const known = spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
  if (!known) process.stdout.write(`${program} is not installed\n`);
  return known;
}

function print(name: string, paths: readonly string[], { seconds, peak, status }: Measured): void {
  const speed = (kloc(paths) / seconds).toFixed(1);
  const note = status === 0 || status === 1 ? '' : `  (status ${status})`;
  process.stdout.write(row(name, seconds.toFixed(2), speed, (peak / 1e6).toFixed(0) + note));
}

function row(...[name = '', ...cells]: string[]): string {
  return `${name.padEnd(14)}${cells.map((cell) => cell.padStart(10)).join('')}\n`;
}
