import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  foreignPattern,
  toolNameOf,
  toolOfPattern,
} from '../../../src/security/import/foreign-names.ts';
import { parseSuppressionComments } from '../../../src/security/scan/suppression-comments.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';

test.each([
  ['GNU C17', 'gcc'],
  ['GNU C++17', 'gcc'],
  ['Semgrep OSS', 'semgrep'],
  ['CodeQL', 'codeql'],
  ['Cppcheck', 'cppcheck'],
  ['clang', 'clang'],
  ['Clang-Tidy', 'clang-tidy'],
  ['My  Tool/2', 'my-tool-2'],
  ['\u202E', 'unnamed'],
])('the scanner %j is called %s', (name, tool) => {
  expect(toolNameOf(name)).toBe(tool);
});

describe('a pattern', () => {
  test.each([
    ['nullPointer', 'lint/nullPointer'],
    ['cpp/unbounded-write', 'lint/cpp/unbounded-write'],
    ['-Wformat-overflow=', 'lint/-Wformat-overflow='],
    ['c:S123', 'lint/c:S123'],
  ])('of %j is readable', (id, pattern) => {
    expect(foreignPattern('lint', id)).toBe(pattern);
    expect(toolOfPattern(pattern)).toBe('lint');
  });

  test('is one word that a suppression can name, and another one for another rule', () => {
    const anyId = fc.string({ unit: ANY_CHARACTER, maxLength: 300 });
    fc.assert(
      fc.property(fc.tuple(anyId, anyId), ([a, b]) => {
        const pattern = foreignPattern('lint', a);
        expect(pattern.length).toBeLessThan(150);
        const text = `// rustward-ignore: ${pattern} why`;
        const [found] = parseSuppressionComments([{ text, line: 1, endLine: 1 }], [text]);
        expect(found).toMatchObject({ rules: [pattern], reason: 'why' });
        if (a !== b) expect(foreignPattern('lint', b)).not.toBe(pattern);
      }),
    );
  });

  test('never ends in a colon, which would end the pattern in a suppression', () => {
    for (const id of ['a:', 'a::']) {
      expect(foreignPattern('lint', id)).toMatch(/^lint\/a-[0-9a-f]{6}$/);
    }
  });

  test('of ours names no scanner', () => {
    expect(toolOfPattern('unsafe_api')).toBeUndefined();
  });
});
