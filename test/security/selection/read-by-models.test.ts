import { expect, test } from '@jest/globals';
import { readByModels } from '../../../src/security/selection/read-by-models.ts';
import { billedModel } from '../../support/billed-model.ts';
import { changedRepository } from '../../support/changed-repository.ts';
import { servedReview } from '../../support/served-review.ts';

const READ = [{ file: 'a.c', first: 10, last: 20 }];
const skip = (more: object = {}) => ({
  ...{ file: 'a.c', reason: 'takes more steps', failed: true },
  lines: [{ first: 10, last: 20 }],
  ...more,
});

test('what was not followed in a function that a model was asked about was looked at, and says so', () => {
  expect(readByModels([skip()], READ)).toEqual([
    skip({
      failed: false,
      reason: expect.stringMatching(/^takes more steps; a model .* read it$/),
    }),
  ]);
});

test.each([
  ['in another file', { file: 'b.c' }],
  ['that goes on behind the function', { lines: [{ first: 12, last: 21 }] }],
  [
    'of which one stretch is elsewhere',
    {
      lines: [
        { first: 12, last: 13 },
        { first: 40, last: 41 },
      ],
    },
  ],
  ['that may be all of a file', { lines: undefined }],
  ['that is no failure', { failed: false }],
])('what was not examined %s is as it was', (_, more) => {
  expect(readByModels([skip(more)], READ)).toEqual([skip(more)]);
});

/** A function with a statement that is none of C. */
const strange = (value: number) =>
  `int f(int x) {\n  if (x) {\n    x = 1; }\n  x @ ? ${value};\n  if (x) return 2;\n  return 1;\n}\n`;

test('a change in lines that the scan does not follow counts as examined where a model has read it', async () => {
  const { root, commit } = changedRepository({ 'a.c': strange(3) }, { 'a.c': strange(4) });
  const options = ['--base', commit, '--no-state', '--no-cache', '--no-reproduce'];
  const content = (text: string) => ({ kind: 'answer', content: text }) as const;
  const reading = await billedModel({}, ({ role }) =>
    role === 'discoverer' ? content('<CLAIMS>[]</CLAIMS>') : undefined,
  );
  const read = await servedReview(root, reading).run(...options);
  expect(read.report.summary.skipped[0]?.reason).toMatch(/; a model .* has read it$/);
  expect([read.status, read.report.verdict]).toEqual([0, 'clean']);
  const silent = await billedModel({}, ({ role }) =>
    role === 'discoverer' ? content('no answer of this form') : undefined,
  );
  const unread = await servedReview(root, silent).run(...options);
  expect([unread.status, unread.report.verdict]).toEqual([3, 'inconclusive']);
  expect(unread.report.summary.skipped[0]?.reason).not.toContain('a model');
  const without = await servedReview(root, silent).run(...options, '--no-model');
  expect([without.status, without.report.verdict]).toEqual([3, 'inconclusive']);
});
