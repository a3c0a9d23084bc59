import { expect, test } from '@jest/globals';
import type { RowStatus } from '../../../../src/github/migrate/dashboard/rows.ts';
import { statusWords } from '../../../../src/github/migrate/dashboard/status-words.ts';

const words = (status: RowStatus, isTicked = false) =>
  statusWords({
    ...{ key: 'k', id: { file: 'a.c', name: 'f' }, line: 1, endLine: 2 },
    ...{ status, isTicked },
  });

const UNCOMPARED = { kind: 'not checked', because: 'why', remedy: 'plan' } as const;
const STALE = { ...UNCOMPARED, remedy: 'again' } as const;

const UNCHECKED: Extract<RowStatus, { kind: 'in Rust' }>['evidence'] = {
  ...{ kind: 'equal', cases: 9000, excluded: 0, seed: 1, limits: [], undefinedBehaviour: [] },
  ...{ coverage: { lines: 4, coveredLines: 4, branches: 0, coveredBranches: 0 }, milliseconds: 5 },
  unsafe_reached: { places: ['fn f in src/a.rs'], checks: [] },
};

test.each<[RowStatus, string]>([
  [
    { kind: 'in Rust', rust: 'a::f', evidence: UNCHECKED, comparison: 'partly' },
    'in Rust as `a::f`, the same on 9,000 inputs, **and its unsafe code was not checked for undefined behaviour**',
  ],
  [{ kind: 'in Rust', rust: '', evidence: UNCOMPARED, comparison: 'unproven' }, 'needs no Rust'],
  [
    { kind: 'in Rust', rust: '', evidence: UNCOMPARED, comparison: 'unproven', pull: 7 },
    'needs no Rust, #7',
  ],
  [
    { kind: 'in Rust', rust: 'a::f', evidence: UNCOMPARED, comparison: 'unproven', pull: 7 },
    'in Rust as `a::f`, #7: **not compared with the C**',
  ],
  [
    { kind: 'in Rust', rust: 'a::f', evidence: STALE, comparison: 'unproven', pull: 7 },
    'in Rust as `a::f`, #7: **stale, the C or the Rust has changed since they were compared**',
  ],
  [
    { kind: 'in Rust', rust: '', evidence: STALE, comparison: 'unproven' },
    'needed no Rust: **stale, the C or the Rust has changed since they were compared**',
  ],
  [{ kind: 'blocked', reason: 'it loops', pull: 7 }, '**blocked** in #7: it loops'],
  [{ kind: 'blocked', reason: 'it loops' }, '**blocked**: it loops'],
])('%j is said as %s', (status, text) => {
  expect(words(status)).toBe(text);
});

test('of many functions that come first five are named', () => {
  const before = [...'abcdefg'].map((name) => ({ file: 'a.c', name }));
  const named = 'after `a`, `b`, `c`, `d`, `e` and 2 more';
  expect(words({ kind: 'waiting', for: before })).toBe(`not started: it comes ${named}`);
  expect(words({ kind: 'waiting', for: before }, true)).toBe(`begins ${named}`);
});
