/**
 * How fast the scan is and how much memory it takes, beside cppcheck and flawfinder where they
 * are installed: `npm run bench:scan -- PATH`. All read the same files in the same run.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findSourceFiles } from '../src/workspace/source-files.ts';
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
  const node = join(ROOT, 'node_modules/.bin/node');
  const ours = [
    join(ROOT, 'src/cli.ts'),
    'scan',
    path,
    '--no-state',
    '--quiet',
    '--fail-on',
    'none',
  ];
  const output = ['--format', 'sarif', '--output', join(folder, 'report.sarif')];
  print('rustward', files, await measure(node, [...ours, ...output]));
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

function kloc(paths: readonly string[]): number {
  const lines = paths.map((file) =>
    readFileSync(file).reduce((sum, byte) => sum + Number(byte === 10), 0),
  );
  return lines.reduce((sum, count) => sum + count, 0) / 1000;
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
  return `${name.padEnd(12)}${cells.map((cell) => cell.padStart(10)).join('')}\n`;
}
