import { expect, test } from '@jest/globals';
import { conditionNames } from '../../../src/code/clang/condition-names.ts';

test.each([
  ['#if A\n#elif B > 1\n#endif', ['A', 'B']],
  ['#ifdef A\n#elifdef B\n#elifndef C\n#endif\n#ifndef D\n#endif', ['A', 'B', 'C', 'D']],
  ['#if defined(A) && !defined B', ['A', 'B']],
  ['  #  if A || \\\n  B', ['A', 'B']],
  ['#if A // not C\n#if B /* not D */ && E', ['A', 'B', 'E']],
  ['#if A == \'x\' && B != "C"', ['A', 'B']],
  ['#if A && A\n#if A', ['A']],
  ['#if __has_include(<sys/random.h>) && A', ['A']],
  ['#if defined __has_include && __has_builtin(__builtin_trap)', []],
  ['#ifdef __has_attribute', []],
  ['#if __LINE__ > 3 || __COUNTER__ || true || false', []],
  ['#if __GNUC__ >= 4 and not A or __FILE__', ['__GNUC__', 'A']],
  ['#if __FILE__X', ['__FILE__X']],
  ['#define A B\n#include C\nint ifD;', []],
  ['x #if A\n#iffy B', []],
])('%j depends on %j', (text, names) => {
  expect(conditionNames(text)).toEqual(names);
});
