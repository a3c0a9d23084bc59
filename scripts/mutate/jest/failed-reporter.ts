import { appendFileSync } from 'node:fs';

/** Names the file to which each test file that has run adds a line. */
export const RESULTS_VARIABLE = 'RUSTWARD_MUTATION_RESULTS';

/** What jest hands to a reporter, as far as it matters here. */
interface FileResult {
  readonly testFilePath: string;
  readonly failureMessage?: string | null;
  readonly testExecError?: unknown;
  readonly testResults: readonly { readonly status: string; readonly fullName: string }[];
}

/**
 * Says what became of each test file as soon as it has run, and ends the run with the first that failed. Jest's own
 * `--bail` ends it before a file of results is written, and does not count files that could not be loaded.
 */
export default class FailedReporter {
  onTestFileResult(_test: unknown, result: FileResult): void {
    const path = process.env[RESULTS_VARIABLE];
    if (path === undefined) throw new Error(`${RESULTS_VARIABLE} is not set`);
    const failed = result.testResults.find(({ status }) => status === 'failed');
    const isFailed = failed !== undefined || Boolean(result.testExecError);
    const line = { file: result.testFilePath, ...(isFailed ? { failed: whatOf(result) } : {}) };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
    if (isFailed) process.exit(1);
  }
}

/** The first test that failed, or what is wrong with the file. */
function whatOf({ testResults, failureMessage }: FileResult): string {
  const failed = testResults.find(({ status }) => status === 'failed');
  const [line = 'the file could not be loaded'] = (failureMessage ?? '')
    .split('\n')
    .filter((one) => one.trim() !== '');
  return failed?.fullName ?? line.trim();
}
