import { expect, test } from '@jest/globals';
import type { CFunctionSymbol } from '../../../src/migration/artifacts/symbol.ts';
import { retirableFunctions } from '../../../src/migration/link/retirable.ts';

function symbols(calls: Readonly<Record<string, readonly string[]>>): CFunctionSymbol[] {
  const place = { file: 'a.c', start_line: 1, start_column: 1, end_line: 1, end_column: 1 };
  return Object.entries(calls).map(([id, callees]) => ({
    ...{ id, category: 'function', kind: 'function', name: id, qualified_name: id },
    ...{ signature: '', return_type: 'int', params: [], is_static: false },
    ref: {
      ...{ functions: [], address_taken: [], types: [], globals: [], macros: [] },
      unresolved_calls: false,
    },
    ...{ calls: [...callees], may_call: [], ...place, language: 'c' },
    ...{ created_at: '', updated_at: '' },
  }));
}

const CALLS = {
  main: ['parse', 'log'],
  parse: ['next', 'log'],
  next: ['peek', 'next'],
  peek: [],
  log: [],
  even: ['odd'],
  odd: ['even'],
};

const of = (proven: readonly string[], linked: readonly string[]) =>
  [...retirableFunctions(symbols(CALLS), new Set(proven), new Set(linked))].sort();

test('a function goes when all its callers are Rust, and then those that it called', () => {
  const all = ['parse', 'next', 'peek', 'log', 'even', 'odd'];
  // main is C, and calls log; nobody but each other calls even and odd.
  expect(of(all, all)).toEqual(['next', 'peek']);
});

test('a function without a shim of its own may go, and one that is not proven stays', () => {
  expect(of(['parse', 'next', 'peek'], ['parse'])).toEqual(['next', 'peek']);
  expect(of(['parse', 'peek'], ['parse'])).toEqual([]);
});
