import { expect, test } from '@jest/globals';
import { withoutConflicts } from '../../../src/code/syntax/merge-conflicts.ts';

/** The lines that are left, and those of the conflicts. */
function merged(text: string) {
  const { text: left, conflicts } = withoutConflicts(text);
  expect(left).toHaveLength(text.length);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  return {
    left: left.split('\n').map((line) => line.trim()),
    conflicts: conflicts.map(({ start, end }) => [lineAt(start), lineAt(end)]),
  };
}

test.each<[string, string, string[], number[][]]>([
  [
    'the first of two versions is left',
    'int a;\n<<<<<<< HEAD\nint b;\n=======\nint c;\n>>>>>>> other\nint d;',
    ['int a;', '', 'int b;', '', '', '', 'int d;'],
    [[2, 6]],
  ],
  [
    'also with the version that both come from',
    '<<<<<<< HEAD\nint b;\n||||||| 12ab\nint o;\n=======\nint c;\n>>>>>>> it\'s "that"\nint d;',
    ['', 'int b;', '', '', '', '', '', 'int d;'],
    [[1, 7]],
  ],
  [
    'in a text of Windows',
    '<<<<<<< HEAD\r\nint b;\r\n=======\r\nint c;\r\n>>>>>>> x\r\nint d;\r',
    ['', 'int b;', '', '', '', 'int d;'],
    [[1, 5]],
  ],
  [
    'a mark alone',
    'int a;\n>>>>>>> x\nint b;\n=======',
    ['int a;', '', 'int b;', ''],
    [
      [2, 2],
      [4, 4],
    ],
  ],
  [
    'a beginning without an end, and a conflict behind it',
    '<<<<<<< a\nint a;\n<<<<<<< b\nint b;\n=======\n>>>>>>> c',
    ['', 'int a;', '', 'int b;', '', ''],
    [
      [1, 1],
      [3, 6],
    ],
  ],
  [
    'what looks like one is none in a comment, in a text, and as a part of a line',
    '/*\n=======\n*/\nchar a[] = R"(\n<<<<<<< HEAD\n)";\nx <<<<<<< y\n======== ',
    ['/*', '=======', '*/', 'char a[] = R"(', '<<<<<<< HEAD', ')";', 'x <<<<<<< y', '========'],
    [],
  ],
])('%s', (_, text, left, conflicts) => {
  expect(merged(text)).toEqual({ left, conflicts });
});
