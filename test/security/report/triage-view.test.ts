import { expect, test } from '@jest/globals';
import { textReport } from '../../../src/cli/output/text-report.ts';
import { parseBaseline } from '../../../src/security/baseline/baseline-file.ts';
import { PRINTERS } from '../../../src/security/printers/printers.ts';
import { contentOf } from '../printers/content-of.ts';
import { golden } from '../printers/golden.ts';
import { examinedReport } from '../printers/triaged-report.ts';

test.each([
  ['examined.json', PRINTERS.json(examinedReport)],
  ['examined.md', PRINTERS.markdown(examinedReport)],
  ['examined.sarif', PRINTERS.sarif(examinedReport)],
  ['examined.html', contentOf(PRINTERS.html(examinedReport))],
  ['examined.txt', textReport(examinedReport, false)],
])('%s', (name, printed) => {
  expect(printed).toBe(golden(name, printed));
});

test('the JSON counts every result, and can be a baseline', () => {
  const printed = PRINTERS.json(examinedReport);
  expect(JSON.parse(printed).summary.by_examination).toEqual({
    ...{ verified: 1, unverified: 1, unproven: 1, unsettled: 1, refuted: 2, dismissed: 1 },
    unexamined: 1,
  });
  expect(parseBaseline(printed, []).map(({ id }) => id)).toEqual(
    examinedReport.candidates.map(({ id }) => id),
  );
});
