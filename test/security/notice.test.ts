import { expect, test } from '@jest/globals';
import type { TriageResult } from '../../src/security/candidates/triage-result.ts';
import { triageNotice } from '../../src/security/notice.ts';

const DERIVED = {
  ...{ preconditions: 'a long name', consequences: 'a write', suggestions: 'check it' },
  trigger_path: [{ function: 'f', file: 'a.c', line: 3, action: 'copies' }],
};
const VERIFIED: TriageResult = { kind: 'verified', ...DERIVED, verification_notes: 'it holds' };
const UNVERIFIED: TriageResult = { kind: 'unverified', ...DERIVED };
const REFUTED: TriageResult = { kind: 'refuted', by: 'analyst', reason: 'it is checked' };
const UNEXAMINED: TriageResult = { kind: 'unexamined', reason: 'the budget is used up' };

test('of what models examined each number is told by itself', () => {
  expect(triageNotice([VERIFIED, VERIFIED, REFUTED])).toBe(
    'Models examined 3 candidates of the scan: 2 verified, 1 refuted.',
  );
  expect(triageNotice([VERIFIED, UNVERIFIED, REFUTED, UNEXAMINED], true)).toBe(
    'Models examined 3 candidates: 1 verified, 1 derived and not verified, 1 refuted. ' +
      '1 candidate was not examined, because the budget is used up.',
  );
});

test('where models examined nothing, it is said why', () => {
  expect(triageNotice([])).toBe('The static scan proposed nothing that a model could examine.');
  expect(triageNotice([UNEXAMINED])).toBe(
    'Models were to examine the candidates and did not, because the budget is used up: ' +
      "this is the static scan's own result.",
  );
});
