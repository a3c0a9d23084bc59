import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type ChangedFile,
  changedFiles,
  parseDiff,
  touches,
} from '../../../src/workspace/git/diff-ranges.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';

const hunk = fc.record({
  start: fc.integer({ min: 1, max: 100_000 }),
  removed: fc.array(fc.string()),
  added: fc.array(fc.string()),
});
const file = fc.record({
  path: fc.string({ unit: ANY_CHARACTER, minLength: 1 }).filter((path) => !path.includes('\0')),
  hunks: fc.array(hunk.filter(({ removed, added }) => removed.length + added.length > 0)),
});

/** Prints a diff as git does, its lines full of what looks like headers. */
function print(
  files: readonly {
    path: string;
    hunks: readonly { start: number; removed: string[]; added: string[] }[];
  }[],
) {
  const lines: string[] = [];
  for (const { path, hunks } of files) {
    lines.push('diff --git a/x b/x', 'index 1..2 100644', '--- a/x', `+++ ${quoted(`b/${path}`)}`);
    for (const { start, removed, added } of hunks) {
      lines.push(`@@ -1,${removed.length} +${start},${added.length} @@ void f(void)`);
      lines.push(
        ...removed.map((text) => `-${flat(text)}`),
        ...added.map((text) => `+${flat(text)}`),
      );
      lines.push('\\ No newline at end of file');
    }
  }
  return lines.join('\n');
}

function flat(text: string): string {
  return `++ b/other ${text.replaceAll('\n', ' ')}`;
}

function quoted(path: string): string {
  const bytes = [...Buffer.from(path.toWellFormed())];
  return `"${bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`;
}

describe('the changed ranges of a diff', () => {
  test('gives back the ranges that were printed', () => {
    fc.assert(
      fc.property(fc.array(file), (files) => {
        const expected = files.map(
          ({ path, hunks }): ChangedFile => ({
            path: path.toWellFormed(),
            ranges: hunks.map(({ start, added }) => ({ start, count: added.length })),
          }),
        );
        expect(changedFiles(parseDiff(print(files)))).toEqual(expected);
      }),
    );
  });

  test('reads counts of one, names with spaces and escapes, and leaves deleted files out', () => {
    const diff = [
      'diff --git a/a b.c b/a b.c\n--- a/a b.c\t\n+++ b/a b.c\t\n@@ -3 +4 @@\n-x\n+y\n',
      'diff --git a/gone.c b/gone.c\n--- a/gone.c\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n',
      'diff --git "a/t\\tb.c" "b/t\\tb.c"\n--- "a/t\\tb.c"\n+++ "b/t\\tb\\303\\251.c"\n@@ -7,2 +6,0 @@\n-x\n-y\n',
    ].join('');
    expect(changedFiles(parseDiff(diff))).toEqual([
      { path: 'a b.c', ranges: [{ start: 4, count: 1 }] },
      { path: 't\tbé.c', ranges: [{ start: 6, count: 0 }] },
    ]);
  });

  test('refuses a diff that breaks off', () => {
    expect(() => parseDiff('+++ b/a.c\n@@ -0,0 +1,2 @@\n+x\n')).toThrow('breaks off');
  });
});

describe('touches', () => {
  test.each([
    [{ start: 5, count: 2 }, true],
    [{ start: 1, count: 9 }, true],
    [{ start: 10, count: 1 }, true],
    [{ start: 11, count: 1 }, false],
    [{ start: 3, count: 2 }, false],
    // Lines removed before the first line, inside, and after the last line of 5 to 10.
    [{ start: 4, count: 0 }, false],
    [{ start: 5, count: 0 }, true],
    [{ start: 9, count: 0 }, true],
    [{ start: 10, count: 0 }, false],
  ])('%j and lines 5 to 10: %s', (range, expected) => {
    expect(touches(range, 5, 10)).toBe(expected);
  });
});
