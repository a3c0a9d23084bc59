import { expect, test } from '@jest/globals';
import { listedCandidates } from '../../../src/cli/output/listed-candidates.ts';
import type { ReportedCandidate } from '../../../src/security/report/report.ts';
import { exampleReport } from '../../security/printers/example-report.ts';
import { draft } from '../../support/candidates.ts';

function many(number: number, changes: Partial<ReportedCandidate>): ReportedCandidate[] {
  return Array.from({ length: number }, (_, at) => ({
    gid: at + 1,
    ...draft({ line: at + 1, ...changes }),
    ...changes,
  }));
}

function listed(candidates: readonly ReportedCandidate[]) {
  const { listed: all, rest } = listedCandidates({ ...exampleReport, candidates: [...candidates] });
  return { number: all.length, rest };
}

test('all findings are listed, however many a rule has', () => {
  expect(listed(many(30, { confidence: 0.5 }))).toEqual({ number: 30, rest: undefined });
});

test('of places to look at the first ten of each rule are, and the others counted by rule', () => {
  const weak = { confidence: 0.45 };
  expect(listed(many(10, weak))).toEqual({ number: 10, rest: undefined });
  expect(listed(many(11, weak))).toEqual({
    number: 10,
    rest: '1 more place to look at: unsafe_api (1); the other formats list all.',
  });
  const two = [...many(12, weak), ...many(1500, { ...weak, pattern: 'double_free' })];
  expect(listed(two)).toEqual({
    number: 20,
    rest: '1,492 more places to look at: double_free (1490), unsafe_api (2); the other formats list all.',
  });
});

test('what is settled is listed elsewhere, and what a model has looked at always', () => {
  const suppression = { kind: 'inSource', reason: 'r' } as const;
  expect(listed(many(30, { confidence: 0.45, suppression }))).toEqual({
    number: 0,
    rest: undefined,
  });
  const examination = { kind: 'unexamined', reason: 'no model answered' } as const;
  expect(listed(many(30, { confidence: 0.45, examination })).number).toBe(30);
});
