import { expect, test } from '@jest/globals';
import type { ReportedCandidate } from '../../src/security/report/report.ts';
import { withStepLines } from '../../src/security/with-step-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { candidate, reportOf } from './printers/example-report.ts';

const step = (file: string, line: number) => ({
  ...{ file, line, column: 1, end_line: line, end_column: 2, function: 'f', message: 'here' },
});

function linesOf(root: string, changes: Partial<ReportedCandidate>) {
  const one = { ...candidate({ gid: 1, id: 'C000001', pattern: 'double_free' }), ...changes };
  return withStepLines(reportOf([one]), root).candidates[0]?.trace.map(({ evidence }) => evidence);
}

test('each step of the data gets its source line, without secrets, where there is one', () => {
  const root = temporaryFolder({
    'src/a.c': 'int f(void) {\n  \treturn g(x);\n}\n',
    'k.c': 'const char *k = "AKIAIOSFODNN7EXAMPLE";\n',
  });
  const trace = [step('src/a.c', 2), step('k.c', 1), step('gone.c', 1), step('src/a.c', 99)];
  const [call, secret, ...none] = linesOf(root, { trace }) ?? [];
  expect(call).toBe('return g(x);');
  expect(secret).toContain('[redacted');
  expect(none).toEqual([undefined, undefined]);
  // Of the base no sources are at hand, and what is settled needs none.
  expect(linesOf(root, { trace, baseline: 'absent' })?.[0]).toBeUndefined();
  const suppression = { kind: 'external', reason: 'r' } as const;
  expect(linesOf(root, { trace, suppression })?.[0]).toBeUndefined();
});
