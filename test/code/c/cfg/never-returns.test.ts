import { expect, test } from '@jest/globals';
import { lower } from '../../../support/c-code.ts';

const never = (text: string): string[] => [...lower(text).neverReturns].sort();

test('a function that always exits never returns, nor does one that always calls it', () => {
  expect(
    never(`
      void die(const char *why) { puts(why); exit(1); }
      void usage(void) { die("usage"); }
      void maybe(int a) { if (a) die("a"); }
      int plain(void) { return 0; }`),
  ).toEqual(['die', 'usage']);
});

test('an endless loop never returns', () => {
  expect(never('void serve(void) { for (;;) { work(); } }')).toEqual(['serve']);
  expect(never('void serve(int a) { for (;;) { if (a) break; } }')).toEqual([]);
});

test('the order of the definitions does not matter', () => {
  expect(never('void a(void) { b(); } void b(void) { c(); } void c(void) { abort(); }')).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('a function that calls itself on every path never returns', () => {
  expect(never('int f(int n) { return f(n - 1); }')).toEqual([]);
  expect(never('void f(int n) { if (n > 0) exit(1); abort(); }')).toEqual(['f']);
});
