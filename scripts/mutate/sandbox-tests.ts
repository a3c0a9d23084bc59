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

/** The first test file that failed. */
export interface FailedFile {
  readonly file: string;
  /** The first test that failed in it, or what is wrong with the file. */
  readonly what: string;
}

/**
 * Runs test files in a copy of the repository, until one fails.
 * @returns which one; undefined when all have passed
 */
export async function firstFailing(
  folder: string,
  files: readonly string[],
): Promise<FailedFile | undefined> {
  const place = mkdtempSync(join(tmpdir(), 'rustward-mutant-'));
  const output = join(place, 'result.json');
  const options = ['--maxWorkers=1', '--bail=1', '--json', `--outputFile=${output}`];
  try {
    const child = spawn(
      process.execPath,
      [...FLAGS, 'scripts/test.ts', ...options, '--runTestsByPath', ...files],
      { cwd: folder, stdio: 'ignore', env: { ...process.env, NODE_OPTIONS: '' } },
    );
    const [status] = await once(child, 'close');
    if (status === 0) return undefined;
    const failed = failedFile(output);
    return failed === undefined
      ? { file: files[0] ?? '', what: `the tests ended with status ${status}` }
      : { ...failed, file: relative(folder, failed.file) };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function failedFile(output: string): FailedFile | undefined {
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
