import { expect, test } from '@jest/globals';
import { textsOfCodes } from '../../../src/equivalence/planner/forwarded-codes.ts';
import { clangFunction } from '../../support/clang-function.ts';

const TEXTS: Record<string, string> = {
  add: 'int add(int *b) { if (!b) return -1; return 0; }',
  add_text: 'int add_text(int *b, const char *s) { return add(b, strlen(s)); }',
  add_twice:
    'int add_twice(int *b) { int e = add(b); if (e) return -2; return\n add_text(b, "x"); }',
  sum: 'int sum(int *b) { return add(b) + add(b); }',
  said: 'int said(int *b) { /* return add(b); */ return 1; }',
  again: 'int again(int n) { return again(n - 1); }',
};
const functions = Object.keys(TEXTS).map((name) => clangFunction({ name }));

test.each([
  ['add', ['add']],
  ['add_text', ['add_text', 'add']],
  ['add_twice', ['add_twice', 'add_text', 'add']],
  ['sum', ['sum']],
  ['said', ['said']],
  ['again', ['again']],
])('the codes of %s stand in %j', (name, expected) => {
  const found = functions.find((one) => one.name === name);
  if (found === undefined) throw new Error('no such function');
  const texts = textsOfCodes(found, functions, (one) => TEXTS[one.name] ?? '');
  expect(texts).toEqual(expected.map((one) => TEXTS[one]));
});
