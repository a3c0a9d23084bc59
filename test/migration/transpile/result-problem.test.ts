import { expect, test } from '@jest/globals';
import { parseMapping } from '../../../src/equivalence/pairing/mapping.ts';
import type { CFunctionSource } from '../../../src/migration/steps/step.ts';
import { resultProblem } from '../../../src/migration/transpile/result-problem.ts';

function problem(c: string, rust: string, signature: string, result: string): string | undefined {
  const name = /(\w+)\s*\(/.exec(c)?.[1] ?? '';
  const source: CFunctionSource = {
    ...{ name, file: 'f.c', startLine: 1, endLine: 3, signature: c, text: `${c}\n{}\n` },
    ...{ returnsVoid: false, context: '', callers: '', callees: [], libraryCalls: [] },
  };
  return resultProblem(source, rust, signature, parseMapping(`{ result: ${result} }`).result);
}

test.each([
  ['unsigned int f(const char *text)', "{ offset: 'text' }"],
  [
    'static unsigned long long f(char *text, char **ret)',
    "{ tuple: ['return', { offset: 'text' }] }",
  ],
  ['uint32_t f(const char *text)', "{ some: { offset: 'text' }, none: -1 }"],
  ['void f(char *text)', "{ ok: { offset: 'text' }, errors: 'any' }"],
])('an index of what is no pointer is refused, with what to say: %s', (c, result) => {
  const found = problem(c, 'a::f', 'pub fn f(text: &[u8]) -> usize', result);
  expect(found).toMatch(/"offset": "text" .* returns no pointer: say "return"/);
});

test.each([
  ['char *f(char *text)', "{ offset: 'text' }"],
  ['static const char * f(const char *text)', "{ some: { offset: 'text' }, none: 'null' }"],
  // A typedef may be one of a pointer.
  ['cursor f(char *text)', "{ offset: 'text' }"],
  ['int f(char *text)', "'return'"],
])('others are not: %s', (c, result) => {
  expect(problem(c, 'a::f', 'pub fn f(text: &[u8]) -> usize', result)).toBeUndefined();
});

test.each([
  ['pub fn new() -> Self', "{ allocated: 'return' }", true],
  ['pub fn new() -> Option<Bio>', "{ some: { allocated: 'return' }, none: 'null' }", true],
  [
    'pub fn new() -> Result<Box<Self>, Error>',
    "{ ok: { allocated: 'return' }, errors: 'any' }",
    true,
  ],
  ['pub fn new() -> Vec<u8>', "{ allocated: 'return' }", false],
  ['pub fn new() -> Option<Vec<Bio>>', "{ some: { allocated: 'return' }, none: 'null' }", false],
  ['pub fn new() -> Self', "{ fields: { data: { allocated: 'return' } } }", false],
])('a record is no memory of which only the size counts: %s', (signature, result, isRefused) => {
  const found = problem('bio *bio_new(void)', 'bio::Bio::new', signature, result);
  expect(found !== undefined).toBe(isRefused);
  if (isRefused) expect(found).toContain('leave the result out');
});
