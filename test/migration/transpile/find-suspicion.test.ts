import { expect, test } from '@jest/globals';
import type { Evidence } from '../../../src/equivalence/evidence/evidence.ts';
import { findSuspicion } from '../../../src/migration/transpile/find-suspicion.ts';
import { evidenceText } from '../../../src/migration/transpile/prompt-values.ts';

const PLAN = {
  ...{ cName: 'f', file: 'src/f.rs', rust: 'f::f', signature: 'pub fn f()' },
  ...{ mapping: undefined, mappingText: undefined, skip: undefined },
};

function equal(lines: readonly [number, number], branches: readonly [number, number]): Evidence {
  const [[coveredLines, allLines], [coveredBranches, allBranches]] = [lines, branches];
  return {
    ...{ kind: 'equal', cases: 10_034, excluded: 3863, seed: 1, limits: [] },
    coverage: { lines: allLines, coveredLines, branches: allBranches, coveredBranches },
    ...{ undefinedBehaviour: [], milliseconds: 1 },
  };
}

/** What the gates guess of a function of which they suspect something. */
function suspicion(evidence: Evidence): string | undefined {
  const seen = { files: new Map(), step: { functions: [] }, plans: [PLAN] };
  const gates = { faults: () => [], suspicion: () => 'silent stub: f does nothing' };
  const deps = { gates, pendingFunctions: new Set<string>() };
  const found = findSuspicion({ ...seen, evidence: new Map([['f', evidence]]) }, deps, () => false);
  return found?.text.split('\n')[0];
}

test.each([
  ['all of the C', equal([205, 205], [118, 118]), undefined],
  ['half of it', equal([103, 205], [59, 118]), undefined],
  ['C without branches', equal([3, 3], [0, 0]), undefined],
  ['few of its lines', equal([91, 205], [118, 118]), 'silent stub: f does nothing'],
  ['few of its branches', equal([181, 224], [12, 118]), 'silent stub: f does nothing'],
  ['nothing', { kind: 'not checked', because: 'a union' } as const, 'silent stub: f does nothing'],
])('a comparison that reached %s', (_what, evidence, expected) => {
  expect(suspicion(evidence)).toBe(expected);
});

test.each([
  [equal([205, 205], [118, 118]), 'the same on thousands of inputs'],
  [equal([3, 3], [0, 0]), 'the same on thousands of inputs'],
  [
    equal([91, 205], [12, 118]),
    'the same on thousands of inputs, but of the C they reached less than half of its lines and less than a quarter of its branches: what was not reached was not run side by side',
  ],
  [
    equal([181, 224], [171, 300]),
    'the same on thousands of inputs, but of the C they reached less than three quarters of its branches: what was not reached was not run side by side',
  ],
])('a reviewer is told how much was reached', (evidence, expected) => {
  expect(evidenceText(evidence)).toBe(expected);
});
