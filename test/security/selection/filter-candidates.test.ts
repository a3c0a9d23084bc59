import { expect, test } from '@jest/globals';
import {
  type CandidateFilter,
  filterCandidates,
} from '../../../src/security/selection/filter-candidates.ts';
import { candidate } from '../../support/candidates.ts';

const IN_NEW_CODE = { confidence: 0.85, severity: 'high', score: 2.55 } as const;
const STANDING = { confidence: 0.6, severity: 'low', score: 0.6 } as const;

const filtered = (changes: Partial<CandidateFilter>) =>
  filterCandidates({
    candidates: [candidate({ ...STANDING, in_new_code: IN_NEW_CODE })],
    includes: () => true,
    concernsChange: () => true,
    suppressions: { inline: new Map(), entries: [] },
    match: undefined,
    includeExisting: true,
    minConfidence: () => 0.4,
    isSmallTree: false,
    ...changes,
  }).candidates;

test('a candidate of a large tree is as sure as what was judged of large trees says', () => {
  const [found] = filtered({});
  expect(found).toMatchObject({ ...STANDING, severity_in_small_tree: 'high' });
  expect(found).not.toHaveProperty('in_new_code');
});

test('in a small tree it is as sure as its rule is', () => {
  const [found] = filtered({ isSmallTree: true });
  expect(found).toMatchObject(IN_NEW_CODE);
  expect(found).not.toHaveProperty('severity_in_small_tree');
  expect(found).not.toHaveProperty('in_new_code');
});

test.each(['new', 'updated'] as const)('so is what a change brings: %s', (state) => {
  const [found] = filtered({ match: { states: [state], absent: [] } });
  expect(found).toMatchObject({ ...IN_NEW_CODE, baseline: state });
});

test('what the base has as well, or had, is in code that stands', () => {
  const gone = candidate({ ...STANDING, in_new_code: IN_NEW_CODE });
  const found = filtered({ match: { states: ['unchanged'], absent: [gone] } });
  expect(found).toMatchObject([
    { ...STANDING, baseline: 'unchanged' },
    { ...STANDING, baseline: 'absent' },
  ]);
});

test('the least confidence is that of where it stands', () => {
  expect(filtered({ minConfidence: () => 0.7 })).toEqual([]);
  expect(filtered({ minConfidence: () => 0.7, isSmallTree: true })).toHaveLength(1);
});
