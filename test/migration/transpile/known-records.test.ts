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

test('what it says of a typedef of the same name is said of the record', () => {
  const plan = {
    ...{ c: 'pop', signature: 'pub fn pop(&mut self)' },
    mapping: { records: { stack: { items: { length: 'top + 1' } } } },
  };
  const known = { ...KNOWN, ring: { cells: { length: 'n' } } };
  const source = { ...SOURCE, context: 'typedef struct { int n; int *cells; } ring;' };
  expect(withKnownRecords(plan, source, known).mapping).toEqual({
    records: {
      'struct stack': { items: { length: 'top + 1' }, used: { rust: 'count' } },
      ring: { cells: { length: 'n' } },
    },
  });
});

test('a function without Rust needs none', () => {
  const plan = { c: 'pop', skip: 'dropping does it' };
  expect(withKnownRecords(plan, SOURCE, KNOWN)).toBe(plan);
});
