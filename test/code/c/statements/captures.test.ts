import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

const EACH = 'template <class F> void each(F f) { for (int i = 0; i < 3; i++) f(i); }\n';

/** The ranges that are seen behind a test that only a change of `n` leads past. */
function behind(code: string, before = ''): readonly string[] {
  return rangesInUnit(
    `${before} void f() { int n = 0; ${code} if (n == 0) return; see(7); }`,
    'cpp',
  );
}

test.each([
  ['put();', 'auto put = [&] { n = 5; }; put();'],
  ['a function object', 'std::function<void()> put = [&n] { n++; }; put();'],
  ['a call on the spot', '[&] { n = 5; }();'],
  ['a function that is not seen', 'each([&](int i) { n += i; });'],
  ['an algorithm', 'std::for_each(v.begin(), v.end(), [&](int i) { if (i > 3) n = i; });'],
  ['whatever is called later', 'auto put = [&] { n = 5; }; any();'],
  ['another name', 'each([&m = n](int i) { m = i; n = i; });'],
  ['its address', 'each([&](int i) { read(&n); });'],
  ['a reference', 'each([&](int i) { read(n); });'],
  ['a lambda within', 'each([&](int i) { each([&](int j) { n = j; }); });'],
])('a lambda that captures by reference may change a number: %s', (_name, code) => {
  expect(behind(code)).toContain('7..7');
});

test.each([
  ['a lambda in place', 'each([&](int i) { n = i; });'],
  ['a lambda with a name', 'auto put = [&](int i) { n = i; }; each(put);'],
  ['a lambda within', 'each([&](int i) { each([&](int j) { n = j; }); });'],
])('so it may by a function of the file that calls it: %s', (_name, code) => {
  expect(behind(code, EACH)).toContain('7..7');
});

test.each([
  ['a copy', 'auto put = [n]() mutable { n = 5; }; put();'],
  ['copies of all', 'each([=](int i) mutable { n = i; });'],
  ['a copy beside references', 'int m = 0; each([&, n](int i) mutable { n = i; m = i; });'],
  ['a variable of its own', 'each([&](int i) { int n = i; n++; });'],
  ['no change', 'each([&](int i) { return i < n; });'],
])('what it cannot change stays: %s', (_name, code) => {
  expect(behind(code)).not.toContain('7..7');
});
