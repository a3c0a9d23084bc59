import { describe, expect, test } from '@jest/globals';
import { instructionSchema } from '../../../src/github/commands/instruction.ts';
import { parseInstruction } from '../../../src/github/commands/parse-instruction.ts';
import {
  HELP,
  mistakenAnswer,
  quotaAnswer,
  refusalAnswer,
} from '../../../src/github/permissions/help.ts';

/** The rows of the table: what to write, what happens, who may. */
const ROWS = [...HELP.matchAll(/^\| `([^`]+)` \| (.*) \| (\w+) \|$/gm)].map(
  ([, comment = '', happens = '', who = '']) => ({ comment, happens, who }),
);

describe('what the help shows', () => {
  test('is each instruction that there is', () => {
    const shown = ROWS.map(({ comment }) =>
      comment
        .replace('KEY', '0123abcd')
        .replace('REASON', 'it is bounded')
        .replace('FUNCTION', 'parse')
        .replace('PATH', 'src/a.c')
        .replace(/\bN$/, '3')
        .replace('JOB', '17'),
    );
    const names = shown.map((comment) => parseInstruction(comment)?.name);
    const known = instructionSchema.options.map(({ shape }) => shape.name.value);
    expect(new Set(names)).toEqual(new Set(known.filter((name) => name !== 'mistaken')));
  });

  test('is what each does, and who may', () => {
    expect(ROWS).toHaveLength(18);
    for (const { comment, happens, who } of ROWS) {
      expect([comment, happens.split(' ').length > 1]).toEqual([comment, true]);
      const isAnswer = /explain|status|help/.test(comment);
      expect([comment, who]).toEqual([comment, isAnswer ? 'read' : 'write']);
    }
    expect(HELP).toContain('the first line of a new comment, from its first column');
    expect(HELP).toContain('eight hexadecimal digits');
  });
});

test('who writes what makes no sense is told what is wrong, and all that there is', () => {
  const answer = mistakenAnswer('A reason is missing.');
  expect(answer).toMatch(/^.*A reason is missing\..*\n\n/);
  expect(answer.endsWith(HELP)).toBe(true);
});

test('who may not is told who may', () => {
  expect(refusalAnswer('review', 'write')).toContain(
    'only people with write access to this repository can ask for review',
  );
  expect(refusalAnswer('explain', 'read')).toContain('only people with access to this repository');
});

test.each([
  [1, 3600, 'fixes', 'at most 1 fix in 1 hour'],
  [5, 3600, 'reviews', 'at most 5 reviews in 1 hour'],
  [3, 3601, 'questions', 'at most 3 questions in 2 hours'],
])('a quota of %d in %d seconds', (times, seconds, what, said) => {
  const answer = quotaAnswer(what, { times, seconds });
  expect(answer).toMatch(/^That was enough for now: .*Please try again later\.$/);
  expect(answer).toContain(said);
});
