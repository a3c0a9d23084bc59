import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

test.each([
  ['int n = 0; std::cin >> n; see(n);'],
  ['int n = 0, m = 1; std::cin >> m >> n; see(n);'],
  ['std::ifstream in("a"); int n = 0; in >> n; see(n);'],
  ['int n = 0; if (!(cin >> n)) return; see(n);'],
])('what is read from a stream may be any number: %s', (text) => {
  expect(rangesInUnit(`void f() { ${text} }`, 'cpp')).toEqual(['-2147483648..2147483647']);
});

test('code behind a test of what was read can be reached', () => {
  const text = 'void f() { int n = 0; std::cin >> n; if (n == 0) return; see(7); }';
  expect(rangesInUnit(text, 'cpp')).toEqual(['7..7']);
});

test('a shift writes nothing', () => {
  const text = 'void f(unsigned n) { unsigned by = 3; n = n >> by; see(by); }';
  expect(rangesInUnit(text, 'cpp')).toEqual(['3..3']);
});
