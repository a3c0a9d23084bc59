import { expect, test } from '@jest/globals';
import { rangesInUnit as seen } from '../../../support/c-code.ts';

const SAME = 'static signed char same(signed char x) { return x; }\n';

test('a number is converted to the type of the parameter', () => {
  const body = (code: string) => seen(`${SAME}void f(unsigned long n) { ${code} }`);
  expect(body('see(same(65535));')).toEqual(['-1..-1']);
  expect(body('if (n < 300) see(same(n));')).toEqual(['-128..127']);
  expect(body('if (n < 100) see(same(n));')).toEqual(['0..99']);
});

test('what is behind the point is left out, and a truth value is 0 or 1', () => {
  expect(seen('static int whole(int x) { return x; }\nvoid f(void) { see(whole(2.7)); }')).toEqual([
    '2..2',
  ]);
  const is = 'static _Bool is(_Bool x) { return x; }\n';
  expect(seen(`${is}void f(void) { see(is(4)); }`)).toEqual(['1..1']);
  expect(seen(`${is}void f(int n) { see(is(n)); }`)).toEqual(['0..1']);
});

test('the callee has in its parameter what was converted', () => {
  const callee = 'static void use(signed char x) { see(x); }\n';
  expect(seen(`${callee}void f(void) { use(65535); use(300); }`)).toEqual(['-1..44']);
});

test('without a prototype a number is passed as it is', () => {
  expect(seen('void f(void) { see(65535); }')).toEqual(['65535..65535']);
});

test('a result is converted to the type that the function returns', () => {
  expect(
    seen('int get(unsigned long n) { return n; }\nvoid f(unsigned long n) { see(get(n)); }'),
  ).toEqual(['-2147483648..2147483647']);
  expect(seen('unsigned char low(int n) { return n; }\nvoid f(void) { see(low(300)); }')).toEqual([
    '44..44',
  ]);
});
