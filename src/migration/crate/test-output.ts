/** What the tests of a crate came to. */
export interface TestRun {
  /** Names as cargo prints them, such as `shape::tests::has_an_area`, in the order of the names. */
  readonly passed: readonly string[];
  readonly failed: readonly TestFailure[];
}

interface TestFailure {
  readonly name: string;
  /** What it printed, and how it panicked. */
  readonly output: string;
}

const LINE = /^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED)$/gm;

/**
 * Reads what `cargo test` prints, without `--nocapture`: what tests print comes after the word
 * `failures:`, so none can print a line of the report, unless it writes past the standard library.
 * The caller has to know which tests there should be. Tests run side by side and are printed as
 * they end, so the names are put in order here.
 */
export function parseTestOutput(output: string): TestRun {
  const passed: string[] = [];
  const failed: string[] = [];
  for (const section of output.split(/^running \d+ tests?$/m).slice(1)) {
    const [report = ''] = section.split(/^failures:$/m);
    for (const [, name = '', state] of report.matchAll(LINE)) {
      if (state === 'ok') passed.push(name);
      else failed.push(name);
    }
  }
  const outputs = new Map<string, string>();
  const sections = /^---- (\S+) stdout ----\n([\s\S]*?)(?=^---- \S+ stdout ----$|^failures:$)/gm;
  for (const [, name = '', text = ''] of output.matchAll(sections)) outputs.set(name, text.trim());
  return {
    passed: passed.sort(),
    failed: failed.sort().map((name) => ({ name, output: outputs.get(name) ?? '' })),
  };
}
