import { describe, expect, test } from '@jest/globals';
import { builtText } from '../../../../src/code/c/built-text.ts';
import { LP64 } from '../../../../src/code/c/ir/data-model.ts';
import { Symbols } from '../../../../src/code/c/ir/symbols.ts';
import type { UnitBuild } from '../../../../src/code/c/ir/unit-build.ts';

/** Nothing is known of how a unit is compiled. */
const ANY_BUILD: UnitBuild = {
  ...{ macros: [], undefined: [], predefined: [], foreign: [], folders: [] },
  ...{ isWhole: false, dataModel: LP64 },
};

const macro = (name: string, body = '1') => ({ name, body, parameters: undefined, guard: '' });

function build(defines: Record<string, string>, more: Partial<UnitBuild> = {}): UnitBuild {
  const macros = Object.entries(defines).map(([name, body]) => macro(name, body));
  return { ...ANY_BUILD, macros, isWhole: true, ...more };
}

/** The lines that are left, without their indentation. */
function left(text: string, how: UnitBuild, headers?: Symbols, isCpp = false): string[] {
  const active = builtText(text, how, headers, isCpp);
  expect(active.text).toHaveLength(text.length);
  expect(active.text.split('\n')).toHaveLength(text.split('\n').length);
  return active.text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

test('a define that is set keeps its branch, and one that is not leaves it out, directives too', () => {
  const text = '#ifdef A\na;\n#else\nb;\n#endif\n#if defined(B) || C > 2\nc;\n#endif\nd;\n';
  expect(left(text, build({ A: '1' }))).toEqual(['a;', 'd;']);
  expect(left(text, build({ C: '3' }))).toEqual(['b;', 'c;', 'd;']);
  const active = builtText(text, build({}), undefined);
  expect(active.aside.map(({ start, end }) => text.slice(start, end).trim())).toEqual(['a;', 'c;']);
});

test.each([
  ['#if V', '0', []],
  ['#if V', '1', ['x;']],
  ['#ifdef V', '0', ['x;']],
  ['#ifndef V', '0', []],
  ['#if V >= 0x300 && !(V & 1)', '0x302', ['x;']],
  ['#if (V << 2) == 12 ? 1 : 0', '3', ['x;']],
  ["#if 'a' == V", '97', ['x;']],
  ['#if defined V && V /* why */ == 4 \\\n  && 1', '4', ['x;']],
  ['#if V == W', '4', []],
  ['#if V == W', '0', ['x;']],
])('%s where V is %s', (directive, body, expected) => {
  expect(left(`${directive}\nx;\n#endif\n`, build({ V: body }))).toEqual(expected);
});

test('a macro that stands for another one, and one for itself', () => {
  const how = build({ A: 'B', B: '(2 + C)', C: '1', LOOP: 'LOOP' });
  expect(left('#if A == 3\nx;\n#endif\n#if LOOP\ny;\n#endif\n', how)).toEqual([
    ...['x;', '#if LOOP', 'y;', '#endif'],
  ]);
});

test('what is not known stays, and a digit stands for what is', () => {
  const text =
    '#if __GNUC__ > 3\na;\n#elif defined(A)\nb;\n#elif defined(B)\nc;\n#else\nd;\n#endif\n';
  expect(left(text, build({ B: '1' }))).toEqual([
    ...['#if __GNUC__ > 3', 'a;', '#elif 0', '#elif 1', 'c;', '#else', '#endif'],
  ]);
});

test.each([
  ['what the implementation may define', '_GNU_SOURCE'],
  ['what POSIX may define', 'SIGWINCH'],
  ['what a header from elsewhere may define', 'SSL_OP_ALL'],
  ['what a header of the project defines', 'OWN'],
  ['what a compiler is asked by', '__has_include(<x.h>)'],
])('%s is not taken for not set', (_, name) => {
  const headers = new Symbols();
  headers.macros.set('OWN', [macro('OWN')]);
  const how = build({}, { foreign: ['ssl'] });
  expect(left(`#if ${name}\nx;\n#endif\n`, how, headers)).toContain('x;');
});

test('where only some defines are named, others may be set all the same', () => {
  const some = { ...build({ A: '1' }), isWhole: false, undefined: ['C'] };
  const text = '#ifndef A\na;\n#endif\n#ifdef B\nb;\n#endif\n#ifdef C\nc;\n#endif\n';
  expect(left(text, some)).toEqual(['#ifdef B', 'b;', '#endif']);
});

test('what the text itself defines counts from there on', () => {
  const text =
    '#ifdef A\na;\n#endif\n#define A\n#ifdef A\nb;\n#endif\n#undef A\n#ifdef A\nc;\n#endif\n';
  expect(left(text, build({}))).toEqual(['#define A', 'b;', '#undef A']);
});

test('what is defined where it is not known whether that is read is not known either', () => {
  const text = '#if __clang__\n#define A\n#endif\n#ifdef A\nb;\n#endif\n';
  expect(left(text, build({}))).toContain('b;');
});

test('groups within what is left out, and a group that nothing ends', () => {
  const text = '#ifdef A\n#if B\na;\n#else\nb;\n#endif\n#define C\n#endif\n#ifdef C\nc;\n';
  expect(left(text, build({}))).toEqual([]);
  expect(left(text, build({ A: '' }))).toEqual(['b;', '#define C', 'c;']);
});

describe('`true` in a condition', () => {
  const text = '#if ON\nx;\n#endif\n';
  const how = build({ ON: 'true' });

  test('is 1 in C++, and in C behind <stdbool.h>', () => {
    expect(left(text, how, undefined, true)).toEqual(['x;']);
    const included = '#include <stdbool.h>\n';
    expect(left(included + text, how)).toEqual(['#include <stdbool.h>', 'x;']);
  });

  test('is left open in C without that, and whether it is a macro is too', () => {
    expect(left(text, how)).toContain('#if ON');
    expect(
      left(`#if open\n#include <stdbool.h>\n#endif\n${text}`, build({ ON: 'true', open: '__x' })),
    ).toContain('#if ON');
    expect(left('#ifndef true\nx;\n#endif\n', how, undefined, true)).toContain('#ifndef true');
  });
});

test('whether `char` is signed decides where that is known', () => {
  const text = "#if '\\377' < 0\nx;\n#endif\n";
  const how = (meaning: 'one' | 'none') =>
    build({}, { predefined: [['__CHAR_UNSIGNED__', meaning]] });
  expect(left(text, how('none'))).toEqual(['x;']);
  expect(left(text, how('one'))).toEqual([]);
  expect(left(text, build({}))).toContain('x;');
});

test('a macro that was kept by a pragma is back behind the other one', () => {
  const push = '#pragma push_macro("A")\n#undef A\n#ifdef A\nx;\n#endif\n';
  const pop = '#pragma pop_macro("A")\n#ifdef A\ny;\n#endif\n';
  const shown = (text: string) =>
    left(text, build({ A: '1' })).filter((line) => !/^#[pu]/.test(line));
  expect(shown(push + pop)).toEqual(['y;']);
  expect(shown(`#undef A\n${push}#define A\n${pop}`)).toEqual(['#define A']);
  expect(shown(`${push}#if __clang__\n${pop}#endif\n`)).toContain('#ifdef A');
  expect(shown(`#undef A\n${pop}`)).toContain('#ifdef A');
});
