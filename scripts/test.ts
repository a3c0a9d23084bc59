/**
 * Runs the tests: `npm test`, with jest's own options. With `--changed` those alone that are touched
 * by what differs from `main`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { quickStart } from '../test/support/quick-start.ts';
import { changedFiles, repositoryFiles } from './changed-files.ts';
import { isModule, testsTouched } from './changed-tests.ts';
import { newTemporaryFolder } from './temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '..');
const CHANGED = '--changed';

const FLAGS = [
  '--disable-warning=ExperimentalWarning',
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
  process.exitCode = await run([...rest, ...paths]);
}

/** Runs jest to its end, also when it is told to end, and removes what the tests have left. */
async function run(options: readonly string[]): Promise<number> {
  const folder = newTemporaryFolder();
  try {
    const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
    const child = spawn(process.execPath, [...FLAGS, jest, ...options], {
      ...{ cwd: ROOT, stdio: 'inherit' },
      env: { ...process.env, TMPDIR: folder, ...(await quickStart()) },
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => child.kill(signal));
    }
    const [status] = await once(child, 'close');
    return typeof status === 'number' ? status : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function touched(): string[] {
  const files = repositoryFiles(ROOT);
  const sources = new Map(
    files.filter(isModule).map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
  );
  return testsTouched(changedFiles(ROOT), files, sources);
}
