import { expect, test } from '@jest/globals';
import type { TriageResult } from '../../../src/security/candidates/triage-result.ts';
import { groupCandidates } from '../../../src/security/report/groups.ts';
import type { ReportedCandidate } from '../../../src/security/report/report.ts';
import { candidate } from '../printers/example-report.ts';
import { derivation } from '../printers/triaged-report.ts';

const SUPPRESSION = { kind: 'inSource', reason: 'r' } as const;
const REFUTED = { kind: 'refuted', by: 'analyst', reason: 'r' } as const;
const UNPROVEN = { kind: 'unproven', ...derivation('d'), problem: 'p' } as const;

const UNSETTLED: TriageResult = { kind: 'unsettled', reason: 'r', unseen_callers: ['f (a.c:1)'] };

test.each<[Partial<ReportedCandidate>, keyof ReturnType<typeof groupCandidates>]>([
  [{}, 'findings'],
  [{ confidence: 0.5 }, 'findings'],
  [{ baseline: 'new' }, 'findings'],
  [{ baseline: 'updated' }, 'findings'],
  [{ confidence: 0.49 }, 'possibleFindings'],
  [{ examination: UNPROVEN }, 'possibleFindings'],
  [{ examination: UNSETTLED }, 'possibleFindings'],
  [{ baseline: 'unchanged' }, 'existing'],
  [{ baseline: 'unchanged', confidence: 0.49 }, 'existing'],
  [{ baseline: 'absent' }, 'absent'],
  [{ baseline: 'absent', suppression: SUPPRESSION }, 'absent'],
  [{ examination: REFUTED }, 'refuted'],
  [{ suppression: SUPPRESSION }, 'suppressed'],
  [{ suppression: SUPPRESSION, examination: REFUTED }, 'suppressed'],
])('a candidate with %j is in one group: %s', (changes, group) => {
  const one = candidate({ gid: 1, id: 'C000001', pattern: 'p', ...changes });
  const groups = groupCandidates([one]);
  expect(Object.entries(groups).flatMap(([name, list]) => list.map(() => name))).toEqual([group]);
});

test('the worst comes first, and of two that are as bad the one that was found first', () => {
  const of = (gid: number, confidence: number) =>
    candidate({ gid, id: `C00000${gid}`, pattern: 'p', confidence });
  const { findings } = groupCandidates([of(3, 0.9), of(1, 0.6), of(2, 0.9)]);
  expect(findings.map(({ gid }) => gid)).toEqual([2, 3, 1]);
});
