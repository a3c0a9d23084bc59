import { expect, test } from '@jest/globals';
import { withKnownRecords } from '../../../src/migration/transpile/known-records.ts';

const SOURCE = {
  ...{ name: 'pop', file: 'a.c', startLine: 1, endLine: 1, returnsVoid: false },
  ...{ signature: 'int pop(struct stack *s)', text: 'int pop(struct stack *s) { … }' },
  ...{ context: '', callers: '', callees: [], libraryCalls: [] },
};
const KNOWN = {
  'struct stack': { items: { length: 'used' }, used: { rust: 'count' } },
  'struct heap': { cells: { length: 'n' } },
};

test('a plan has what is known of the records of its function, and of no others', () => {
  const plan = { c: 'pop', signature: 'pub fn pop(&mut self)' };
  expect(withKnownRecords(plan, SOURCE, KNOWN)).toEqual({
    ...plan,
    mapping: { records: { 'struct stack': KNOWN['struct stack'] } },
  });
});

test('what it says itself goes before that', () => {
  const own = { 'struct stack': { items: { length: 'top + 1' } } };
  const plan = {
    c: 'pop',
    signature: 'pub fn pop(&mut self)',
    mapping: { records: own, rust: {} },
  };
  expect(withKnownRecords(plan, SOURCE, KNOWN).mapping).toEqual({
    rust: {},
    records: { 'struct stack': { items: { length: 'top + 1' }, used: { rust: 'count' } } },
  });
});

test('a function without Rust needs none', () => {
  const plan = { c: 'pop', skip: 'dropping does it' };
  expect(withKnownRecords(plan, SOURCE, KNOWN)).toBe(plan);
});
