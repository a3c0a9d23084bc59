/** The counts that jest hands to a reporter, as far as the closing line needs them. */
interface Results {
  numPassedTests: number;
  numFailedTests: number;
  /** Tests marked as skipped, and tests that a filter on names left out. */
  numPendingTests: number;
  numTodoTests: number;
  /** Test files that failed before any of their tests ran. */
  numRuntimeErrorTestSuites: number;
}

/**
 * Ends every run with `N passed, N failed, N skipped` alone on a line, so that any continuous
 * integration can read the counts without knowing jest. A test file that could not run counts as
 * one failed test.
 */
export default class ClosingLineReporter {
  onRunComplete(_contexts: unknown, results: Results): void {
    // Jest always puts its own summary last among the reporters; only the exit comes after it.
    process.once('exit', () => process.stdout.write(`${closingLine(results)}\n`));
  }
}

function closingLine(results: Results): string {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests + results.numTodoTests;
  return `${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped`;
}
