import { expect, test } from '@jest/globals';
import {
  choosesHeaders,
  includedPaths,
  meantIncludes,
  ownIncludedPaths,
  requiredPaths,
} from '../../../../src/code/flow/project/included-paths.ts';

test('all paths are those of both kinds of directives', () => {
  expect(includedPaths('#include <a.h>\n  # include "b/c.h" // "d.h"\n#include E\n')).toEqual([
    'a.h',
    'b/c.h',
  ]);
});

test('a macro of the text stands for each path that it is defined as', () => {
  const text =
    '#if X\n#define H "a.h"\n#else\n# define H <b.h>\n#endif\n#define HH "c.h"\n#include H // x\n';
  expect(includedPaths(text)).toEqual(['a.h', 'b.h']);
});

test.each<[string, string, string[]]>([
  ['in quotes', '#include "a.h"\n#include <b.h>\n#include C\n#include "string.h"\n', ['a.h']],
  [
    'under a condition',
    '#if A\n#include "a.h"\n#else\n#include "b.h"\n#endif\n#include "c.h"\n',
    ['c.h'],
  ],
  [
    'in the guard of a header',
    '/* x */\n// y\n#ifndef H\n#include "a.h"\n#if A\n#include "b.h"\n#endif\n#endif\n',
    ['a.h'],
  ],
  [
    'by a macro with one definition',
    '#ifndef H\n#define H "a.h"\n#endif\n#include H\n#include I\n#define J <j.h>\n#include J\n',
    ['a.h'],
  ],
  [
    'by a macro with two definitions',
    '#ifdef X\n#define H "a.h"\n#else\n#define H "b.h"\n#endif\n#include H\n',
    [],
  ],
  ['in a comment', '/*\n#include "a.h"\n*/\n// #include "b.h"\n#include "c.h"\n', ['c.h']],
])('what every build includes: %s', (_name, text, expected) => {
  expect(requiredPaths(text)).toEqual(expected);
});

test.each<[string, string, string[]]>([
  [
    'headers of the system are none',
    '#include <stdio.h>\n#include <sys/stat.h>\n#include "a.h"\n',
    ['a.h'],
  ],
  [
    'in quotes they may be of the project',
    '#include "stdio.h"\n#include <own/stdio.h>\n',
    ['stdio.h', 'own/stdio.h'],
  ],
  ['a macro stands for a path', '#include CONFIG\n#include "a.h"\n', ['*', 'a.h']],
  ['for another system', '#include "a.h"\n#ifdef _WIN32\n#include "win.h"\n#endif\n', ['a.h']],
  ['for all but another', '#ifndef _WIN32\n#include "a.h"\n#endif\n', ['a.h']],
  [
    'else',
    '#if defined(_MSC_VER) /* x */\n#include "w.h"\n#else\n#include "a.h"\n#endif\n',
    ['a.h'],
  ],
  [
    'behind the branch that is taken',
    '#ifdef __linux__\n#include "a.h"\n#elif X\n#include "b.h"\n#else\n#include "c.h"\n#endif\n',
    ['a.h'],
  ],
  [
    'a setting may hold or not',
    '#if X\n#include "a.h"\n#else\n#include "b.h"\n#endif\n',
    ['a.h', 'b.h'],
  ],
  [
    'both conditions',
    '#if X && \\\n  defined(WIN32)\n#include "w.h"\n#endif\n#if X || __GNUC__\n#include "a.h"\n#endif\n',
    ['a.h'],
  ],
  [
    'inside of another condition',
    '#ifdef WIN32\n#if X\n#include "w.h"\n#endif\n#endif\n#include "a.h"\n',
    ['a.h'],
  ],
  ['#if 0', '#if 0\n#include "n.h"\n#endif\n#include "a.h"\n', ['a.h']],
  ['all are for another system', '#ifdef _WIN32\n#include "win.h"\n#endif\n', ['win.h']],
  [
    'what includes the system here is not for another one',
    '#include <stdio.h>\n#ifdef _WIN32\n#include "win.h"\n#endif\n',
    [],
  ],
  [
    'one of the names of another system',
    '#if (defined(__WIN32__) || defined(_WIN32) || defined(__WIN32)) && !defined(__CYGWIN__)\n#include "w.h"\n#endif\n#include "a.h"\n',
    ['a.h'],
  ],
  ['nothing opens', '#endif\n#else\n#include "a.h"\n', ['a.h']],
])('own paths: %s', (_, text, expected) => {
  const paths = ownIncludedPaths(text);
  expect(paths.filter((path) => !path.startsWith('!'))).toEqual(expected);
  expect(paths.map((path) => path.replace(/^!/, '')).filter((path) => path !== '*')).toEqual(
    includedPaths(text).filter(
      (path) => !/^(?:stdio|sys\/stat)\.h$/.test(path) || expected.includes(path),
    ),
  );
});

test('what other systems include is named as that', () => {
  expect(ownIncludedPaths('#include "a.h"\n#ifdef _WIN32\n#include "win.h"\n#endif\n')).toEqual([
    'a.h',
    '!win.h',
  ]);
});

test('what preprocessing leaves out is elsewhere, and macros may be defined elsewhere', () => {
  const text = '#if A\n#include "a.h"\n#else\n#include "b.h"\n#endif\n#include H\n';
  const active = text.replace('#include "a.h"', '              ');
  const bodies = (name: string) => (name === 'H' ? ['I'] : name === 'I' ? ['"c.h"'] : []);
  expect(
    meantIncludes(text, active, bodies).map(({ path, isElsewhere }) => [path, isElsewhere]),
  ).toEqual([
    ['b.h', false],
    ['c.h', false],
    ['a.h', true],
  ]);
});

test.each<[string, boolean]>([
  ['#include "a.h"\n#if X\nint a;\n#endif\n', false],
  ['/* x */\n#ifndef A_H\n#define A_H\n#include "a.h"\n#endif\n', false],
  ['#ifndef A_H\n#if X\n#include "a.h"\n#endif\n#endif\n', true],
  ['#if X\n#include "a.h"\n#endif\n', true],
  ['#include H\n', true],
])('%j: conditions or macros choose headers: %s', (text, chooses) => {
  expect(choosesHeaders(text)).toBe(chooses);
});

test('rows of slashes above the code are read in no time', () => {
  const banner = `${'/'.repeat(2000)}\n`.repeat(20);
  expect(choosesHeaders(`${banner}int a;\n`)).toBe(false);
  expect(choosesHeaders(`${banner}#ifndef A_H\n#include "a.h"\n#endif\n`)).toBe(false);
  expect(requiredPaths(`${banner}// a note\n#ifndef A_H\n#include "a.h"\n#endif\n`)).toEqual([
    'a.h',
  ]);
});

test('macros that stand for each other, defined again and again, end', () => {
  const defined = '#define A A\n#define A B\n#define B A\n'.repeat(200);
  expect(includedPaths(`${defined}${'#include A\n'.repeat(200)}`)).toEqual([]);
  expect(includedPaths(`${defined}#define B "b.h"\n#include A\n`)).toEqual(['b.h']);
});

test('a macro that stands for more headers than anything means names none', () => {
  const of = (count: number) =>
    Array.from({ length: count }, (_, at) => `#define A "a${at}.h"\n`).join('');
  expect(includedPaths(`${of(64)}#include A\n`)).toHaveLength(64);
  expect(includedPaths(`${of(65)}#include A\n`)).toEqual([]);
});

test('comments that nothing closes take nothing with them', () => {
  const text = '/* a */\n// all of src/*.c\n#include "a.h"\n';
  expect(requiredPaths(text)).toEqual(['a.h']);
  expect(requiredPaths(`${text}${'/* '.repeat(50_000)}`)).toEqual(['a.h']);
});
