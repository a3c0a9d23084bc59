import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../../src/rules/c-rules.ts';

const parser = await loadGrammars().parser('cpp');

/** Whether a rule says that what `new` gives is read before it was written. */
function isUnwritten(allocation: string, read: string): boolean {
  const text = `int f(unsigned n) { int *c = ${allocation}; int s = ${read}; delete c; return s; }`;
  const options = { path: 'src/main.cpp', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), 'cpp', parser, options);
  return hits.some(({ rule }) => rule === 'uninitialized_use');
}

test.each([
  ['new int', '*c'],
  ['new int[n]', 'c[0]'],
  ['new int[8]', 'c[7]'],
])('%s holds nothing yet', (allocation, read) => {
  expect(isUnwritten(allocation, read)).toBe(true);
});

test.each([
  ['new int()', '*c'],
  ['new int{}', '*c'],
  ['new int(5)', '*c'],
  ['new int[n]()', 'c[0]'],
  ['new int[n]{}', 'c[0]'],
  ['new int[8]{1, 2}', 'c[7]'],
  ['new (std::nothrow) int[8]()', 'c[7]'],
])('%s holds a value', (allocation, read) => {
  expect(isUnwritten(allocation, read)).toBe(false);
});
