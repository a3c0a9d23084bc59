import { expect, test } from '@jest/globals';
import { textWithComment } from '../../../src/migration/steps/c-source-text.ts';

/** What is shown of the function at the end of some lines. */
function shown(...before: readonly string[]): string[] {
  const lines = [...before, 'int f(void)', '{', '}'];
  return textWithComment(lines, before.length + 1, lines.length)
    .split('\n')
    .slice(0, -3);
}

test.each([
  ['of one line', ['int x;', '/* Adds. */'], ['/* Adds. */']],
  ['of lines with //', ['int x;', '// Adds', '  // two.'], ['// Adds', '  // two.']],
  ['whose lines have stars', ['', '/*', ' * Adds.', ' */'], ['/*', ' * Adds.', ' */']],
  ['whose lines have none', ['', '/* Pre:', '     n > 0', '*/'], ['/* Pre:', '     n > 0', '*/']],
  ['of two parts', ['', '/*---*/', '/* A', '   b */'], ['/*---*/', '/* A', '   b */']],
])('a comment %s stands before a function', (_what, before, expected) => {
  expect(shown(...before)).toEqual(expected);
});

test.each([
  ['an empty line', ['/* Of another one. */', '']],
  ['the end of another function', ['} /* of g */']],
  ['a comment that begins behind code', ['int x; /* of x,', '   and more */']],
  ['code', ['int x;']],
  ['more lines than anybody reads', ['/*', ...Array.from({ length: 80 }, () => 'x'), '*/']],
])('%s is none', (_what, before) => {
  expect(shown(...before)).toEqual([]);
});
