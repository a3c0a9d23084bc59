import { describe, expect, test } from '@jest/globals';
import type { ScannedFile } from '../../../src/security/scan/scan-file.ts';
import { reviewScope } from '../../../src/security/selection/review-scope.ts';
import { draft } from '../../support/candidates.ts';

function file(
  name: string,
  ...functions: [string, number, number, string[], string[]?][]
): ScannedFile {
  return {
    file: name,
    language: 'c',
    lines: 100,
    drafts: [],
    functions: functions.map(([name, line, endLine, calls, fieldCalls = []]) => ({
      ...{ name, line, endLine, calls, fieldCalls },
    })),
    suppressions: [],
    skips: [],
    replaced: false,
  };
}

const FILES = [
  file('a.c', ['parse', 10, 20, ['copy']], ['copy', 30, 40, []], ['main', 50, 60, ['parse']]),
  file('b.c', ['use', 5, 9, ['copy']]),
  file('c.c', ['copy', 5, 9, []], ['own', 11, 19, ['copy']]),
];

function names(functions: readonly { file: string; name: string }[]): string[] {
  return functions.map(({ file, name }) => `${file}:${name}`);
}

describe('reviewScope', () => {
  const scope = reviewScope(FILES, [
    {
      path: 'a.c',
      ranges: [
        { start: 33, count: 1 },
        { start: 2, count: 1 },
      ],
    },
    { path: 'gone.c', ranges: [{ start: 1, count: 1 }] },
  ]);

  test('finds the changed functions and those that call them', () => {
    expect(scope.changedFiles).toEqual(['a.c']);
    expect(names(scope.changed)).toEqual(['a.c:copy']);
    // c.c has a copy of its own; main is a caller of a caller.
    expect(names(scope.affected)).toEqual(['a.c:parse', 'b.c:use']);
  });

  test.each([
    ['a.c', 35, true],
    ['a.c', 15, true],
    ['b.c', 7, true],
    ['a.c', 2, true],
    ['a.c', 3, false],
    ['a.c', 55, false],
    ['c.c', 7, false],
    ['b.c', 2, false],
  ])('%s line %d is in scope: %s', (name, line, expected) => {
    expect(scope.includes(draft({ file: name, line }))).toBe(expected);
  });

  test('a place whose path leads through a changed function is in scope', () => {
    const step = { file: 'a.c', line: 34, column: 1, end_line: 34, end_column: 2 };
    const trace = [{ ...step, function: 'copy', message: 'm' }];
    expect(scope.includes(draft({ file: 'c.c', line: 15, trace }))).toBe(true);
  });

  test('a new file is changed from end to end', () => {
    const ranges = [{ start: 1, count: Number.MAX_SAFE_INTEGER }];
    const added = reviewScope(FILES, [{ path: 'c.c', ranges }]);
    expect(names(added.changed)).toEqual(['c.c:copy', 'c.c:own']);
    expect(added.includes(draft({ file: 'c.c', line: 99 }))).toBe(true);
  });
});

test('a function that may call a changed one through a field is in scope', () => {
  const files = [
    file('a.c', ['on_read', 1, 5, []]),
    file('b.c', ['run', 1, 5, ['log'], ['on_read']], ['log', 7, 9, []]),
  ];
  const scope = reviewScope(files, [{ path: 'a.c', ranges: [{ start: 2, count: 1 }] }]);
  expect(names(scope.affected)).toEqual(['b.c:run']);
});
