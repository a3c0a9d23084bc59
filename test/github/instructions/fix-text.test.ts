import { expect, test } from '@jest/globals';
import {
  askForApproval,
  fixByHand,
  fixText,
  suggestionBlock,
} from '../../../src/github/instructions/fix-text.ts';
import type { TouchedFunction } from '../../../src/security/fix/fix-plan.ts';
import { madeFix, TOUCHED } from '../../support/made-fix.ts';

test('a fix says what was built, tested and reached', () => {
  expect(fixText('ab12cd34', madeFix())).toBe(
    [
      '**Fix of `ab12cd34`**',
      '',
      'It checks the length.',
      '',
      '- Built: yes, `make`',
      '- Tested: **not done**, `there are none`',
      '- Scanned again: the finding is gone, and none of its rank has come.',
      '',
      '**Impact**: 1 line added, 2 deleted. Risk: **low**, by what can be counted: one function; no caller.',
      '',
      '- `read_it` of `a.c`: another body; called by none; tests that reach it: none',
      '',
      'A model wrote this change. Read it before you take it.',
    ].join('\n'),
  );
});

test.each([
  ['passed', '- New warnings of the compiler: none, `gcc`'],
  ['failed', '- New warnings of the compiler: **no**, `gcc`'],
  ['not run', '- New warnings of the compiler: **not done**, `gcc`'],
] as const)('warnings of the compiler: %s', (state, line) => {
  expect(fixText('k', madeFix({ linted: { state, detail: 'gcc' } }))).toContain(line);
});

test('functions that are not listed are counted', () => {
  const { impact } = madeFix();
  const of = (more: number) =>
    fixText('k', madeFix({ impact: { ...impact, functions: [], more_functions: more } }));
  expect(of(1)).toContain('\n\n- and 1 more function\n\n');
  expect(of(2)).toContain('\n\n- and 2 more functions\n\n');
  expect(of(0)).toContain('no caller.\n\nA model wrote');
});

const TOUCHES: readonly (readonly [Partial<TouchedFunction>, string])[] = [
  [{ how: 'changed', other_signature: true }, 'another signature; called by none'],
  [{ how: 'new', other_signature: true }, 'new; called by none'],
  [{ how: 'gone' }, 'gone; called by none'],
  [{ callers: { count: 2, first: ['f', 'g'] } }, 'called by `f`, `g`; tests'],
  [{ callers: { count: 5, first: ['f', 'g'] } }, 'called by `f`, `g` and 3 more; tests'],
  [{ pointer: 'a.c:7' }, 'called by none; used as a pointer at `a.c:7`; tests'],
  [{ tests: { count: 1, first: ['t'] } }, 'tests that reach it: `t`'],
];

test.each(TOUCHES)('a function that is touched: %j', (changes, words) => {
  const functions = [{ ...TOUCHED, ...changes }];
  const { impact } = madeFix();
  expect(fixText('k', madeFix({ impact: { ...impact, functions } }))).toContain(words);
});

test('a suggestion has a longer fence than what it holds', () => {
  expect(suggestionBlock('x;')).toBe('```suggestion\nx;\n```');
  expect(suggestionBlock('/* ``` */')).toBe('````suggestion\n/* ``` */\n````');
  expect(suggestionBlock('`')).toBe('```suggestion\n`\n```');
});

test('a large deletion is asked about', () => {
  expect(askForApproval('k', 201)).toBe(
    'It deletes 201 lines. So much is not proposed by itself: nothing was committed. `/rustward fix k approve` has it made again, and opens a draft pull request with it.',
  );
});

test('a fix by hand names the lines that it takes the place of', () => {
  const hunk = { path: 'a.c', start_line: 3, end_line: 3, replacement: 'x;\ny;' };
  expect(fixByHand(madeFix({ hunk }))).toBe('In `a.c`, in place of line 3:\n\n```\nx;\ny;\n```');
  expect(fixByHand(madeFix({ hunk: { ...hunk, end_line: 4 } }))).toMatch(
    /^In `a\.c`, in place of lines 3 to 4:/,
  );
  const files = ['a.c', 'b.c'].map((path) => ({ path, content: '' }));
  expect(fixByHand(madeFix({ files }))).toBe(
    'The change of `a.c`, `b.c` is longer than what fits here, and the App cannot open a pull request for it.',
  );
});
