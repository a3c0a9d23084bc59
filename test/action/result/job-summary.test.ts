import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RunResult } from '../../../action/result/run-result.ts';
import { jobSummary } from '../../../action/result/summary-text.ts';
import { DEFAULT_CONFIGURATION } from '../../../src/github/configuration/configuration.ts';
import { toMarkdown } from '../../../src/security/printers/markdown.ts';
import { exampleReport } from '../../security/printers/example-report.ts';

const REVIEWED: RunResult = {
  report: exampleReport,
  costs: { dollars: 1.5, calls: 1200, unpriced: 0 },
  ...{ warnings: ['a.c is a *link*'], seconds: 61.2, failOn: 'high' },
  configuration: DEFAULT_CONFIGURATION,
};

describe('the page of a run', () => {
  test('has the whole report, then what it took', () => {
    const text = jobSummary(REVIEWED, ['nothing was uploaded']);
    expect(text.startsWith(toMarkdown(REVIEWED.report))).toBe(true);
    expect(text).toContain('- nothing was uploaded\n- a.c is a \\*link\\*\n');
    expect(text.slice(text.indexOf('## What it took'))).toBe(
      [
        ...['## What it took', '', '|  |  |', '| --- | --- |', '| Cost of models | $1.5000 |'],
        ...['| Calls of models | 1,200 |', '| Time | 61 s |', ''],
      ].join('\n'),
    );
  });

  test('never exceeds what GitHub takes, keeps its end, and says that it was cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 9000 }), (room) => {
        const text = jobSummary(REVIEWED, ['x'], room);
        const whole = jobSummary(REVIEWED, ['x']);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(room);
        expect(text).toContain('| Cost of models | $1.5000 |');
        expect(text.includes('Cut here')).toBe(text !== whole);
        expect(text).not.toContain('\uFFFD');
      }),
    );
  });
});
