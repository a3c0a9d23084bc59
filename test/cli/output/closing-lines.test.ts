import { expect, test } from '@jest/globals';
import { closingLine } from '../../../src/cli/output/closing-lines.ts';
import { candidate, reportOf } from '../../security/printers/example-report.ts';

test.each([
  [1, 1, 'findings: 1 candidate in 1 file'],
  [2, 3, 'findings: 2 candidates in 3 files'],
])('%d in %d files, in words', (total, scanned_files, line) => {
  const report = reportOf([candidate({ gid: 1, id: 'C000001', pattern: 'a' })]);
  const summary = { ...report.summary, total, scanned_files, skipped: [] };
  expect(closingLine({ ...report, verdict: 'findings', summary })).toBe(line);
});

test('findings do not hide that something was not examined', () => {
  const report = reportOf([candidate({ gid: 1, id: 'C000001', pattern: 'a' })]);
  expect(closingLine({ ...report, verdict: 'findings', incomplete: true })).toMatch(
    /; not everything was examined$/,
  );
});
