import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { sessionSeconds } from './session-seconds.ts';

const FLAGS = ['--disable-warning=ExperimentalWarning'];

/** How jest is to run: see each of these modules. */
const JEST = [
  '--maxWorkers=1',
  '--testSequencer=<rootDir>/scripts/mutate/jest/given-order.cjs',
  '--testEnvironment=<rootDir>/scripts/mutate/jest/first-failure-environment.ts',
  '--reporters=<rootDir>/scripts/mutate/jest/failed-reporter.ts',
];

const lineSchema = z.object({ file: z.string(), failed: z.string().optional() });

/** Of a processor, for one test file. */
const SECONDS = 40;

/** In which nothing happens: it waits for what does not come. No test waits as long. */
const IDLE_SECONDS = 45;

/** Less than this is nothing: timers, and the garbage collector. */
const IDLE = 0.2;

/** How a run of tests ended: with the first file that failed, or not in time. */
export type TestsEnd = {
  /** The files that passed before. */
  readonly passed: readonly string[];
} & (
  | { readonly kind: 'passed' }
  /** With the file that was running. */
  | { readonly kind: 'late'; readonly file: string }
  | {
      readonly kind: 'failed';
      readonly file: string;
      /** The first test that failed in it, or what is wrong with the file. */
      readonly what: string;
    }
);

/**
 * Runs test files in a copy of the repository, in their order, until one fails or is late.
 * @param seconds of a processor that one file may take
 */
export async function runTests(
  folder: string,
  files: readonly string[],
  seconds = SECONDS,
): Promise<TestsEnd> {
  if (files.length === 0) return { kind: 'passed', passed: [] };
  const place = mkdtempSync(join(tmpdir(), 'rustward-mutant-'));
  const results = join(place, 'results');
  const child = spawn(
    process.execPath,
    [...FLAGS, 'scripts/test.ts', ...JEST, '--runTestsByPath', ...files],
    {
      // In a group of its own, so that what it has started ends with it.
      ...{ cwd: folder, stdio: 'ignore', detached: true },
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache/rustward'),
        RUSTWARD_MUTATION_RESULTS: results,
        RUSTWARD_MUTATION_ORDER: files.map((file) => join(folder, file)).join('\n'),
      },
    },
  );
  let isLate = false;
  const watch = new Watch(child.pid, seconds);
  const timer = setInterval(() => {
    if (isLate || !watch.isLate(linesOf(results).length)) return;
    isLate = true;
    if (child.pid !== undefined) endGroup(child.pid);
  }, 2000);
  try {
    const [status] = await once(child, 'close');
    const lines = linesOf(results).map((line) => ({ ...line, file: relative(folder, line.file) }));
    const passed = lines.flatMap(({ file, failed }) => (failed === undefined ? [file] : []));
    const failed = lines.find((line) => line.failed !== undefined);
    if (failed?.failed !== undefined) {
      return { kind: 'failed', passed, file: failed.file, what: failed.failed };
    }
    const file = files.find((one) => !passed.includes(one));
    if (file === undefined) return { kind: 'passed', passed };
    if (isLate) return { kind: 'late', passed, file };
    // Where the test runner itself does not start, as with a change in what it loads.
    return { kind: 'failed', passed, file, what: `the tests ended with status ${status}` };
  } finally {
    clearInterval(timer);
    rmSync(place, { recursive: true, force: true });
  }
}

/** Notices a test file that takes too long, or waits in vain. */
class Watch {
  readonly #pid: number | undefined;
  readonly #seconds: number;
  readonly #start = performance.now();
  #ended = 0;
  #usedBefore = 0;
  /** What had been used when something last happened, and when that was. */
  #active = { used: 0, at: Date.now() };

  constructor(pid: number | undefined, seconds: number) {
    this.#pid = pid;
    this.#seconds = seconds;
  }

  /** @param ended the files that have ended so far */
  isLate(ended: number): boolean {
    // Where the system does not tell, it is taken for busy all of the time.
    const told = this.#pid === undefined ? undefined : sessionSeconds(this.#pid);
    const used = told ?? (performance.now() - this.#start) / 1000;
    if (ended > this.#ended) [this.#ended, this.#usedBefore] = [ended, used];
    if (used - this.#active.used > IDLE) this.#active = { used, at: Date.now() };
    const isIdle = Date.now() - this.#active.at > IDLE_SECONDS * 1000;
    return isIdle || used - this.#usedBefore > this.#seconds;
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

function linesOf(results: string): z.infer<typeof lineSchema>[] {
  if (!existsSync(results)) return [];
  const lines = readFileSync(results, 'utf8').split('\n');
  return lines.filter((one) => one !== '').map((one) => lineSchema.parse(JSON.parse(one)));
}
