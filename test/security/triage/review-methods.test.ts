import { expect, test } from '@jest/globals';
import {
  codeKey,
  type MemoryRecord,
  memoryRecord,
} from '../../../src/agent/memory/memory-record.ts';
import type { TriageResult } from '../../../src/security/candidates/triage-result.ts';
import {
  offeredReviewMethods,
  reviewMethods,
} from '../../../src/security/triage/review-methods.ts';
import { candidate } from '../../support/candidates.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

/** Functions of three lines each, from the first line on. */
const source = (...names: readonly string[]) =>
  names.map((name) => `void ${name}(char *p)\n{\n    *p = 0;\n}\n`).join('');
const lineOf = (at: number) => 4 * at + 3;
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six'];

const REFUTED: TriageResult = { kind: 'refuted', by: 'verifier', reason: 'p has\na byte' };
const VERIFIED: TriageResult = {
  ...{ kind: 'verified', preconditions: 'x', consequences: 'y', suggestions: 'z' },
  verification_notes: 'no check in main',
  trigger_path: ['main', 'main', 'one'].map((name) => {
    return { function: name, file: 'a.c', line: 3, action: 'goes on' };
  }),
};

async function indexOf(text = source(...NAMES)) {
  const { index } = await scannedTree({ 'a.c': text });
  index.lines('a.c');
  return index;
}

/** A candidate in the function at this place of the file. */
const at = (place: number, pattern = 'rule') =>
  candidate({ gid: place + 1, file: 'a.c', line: lineOf(place), pattern });

/** As a memory keeps what is found out. */
function kept(
  found: ReturnType<typeof reviewMethods>,
  before: readonly MemoryRecord[] = [],
): MemoryRecord[] {
  return [
    ...before,
    ...found.map(({ draft, about }) => memoryRecord(draft, new Date(0), { about })),
  ];
}

test('what settled a candidate is a method, with the place and who says so', async () => {
  const index = await indexOf();
  const text = source('one').trim();
  expect(reviewMethods([[at(0), VERIFIED]], [], index)).toEqual([
    {
      draft: {
        ...{ type: 'procedure', tags: ['method', 'rule', 'one'] },
        content:
          'rule at a.c:3 in one: a defect, reached by main -> one; the verifier: no check in main',
      },
      about: codeKey('one', text),
    },
  ]);
  const [refuted] = reviewMethods([[at(1), REFUTED]], [], index);
  expect(refuted?.draft.content).toBe(
    'rule at a.c:7 in two: no defect, says the verifier: p has a byte',
  );
});

test.each<[string, TriageResult]>([
  ['the engine settled', { kind: 'refuted', by: 'engine', reason: 'r' }],
  ['a caller was not looked at', { ...VERIFIED, unseen_callers: ['f (a.c:1)'] }],
  ['was not settled', { kind: 'unsettled', reason: 'r', unseen_callers: ['f (a.c:1)'] }],
  ['nobody examined', { kind: 'unexamined', reason: 'r' }],
])('nothing is learnt where %s', async (_name, result) => {
  expect(reviewMethods([[at(0), result]], [], await indexOf())).toEqual([]);
});

test('of a rule four are kept, with those that hold already, and of a function one', async () => {
  const index = await indexOf();
  const all = NAMES.map((_, place) => [at(place), REFUTED] as const);
  const first = reviewMethods([...all, ...all], [], index);
  expect(first.map(({ draft }) => draft.tags[2])).toEqual(NAMES.slice(0, 4));
  expect(reviewMethods(all, kept(first), index)).toEqual([]);
  // One whose function has changed makes room.
  const changed = await indexOf(source(...NAMES).replace('*p = 0', '*p = 1'));
  const [next, ...rest] = reviewMethods(all, kept(first), changed);
  expect([next?.draft.tags[2], rest.length]).toEqual(['one', 0]);
});

test('it is offered to others of its rule, one of each verdict first', async () => {
  const index = await indexOf();
  const known = kept(
    reviewMethods(
      [
        [at(0), REFUTED],
        [at(1), REFUTED],
        [at(2), VERIFIED],
      ],
      [],
      index,
    ),
  );
  const offered = offeredReviewMethods([at(3)], known, index);
  expect(offered).toEqual([
    '- What settled one of the same kind here: rule at a.c:3 in one: no defect, says the verifier: p has a byte',
    expect.stringContaining('rule at a.c:11 in three: a defect, reached by main -> one'),
  ]);
  expect(offeredReviewMethods([at(3, 'other')], known, index)).toEqual([]);
});

test('nor is it offered to who looks at the same function, or once that has changed', async () => {
  const index = await indexOf();
  const known = kept(reviewMethods([[at(0), REFUTED]], [], index));
  expect(offeredReviewMethods([at(0)], known, index)).toEqual([]);
  const changed = await indexOf(source(...NAMES).replace('*p = 0', '*p = 1'));
  expect(offeredReviewMethods([at(3)], known, changed)).toEqual([]);
});
