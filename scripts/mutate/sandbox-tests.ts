import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as z from 'zod';

const FLAGS = ['--disable-warning=ExperimentalWarning'];

const resultSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** For all that run together. A busy machine takes half of it for four small files. */
const SECONDS = 90;

/** How a run of tests ended: with the first file that failed, or not in time. */
export type TestsEnd =
  | { readonly kind: 'passed' | 'late' }
  | {
      readonly kind: 'failed';
      readonly file: string;
      /** The first test that failed in it, or what is wrong with the file. */
      readonly what: string;
    };

/** Runs test files in a copy of the repository, until one fails. */
export async function runTests(folder: string, files: readonly string[]): Promise<TestsEnd> {
  if (files.length === 0) return { kind: 'passed' };
  const place = mkdtempSync(join(tmpdir(), 'rustward-mutant-'));
  const output = join(place, 'result.json');
  const options = ['--maxWorkers=1', '--bail=1', '--json', `--outputFile=${output}`];
  const child = spawn(
    process.execPath,
    [...FLAGS, 'scripts/test.ts', ...options, '--runTestsByPath', ...files],
    // In a group of its own, so that what it has started ends with it.
    { cwd: folder, stdio: 'ignore', detached: true },
  );
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) endGroup(child.pid);
  }, SECONDS * 1000);
  try {
    const [status] = await once(child, 'close');
    if (isLate) return { kind: 'late' };
    if (status === 0) return { kind: 'passed' };
    const failed = failedFile(output);
    return failed === undefined
      ? { kind: 'failed', file: files[0] ?? '', what: `the tests ended with status ${status}` }
      : { kind: 'failed', ...failed, file: relative(folder, failed.file) };
  } finally {
    clearTimeout(timer);
    rmSync(place, { recursive: true, force: true });
  }
}

/** First so that it can still remove its temporary files. */
function endGroup(pid: number): void {
  process.kill(-pid, 'SIGTERM');
  setTimeout(() => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }, 10_000).unref();
}

function failedFile(output: string): { readonly file: string; readonly what: string } | undefined {
  let text: string;
  try {
    text = readFileSync(output, 'utf8');
  } catch {
    // Where the test runner itself does not start, as with a mutant in what it loads.
    return undefined;
  }
  const { testResults } = resultSchema.parse(JSON.parse(text));
  const failed = testResults.find((one) => one.status === 'failed');
  if (failed === undefined) return undefined;
  const test = failed.assertionResults.find((one) => one.status === 'failed');
  const [line = ''] = failed.message.split('\n').filter((one) => one.trim() !== '');
  return { file: failed.name, what: test?.fullName ?? line.trim() };
}

/** What the compiler says of a copy of the repository; undefined where nothing is wrong. */
export function firstTypeError(folder: string): string | undefined {
  const options = ['--project', '.', '--incremental', '--tsBuildInfoFile', '.types.tsbuildinfo'];
  const { status, stdout } = spawnSync(
    process.execPath,
    [join('node_modules', 'typescript', 'bin', 'tsc'), ...options],
    { cwd: folder, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
  );
  return status === 0 ? undefined : (stdout.split('\n')[0] ?? 'the compiler failed');
}
