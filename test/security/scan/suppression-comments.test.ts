import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  mentionsSuppression,
  parseSuppressionComments,
  printSuppressionComment,
} from '../../../src/security/scan/suppression-comments.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';

/** Reads the comments of lines that hold one each, from `//` or `/*` to their end. */
function read(...lines: string[]) {
  const comments = lines.flatMap((line, index) => {
    const start = line.search(/\/[/*]/);
    return start < 0 ? [] : [{ text: line.slice(start), line: index + 1, endLine: index + 1 }];
  });
  return parseSuppressionComments(comments, lines);
}

const ruleId = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/);
const reason = fc
  .string({ unit: ANY_CHARACTER })
  .map((text) => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim())
  .filter((text) => !/^[\s:–—-]/.test(text) && !text.startsWith(',') && !text.endsWith('*/'));

describe('parseSuppressionComments', () => {
  test('reads back every comment that is printed', () => {
    fc.assert(
      fc.property(fc.array(ruleId, { minLength: 1, maxLength: 4 }), reason, (rules, why) => {
        const line = printSuppressionComment(rules, why);
        expect(mentionsSuppression(line)).toBe(true);
        expect(read(line)).toEqual([{ line: 1, rules, reason: why, from: 1, to: 2 }]);
      }),
    );
  });

  test('never fails, whatever the comment says', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
        const comment = { text: `/* rustward-ignore: ${text} */`, line: 1, endLine: 1 };
        expect(parseSuppressionComments([comment], [comment.text])).toHaveLength(1);
      }),
    );
  });

  test.each([
    ['f(); // rustward-ignore: unsafe_api bounded above', ['unsafe_api'], 'bounded above', 1],
    ['f(); /* rustward-ignore: a,b - both fine */', ['a', 'b'], 'both fine', 1],
    ['  /* rustward-ignore: a: known, and fine */', ['a'], 'known, and fine', 2],
    ['/// rustward-ignore: a why', ['a'], 'why', 2],
    ['// rustward-ignore: a', ['a'], '', 2],
    ['// rustward-ignore', [], '', 2],
  ])('%s', (line, rules, why, to) => {
    expect(read(line)).toEqual([{ line: 1, rules, reason: why, from: 1, to }]);
  });

  test('a range speaks for all lines in it, and ranges may lie in each other', () => {
    const found = read(
      '// rustward-ignore-begin: a, b generated table',
      'f();',
      '/* rustward-ignore-begin: c inner */',
      'g(); // rustward-ignore: d here',
      '/* rustward-ignore-end */',
      '// rustward-ignore-end: a, b',
      '// rustward-ignore-end',
      '// rustward-ignore-begin: e never closed',
    );
    expect(found).toEqual([
      { line: 1, rules: ['a', 'b'], reason: 'generated table', from: 1, to: 6 },
      { line: 3, rules: ['c'], reason: 'inner', from: 3, to: 5 },
      { line: 4, rules: ['d'], reason: 'here', from: 4, to: 4 },
      { line: 8, rules: ['e'], reason: 'never closed', from: 8, to: 7 },
    ]);
  });

  test('a comment on its own line speaks for the next line of code', () => {
    const found = read(
      '// rustward-ignore: a one',
      '// rustward-ignore: b two',
      '// an explanation',
      'f();',
    );
    expect(found.map(({ rules, from, to }) => [rules, from, to])).toEqual([
      [['a'], 1, 4],
      [['b'], 2, 4],
    ]);
  });

  test('a comment of many lines may hold it on any of them', () => {
    const text = '/* Why this is fine:\n * rustward-ignore: a checked\n */';
    const lines = [...text.split('\n'), 'f();'];
    expect(parseSuppressionComments([{ text, line: 1, endLine: 3 }], lines)).toEqual([
      { line: 1, rules: ['a'], reason: 'checked', from: 1, to: 4 },
    ]);
  });

  test('a comment that only mentions it in passing is none', () => {
    expect(read('// see the manual on rustward-ignore: a why')).toEqual([]);
  });
});
