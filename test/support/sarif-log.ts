import type { Result, Run } from 'sarif';

/** A log of one run of the scanner `lint`, as text. */
export function sarifLog(results: readonly Result[], changes: Partial<Run> = {}): string {
  const run: Run = { tool: { driver: { name: 'Lint' } }, results: [...results], ...changes };
  return JSON.stringify({ version: '2.1.0', runs: [run] });
}

/** A result at a place, of the rule `rule`. */
export function sarifResult(uri: string, startLine: number, changes: Partial<Result> = {}): Result {
  return {
    ruleId: 'rule',
    message: { text: 'Something is wrong.' },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine } } }],
    ...changes,
  };
}
