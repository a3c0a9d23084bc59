import { expect, test } from '@jest/globals';
import type { Evidence } from '../../../src/equivalence/evidence/evidence.ts';
import type { FunctionPlan } from '../../../src/migration/steps/step.ts';
import { needsReview } from '../../../src/migration/transpile/needs-review.ts';

type Equal = Extract<Evidence, { kind: 'equal' }>;

const COVERAGE = { lines: 3, coveredLines: 3, branches: 2, coveredBranches: 2 };
const WHOLE: Equal = {
  ...{ kind: 'equal', cases: 5000, excluded: 0, seed: 1, limits: [], undefinedBehaviour: [] },
  ...{ coverage: COVERAGE, milliseconds: 1 },
};
const PLAN: FunctionPlan = {
  ...{ cName: 'area', file: 'src/shape.rs', rust: 'shape::area', signature: 'pub fn area()' },
  ...{ mapping: undefined, mappingText: undefined, skip: undefined },
};

function needs(evidence: Evidence, lines = 4): boolean {
  const source = {
    ...{ name: 'area', file: 'shape.c', startLine: 1, endLine: lines, signature: '', text: '' },
    ...{ returnsVoid: false, context: '', callers: '', callees: [], libraryCalls: [] },
  };
  return needsReview({ functions: [source] }, [PLAN], new Map([['area', evidence]]));
}

test('a small function of which all was compared needs no reviewer', () => {
  expect(needs(WHOLE)).toBe(false);
});

test.each<[string, Evidence]>([
  ['few inputs', { ...WHOLE, cases: 999 }],
  ['a branch that was not reached', { ...WHOLE, coverage: { ...COVERAGE, coveredBranches: 1 } }],
  ['a line that was not reached', { ...WHOLE, coverage: { ...COVERAGE, coveredLines: 2 } }],
  ['something that is not compared', { ...WHOLE, limits: ['What becomes of it.'] }],
  ['undefined behaviour in the C', { ...WHOLE, undefinedBehaviour: ['a.c:1:1: overflow'] }],
  ['no comparison', { kind: 'not checked', because: 'a union' }],
])('%s is for a reviewer', (_what, evidence) => {
  expect(needs(evidence)).toBe(true);
});

test('a getter is small enough to be seen through calls alone', () => {
  const limits = ['What an object holds is seen only through sequences of calls of new, push.'];
  expect(needs({ ...WHOLE, limits }, 4)).toBe(false);
  expect(needs({ ...WHOLE, limits }, 5)).toBe(true);
});

test('a longer function is for a reviewer', () => {
  expect(needs(WHOLE, 13)).toBe(true);
});
