import { expect, test } from '@jest/globals';
import { isHeaderPath, languageOf, languageOfPath } from '../../../src/code/syntax/language.ts';

test('tells the language by the ending of the path, whatever its case', () => {
  const paths = ['a.c', 'lib/A.CPP', 'x.hpp', 'x.rs', 'x.h', 'a.cc', 'a.hxx'];
  expect(paths.map(languageOfPath)).toEqual(['c', 'cpp', 'cpp', 'rust', 'c', 'cpp', 'cpp']);
});

test('knows the less common endings of C++, and that `.C` is one', () => {
  for (const path of ['a.inl', 'a.ipp', 'a.tpp', 'a.c++', 'a.cu', 'a.cppm', 'a.C'])
    expect(languageOfPath(path)).toBe('cpp');
  expect(languageOfPath('a.inc')).toBe('c');
});

test('a .inc is C or C++, unless it begins as a page does', () => {
  expect(languageOf('a.inc', 'int x;')).toBe('c');
  expect(languageOf('a.inc', 'namespace n {')).toBe('cpp');
  expect(languageOf('a.inc', '<?php echo 1;')).toBeUndefined();
});

test('knows nothing of other endings', () => {
  for (const path of ['Makefile', 'a.py', 'c', '.c.orig', 'a.cs', '']) {
    expect(languageOfPath(path)).toBeUndefined();
  }
});

test('a header is C++ where it holds a class, a namespace, a template or an access label', () => {
  for (const text of [
    'class Buffer {\n};',
    'namespace net {\n}',
    'template <typename T> T one();',
    'struct S {\n public:\n  int x;\n};',
    'using Size = unsigned;',
  ]) {
    expect(languageOf('a.h', text)).toBe('cpp');
  }
});

test('a header is C where such words are only parts of names', () => {
  const text =
    'int classify(int classes);\nstruct s { int public_key; };\n#define template_of(x) x\n';
  expect(languageOf('a.h', text)).toBe('c');
});

test('the text of other files does not change their language', () => {
  expect(languageOf('a.c', 'class X {};')).toBe('c');
  expect(languageOf('a.rs', 'class X {};')).toBe('rust');
});

test.each([
  ['src/a.h', true],
  ['src/a.hpp', true],
  ['tables.inc', true],
  // Whatever has no ending of a language may be included.
  ['src/tables.def', true],
  ['src/a.c', false],
  ['src/a.rs', false],
])('%s is there to be included: %s', (path, expected) => {
  expect(isHeaderPath(path)).toBe(expected);
});
