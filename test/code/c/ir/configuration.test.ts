import { expect, test } from '@jest/globals';
import { mergedSymbols, sharedNames } from '../../../../src/code/c/ir/symbols.ts';
import { lower } from '../../../support/c-code.ts';

/** The body of the macro M that is taken in a text; in a place under a guard, if that is given. */
function taken(text: string, guard?: string): string | undefined {
  return lower(text).configuration.macro('M', guard)?.body;
}

const TWO = '#ifdef A\n#define M 1\n#else\n#define M 2\n#endif\n';

test('the branch that more of the file stands for is taken', () => {
  expect(taken(`${TWO}#ifdef A\nint a;\nint b;\n#endif\n`)).toBe('1');
  expect(taken(`${TWO}#ifndef A\nint a;\nint b;\n#endif\n`)).toBe('2');
});

test('without more to go by it is the first', () => {
  expect(taken(TWO)).toBe('1');
});

test('all choices of a file are of one build', () => {
  const text = `${TWO}#ifdef A\n#define N 1\n#else\n#define N 2\n#endif\n#ifndef A\nint a;\nint b;\n#endif\n`;
  const { configuration } = lower(text);
  expect(['M', 'N'].map((name) => configuration.macro(name)?.body)).toEqual(['2', '2']);
});

test('what the file defines decides', () => {
  expect(taken(`#define A\n${TWO}`)).toBe('1');
  expect(taken(`#ifdef _WIN32\n#define A\n#endif\n${TWO}`)).toBe('2');
  expect(taken('#define A 0\n#if A\n#define M 1\n#else\n#define M 2\n#endif\n')).toBe('2');
});

test('numbers that the file or its headers define are compared', () => {
  const choice =
    '#if DIGITS == 4\n#define M 4\n#elif DIGITS > 4\n#define M 5\n#else\n#define M 1\n#endif\n';
  expect(taken(`#define DIGITS 4\n${choice}`)).toBe('4');
  expect(taken(`#define MOST 3\n#define DIGITS (MOST + 2)\n${choice}`)).toBe('5');
  expect(taken(`#define DIGITS 2\n${choice}`)).toBe('1');
  expect(
    taken(
      `#define OLD (VERSION < 58)\n#define VERSION 58\n#if OLD\n#define M 1\n#else\n#define M 2\n#endif\n`,
    ),
  ).toBe('2');
  // Of a name that nothing defines the build may have made any number.
  expect(taken(choice)).toBe('4');
});

test('the compiler decides, unless most of the file is for another', () => {
  const text = '#ifdef _WIN32\n#define M 1\n#else\n#define M 2\n#endif\n';
  expect(taken(text)).toBe('2');
  expect(taken(`${text}#ifdef _WIN32\n${'int a;\n'.repeat(20)}#endif\n`)).toBe('1');
  expect(taken('#ifdef __cplusplus\n#define M 1\n#else\n#define M 2\n#endif\n')).toBe('2');
});

test('the condition around a use comes first', () => {
  expect(taken(TWO, '!(defined(A))')).toBe('2');
  expect(taken(TWO, 'defined(A) && (B)')).toBe('1');
});

test('a macro of the other branch does not hide a function', () => {
  const text = '#ifdef A\nint M(int x);\n#else\n#define M(x) 0\n#endif\n';
  expect(taken(text)).toBeUndefined();
  expect(taken(`${text}#ifndef A\nint a;\nint b;\n#endif\n`)).toBe('0');
});

test('a macro that stands under one condition alone is that of every build', () => {
  expect(taken('#ifdef _WIN32\n#define M 1\n#endif\n')).toBe('1');
});

test('where two definitions hold, none is taken', () => {
  expect(taken('#define M 1\n#undef M\n#define M 2\n')).toBeUndefined();
});

test('the headers count where the file says nothing', () => {
  const header = lower(`${TWO}#ifndef A\nint a;\nint b;\n#endif\n`);
  const outer = mergedSymbols([sharedNames(header.symbols, true)]);
  expect(lower('int x;\n', 'c', outer).configuration.macro('M')?.body).toBe('2');
  expect(lower('#ifdef A\nint a;\n#endif\n', 'c', outer).configuration.macro('M')?.body).toBe('1');
});

test('a header for other systems does not take functions of POSIX away', () => {
  const stub = '#define getpwnam(name) NULL\n#define M 1\n';
  const outer = mergedSymbols([sharedNames(lower(stub).symbols, true)]);
  const { configuration } = lower('int x;\n', 'c', outer);
  expect(configuration.macro('getpwnam')).toBeUndefined();
  expect(configuration.macro('M')?.body).toBe('1');
  expect(lower(stub).configuration.macro('getpwnam')?.body).toBe('NULL');
});
