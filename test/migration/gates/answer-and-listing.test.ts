import { expect, test } from '@jest/globals';
import { checkCrateGates, checkFunctionGates } from '../../../src/migration/gates/check-gates.ts';
import { gateSettingsSchema } from '../../../src/migration/gates/gate-settings.ts';
import { narrowingCasts } from '../../../src/migration/gates/narrowing-casts.ts';
import { recursion } from '../../../src/migration/gates/recursion.ts';
import { cFunctionWorkOf } from '../../../src/migration/gates/stub/c-work.ts';
import { cParser, crateOf, rustParser } from './judging.ts';

test.each([
  ['x as u8', 'int f(int x) { return x; }', 1],
  ['x as u16 + y as i8', 'int f(int x) { return x; }', 2],
  ['(x + 1) as u32', 'long f(long x) { return x; }', 1],
  ['g(x) as i32', 'long f(long x) { return x; }', 1],
  ['v[i] as u8', 'size_t f(size_t x) { return x; }', 1],
  ['(x >> 3) as i16', 'long f(long x) { return x; }', 1],
  ['x as u8', 'int f(int x) { return (unsigned char)x; }', 0],
  ['(x & 0xff) as u8', 'int f(int x) { return x; }', 0],
  ['(x % 10) as u8', 'int f(int x) { return x; }', 0],
  ['(x > 3) as u8', 'int f(int x) { return x > 3; }', 0],
  ['3 as u8', 'int f(int x) { return 3; }', 0],
  ['x as u64', 'int f(int x) { return x; }', 0],
  ['x as i32', 'int f(int x) { return x; }', 0],
])('narrowing casts: %s of %s lists %d', (expression, c, count) => {
  const crate = crateOf(`fn f(x: i64) -> u8 { ${expression} }\nfn other(x: i64) -> u8 { x as u8 }`);
  const result = narrowingCasts(crate, 'f', c);
  expect(result).toMatchObject({ outcome: 'passed' });
  expect(result.where).toHaveLength(count);
});

const LOOP = 'int f(int n) { int s = 0; while (n) s += n--; return s; }';

test.each([
  ['itself', LOOP, 'fn f(n: i32) -> i32 { if n == 0 { 0 } else { n + f(n - 1) } }', 1],
  ['itself in a macro', LOOP, 'fn f(n: i32) -> i32 { assert!(f(n - 1) > 0); n }', 1],
  ['itself by a helper', LOOP, 'fn f(n: i32) -> i32 { g(n) } fn g(n: i32) -> i32 { f(n - 1) }', 1],
  [
    'itself by a method',
    LOOP,
    'struct S; impl S { fn f(&self, n: i32) -> i32 { self.f(n - 1) } }',
    1,
  ],
  [
    'itself by two helpers',
    LOOP,
    'fn f(n: i32) { g(n) } fn g(n: i32) { h(n) } fn h(n: i32) { f(n) }',
    1,
  ],
  ['itself by name', LOOP, 'fn f(n: i32) -> i32 { [n].map(f)[0] }', 1],
  ['nothing', LOOP, 'fn f(n: i32) -> i32 { (0..n).sum() }', 0],
  [
    'a loop',
    LOOP,
    'fn f(mut n: i32) -> i32 { let mut s = 0; while n != 0 { s += n; n -= 1; } s }',
    0,
  ],
  [
    'a helper that calls itself',
    LOOP,
    'fn f(n: i32) -> i32 { g(n) } fn g(n: i32) -> i32 { g(n - 1) }',
    0,
  ],
  [
    'itself as the C does',
    'int f(int n) { return n ? f(n - 1) : 0; }',
    'fn f(n: i32) -> i32 { f(n - 1) }',
    0,
  ],
  ['itself in a test', LOOP, 'fn f(n: i32) -> i32 { n } #[test] fn t() { f(1); }', 0],
  [
    'itself where the C has no loop',
    'int f(int n) { return n; }',
    'fn f(n: i32) -> i32 { f(n) }',
    0,
  ],
])('recursion: %s', (_name, c, rust, count) => {
  const result = recursion(crateOf(rust), 'f', cFunctionWorkOf(cParser, c));
  expect(result).toMatchObject({ outcome: 'passed' });
  expect(result.where).toHaveLength(count);
});

const parsers = { rust: rustParser, c: cParser };
const texts = (entries: Record<string, string>) => new Map(Object.entries(entries));

test('a crate and a function are judged by every gate that applies', () => {
  const settings = gateSettingsSchema.parse(undefined);
  const before = texts({ 'src/lib.rs': '#[test] fn t() { assert_eq!(1 + 1, 2); }' });
  const crate = texts({ 'src/lib.rs': 'pub fn f(p: *const u8) -> i32 { 0 }' });
  const failed = (results: readonly { gate: string; outcome: string }[]) =>
    results.filter(({ outcome }) => outcome === 'failed').map(({ gate }) => gate);
  const whole = checkCrateGates(parsers, { crate, before, settings });
  expect(failed(whole)).toEqual(['lost tests', 'raw pointers']);
  expect(
    whole.filter(({ outcome }) => outcome === 'not applicable').map(({ gate }) => gate),
  ).toEqual(['changed C', 'tests run', 'warnings']);
  const lenient = gateSettingsSchema.parse({ list_only: ['raw pointers'] });
  expect(failed(checkCrateGates(parsers, { crate, settings: lenient }))).toEqual([]);
  expect(
    failed(checkFunctionGates(parsers, { crate, path: 'src/lib.rs', name: 'f', c: LOOP })),
  ).toEqual(['silent stub']);
});
