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

/** What one scanner found by one rule on the second line of `a.c`, as it is uploaded for a language. */
export function uploadedSarif(tool: string, rule: string): string {
  const found = { ruleId: rule, level: 'error', message: { text: `seen by ${rule}` } } as const;
  return sarifLog([sarifResult('a.c', 2, found)], {
    tool: { driver: { name: tool, rules: [{ id: rule }] } },
    automationDetails: { id: `/language:${rule}/` },
  });
}
