/**
 * Runs the tests: `npm test`, with jest's own options. With `--changed` those alone that are touched
 * by what differs from `main`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { changedFiles, repositoryFiles } from './changed-files.ts';
import { isModule, testsTouched } from './changed-tests.ts';

const ROOT = resolve(import.meta.dirname, '..');
const CHANGED = '--changed';

const FLAGS = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  // V8 would spend most of these short processes on making WebAssembly faster.
  '--liftoff-only',
  // It would keep all that a test file has loaded, long after its end.
  '--no-compilation-cache',
  // For the environment of the tests, which has the memory collected.
  '--expose-gc',
];

const args = process.argv.slice(2);
const isChangedOnly = args.includes(CHANGED);
const chosen = isChangedOnly ? touched() : [];
const rest = args.filter((arg) => arg !== CHANGED);
if (isChangedOnly && chosen.length === 0) {
  process.stdout.write('No test is touched by what differs from main.\n');
} else {
  const paths = isChangedOnly ? ['--runTestsByPath', ...chosen] : [];
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const { status } = spawnSync(process.execPath, [...FLAGS, jest, ...rest, ...paths], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

function touched(): string[] {
  const files = repositoryFiles(ROOT);
  const sources = new Map(
    files.filter(isModule).map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
  );
  return testsTouched(changedFiles(ROOT), files, sources);
}
