import { expect, test } from '@jest/globals';
import type { ReportedCandidate } from '../../../src/security/report/report.ts';
import {
  exitStatusOf,
  reportVerdictOf,
  type VerdictOptions,
} from '../../../src/security/report/verdict.ts';
import { draft } from '../../support/candidates.ts';

const OPTIONS: VerdictOptions = { failOn: 'high', incomplete: false };

test.each<[Partial<ReportedCandidate>, Partial<VerdictOptions>, number]>([
  [{}, {}, 1],
  [{}, { incomplete: true }, 1],
  [{}, { failOn: 'none' }, 0],
  [{}, { failOn: 'none', incomplete: true }, 3],
  [{ severity: 'medium' }, {}, 0],
  [{ severity: 'medium' }, { failOn: 'low' }, 1],
  [{ confidence: 0.49 }, { failOn: 'low' }, 0],
  [{ suppression: { kind: 'inSource', reason: 'r' } }, {}, 0],
  [{ suppression: { kind: 'inSource', reason: 'r' } }, { incomplete: true }, 3],
  [{ baseline: 'absent' }, {}, 0],
  [{ baseline: 'unchanged' }, {}, 0],
  [{ baseline: 'new' }, {}, 1],
  [{ baseline: 'updated' }, {}, 1],
])('a candidate with %j under %j ends in status %d', (changes, options, status) => {
  const candidate = { gid: 1, ...draft(), ...changes };
  expect(exitStatusOf(reportVerdictOf([candidate], { ...OPTIONS, ...options }))).toBe(status);
});
