import { expect, test } from '@jest/globals';
import { constantCall } from '../../../../src/code/flow/calls/constant-call.ts';
import { lower } from '../../../support/c-code.ts';

function call(code: string, name: string, ...args: number[]): number | undefined {
  const unit = lower(code);
  return constantCall(new Map(unit.functions.map((fn) => [fn.name, fn])), name, args, {
    steps: 100_000,
  });
}

const FACTORIAL = `
int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
unsigned char low(unsigned value) { return value; }
int forever(int n) { for (;;) n ^= 1; return n; }
int reads(const int *p) { return *p; }
int digits(int n) {
  int count = 0;
  do { count++; n /= 10; } while (n != 0);
  switch (count) { case 1: return 1; default: return count; }
}`;

test('a recursive function of a constant is worked out', () => {
  expect(call(FACTORIAL, 'factorial', 5)).toBe(120);
});

test('signed overflow has no value', () => {
  expect(call(FACTORIAL, 'factorial', 13)).toBeUndefined();
});

test('an unsigned result wraps in its type', () => {
  expect(call(FACTORIAL, 'low', 259)).toBe(3);
});

test('loops and switches run as in C', () => {
  expect(call(FACTORIAL, 'digits', 90210)).toBe(5);
});

test('what does not end, reads memory or does not exist has no value', () => {
  expect(call(FACTORIAL, 'forever', 1)).toBeUndefined();
  expect(call(FACTORIAL, 'reads', 1)).toBeUndefined();
  expect(call(FACTORIAL, 'missing', 1)).toBeUndefined();
});
