import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { summarise } from '../../../src/security/report/summary.ts';
import { candidate, exampleReport } from '../printers/example-report.ts';

const scanned = { files: 3, lines: 90, root: '.', skipped: [] };

test('counts what is open and introduced: neither suppressed nor in the baseline', () => {
  const { summary } = exampleReport;
  expect(summary.total).toBe(3);
  expect(summary.by_severity).toEqual({ high: 2, medium: 0, low: 1 });
  expect(summary.by_language).toEqual({ c: 3 });
  expect(Object.keys(summary.by_category)).toEqual(['bounds', 'concurrency', 'input']);
});

test('names the ten files with the greatest sums, the worst first, equals by name', () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    candidate({
      gid: index + 1,
      id: 'C000000',
      pattern: 'p',
      file: `f${String(index).padStart(2, '0')}.c`,
    }),
  );
  const twice = candidate({ gid: 13, id: 'C000000', pattern: 'p', file: 'f11.c' });
  const { top_risk_files: top } = summarise([...many, twice], scanned);
  expect(top.map((entry) => entry.file)).toEqual([
    'f11.c',
    ...Array.from({ length: 9 }, (_, index) => `f0${index}.c`),
  ]);
  expect(top[0]).toEqual({ file: 'f11.c', score: 5.1, count: 2 });
});

test('does not depend on the order of candidates or skipped files', () => {
  const skipped = [
    { file: 'b.c', reason: 'binary data' },
    { file: 'a.c', reason: 'too long' },
  ];
  const text = JSON.stringify(summarise(exampleReport.candidates, { ...scanned, skipped }));
  const shuffled = fc.shuffledSubarray([...exampleReport.candidates], {
    minLength: exampleReport.candidates.length,
  });
  fc.assert(
    fc.property(shuffled, (candidates) => {
      const again = summarise(candidates, { ...scanned, skipped: skipped.toReversed() });
      expect(JSON.stringify(again)).toBe(text);
    }),
  );
});
