import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type JudgedFinding, readJudged } from '../../bench/calibration/judged-file.ts';
import { leaveOneOutText } from '../../bench/calibration/leave-one-out.ts';
import { asCounted, measure, measuredModule, TABLES } from '../../bench/calibration/measure.ts';
import { calibrationText } from '../../bench/calibration/table.ts';

const ROOT = join(import.meta.dirname, '../..');

const FINDING: JudgedFinding = {
  round: 1,
  tuned: true,
  project: 'example',
  commit: 'abcdef0',
  file: 'src/a.c',
  line: 3,
  rule: 'use_after_free',
  basis: { event: 'definite', doubts: [], witnessed: true },
  confidence: 0.9,
  verdict: 'true',
  reason: 'the block is freed in line 2',
};

test.each(TABLES)('the table that confidences are made of is what was judged: $judged', (table) => {
  const judged = readJudged(join(ROOT, 'bench/calibration', table.judged));
  const module = readFileSync(join(ROOT, 'src/rules/confidence', table.module), 'utf8');
  expect(module).toBe(measuredModule(measure(asCounted(judged, table)), table));
});

const { basis: _, ...WITHOUT_BASIS } = FINDING;

test('findings are counted by rule, event and lossy steps', () => {
  const judged: JudgedFinding[] = [
    FINDING,
    { ...FINDING, line: 4, verdict: 'false' },
    { ...FINDING, line: 5, verdict: 'minor' },
    { ...FINDING, line: 6, basis: { event: 'definite', doubts: ['may'], witnessed: true } },
    {
      ...FINDING,
      line: 7,
      rule: 'double_free',
      basis: { event: 'may', doubts: [], witnessed: false },
    },
    WITHOUT_BASIS,
  ];
  expect(measure(judged)).toEqual([
    { rule: 'double_free', event: 'may', steps: 2, judged: 1, right: 1 },
    { rule: 'use_after_free', event: 'definite', steps: 0, judged: 3, right: 1.5 },
    { rule: 'use_after_free', event: 'definite', steps: 1, judged: 1, right: 1 },
  ]);
});

test('what was assumed on the way counts in the table of a language where it is said so alone', () => {
  const judged: JudgedFinding[] = [
    { ...FINDING, basis: { event: 'shape', doubts: ['loop'], witnessed: false } },
  ];
  expect(measure(asCounted(judged, { doubtsCount: true }))).toMatchObject([{ steps: 1 }]);
  expect(measure(asCounted(judged, { doubtsCount: false }))).toMatchObject([{ steps: 0 }]);
  expect(calibrationText(judged, [])).toContain('with something assumed on the way: 1/1 true');
});

test('what is printed tells tuned projects from unseen ones', () => {
  const judged: JudgedFinding[] = [
    FINDING,
    { ...FINDING, line: 4, tuned: false, confidence: 0.6, verdict: 'minor' },
  ];
  const text = calibrationText(judged, measure(judged));
  expect(text).toContain('round 1, tuned projects: 1/1 true, and 0 true but minor');
  expect(text).toContain('round 1, unseen projects: 0/1 true, and 1 true but minor');
  expect(text).toContain('drawn as high: 1/1 true');
  expect(text).toContain('with something assumed on the way: 0/0 true');
  expect(text).toContain('with nothing assumed: 1/2 true');
});

test('no project counts for more than eight findings of a kind', () => {
  const many = Array.from({ length: 80 }, (_, at) => ({ ...FINDING, line: at + 1 }));
  const others: JudgedFinding[] = [
    { ...FINDING, project: 'other', verdict: 'false' },
    { ...FINDING, project: 'other', line: 4, verdict: 'false' },
  ];
  expect(measure([...many, ...others])).toEqual([
    { rule: 'use_after_free', event: 'definite', steps: 0, judged: 10, right: 8 },
  ]);
});

test('the table is tried on each project without its own findings', () => {
  const wrong = Array.from({ length: 9 }, (_, at): JudgedFinding => {
    return { ...FINDING, project: 'wrong', line: at + 1, verdict: 'false' };
  });
  const right: JudgedFinding = { ...FINDING, project: 'right', confidence: 0.8 };
  const text = leaveOneOutText([...wrong, right]);
  // By what was judged elsewhere, one is false and the other true.
  expect(text).toContain('right            1/1 of all,     0/0 of those that stay medium');
  expect(text).toContain('wrong            0/9 of all,     0/9 of those that stay medium');
});
