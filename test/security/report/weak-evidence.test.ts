import { expect, test } from '@jest/globals';
import { DOUBTS, EVENTS } from '../../../src/rules/basis.ts';
import type { ReportedCandidate } from '../../../src/security/report/report.ts';
import { whyPlace } from '../../../src/security/report/weak-evidence.ts';
import { candidate } from '../printers/example-report.ts';

const why = (changes: Partial<ReportedCandidate>) =>
  whyPlace(candidate({ gid: 1, id: 'C000001', pattern: 'p', confidence: 0.45, ...changes }));

test.each<[string, Partial<ReportedCandidate>, string | undefined]>([
  ['a finding', { confidence: 0.5 }, undefined],
  [
    'a guess',
    { basis: { event: 'may', doubts: [], witnessed: true } },
    'it happens on some of the ways here, and not on all',
  ],
  [
    'doubts',
    { basis: { event: 'definite', doubts: ['joined', 'no-path'], witnessed: false } },
    'what holds on several ways was merged before it; no single way was found whose conditions agree with each other',
  ],
  [
    'a test',
    { file: 'tests/a.c', basis: { event: 'shape', doubts: [], witnessed: false } },
    'it stands in a test or an example',
  ],
  [
    'code for debugging',
    { basis: { event: 'definite', doubts: [], witnessed: true, debug_code: true } },
    'only a build for debugging has this code',
  ],
  [
    'a further place of one cause',
    { basis: { event: 'definite', doubts: [], witnessed: true }, repeats_line: 7 },
    'line 7 of the same function has the same cause, and is the finding',
  ],
  [
    'a shape',
    { file: 'src/a.c' },
    'fewer than half of such places are expected to be right, and no model has looked at this one',
  ],
  [
    'what was judged often enough elsewhere',
    { pattern: 'integer_overflow', basis: { event: 'definite', doubts: [], witnessed: true } },
    'of 9 such places that were judged in other code, one was right, and no model has looked at this one',
  ],
  ['another scanner', { sources: ['cppcheck'] }, 'the scanner that reports it is not sure of it'],
  ['a claim', { sources: ['model'] }, 'a model claims it, and none has confirmed that'],
  [
    'what a model has said more of',
    { examination: { kind: 'unsettled', reason: 'r', unseen_callers: [] } },
    undefined,
  ],
])('of %s it is said why it is no finding', (_name, changes, expected) => {
  expect(why(changes)).toBe(expected);
});

test('each doubt, and each event that is a guess, has words of its own', () => {
  const said = [
    ...DOUBTS.map((doubt) =>
      why({ basis: { event: 'definite', doubts: [doubt], witnessed: true } }),
    ),
    ...EVENTS.map((event) => why({ basis: { event, doubts: [], witnessed: true } })),
  ];
  const general =
    'fewer than half of such places are expected to be right, and no model has looked at this one';
  expect(said.filter((text) => text === general)).toHaveLength(2);
  expect(new Set(said).size).toBe(DOUBTS.length + EVENTS.length - 1);
});
