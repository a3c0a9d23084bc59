import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

const MAIN = 'int main(void) { char b[4] = {0}; get(b, 3); get(b, 4); return 0; }\n';

test('a function that tests what its callers never pass allows for other callers', () => {
  const body = '{ if (p == 0) see(1); switch (n) { case 9: see(2); } }';
  expect(new Set(rangesInUnit(`void get(char *p, int n) ${body}\n${MAIN}`))).toEqual(
    new Set(['1..1', '2..2']),
  );
  expect(rangesInUnit(`static void get(char *p, int n) ${body}\n${MAIN}`)).toEqual([]);
});

test('what it does not test is what they pass, unless programs outside of the project may call it', () => {
  const body = 'void get(char *p, int n) { see(n); }\n';
  expect(rangesInUnit(`${body}${MAIN}`)).toEqual(['3..4']);
  expect(rangesInUnit(`LIB_API ${body}${MAIN}`)).toEqual(['-2147483648..2147483647']);
});

test('an assertion takes for granted what it tests', () => {
  const text = `void get(char *p, int n) { assert(n > 2); see(n); }\n${MAIN}`;
  expect(rangesInUnit(text)).toEqual(['3..4']);
});

test('a test of one end of a range says nothing of the other', () => {
  const text = `void get(char *p, int n) { if (n >= 32) return; see(n); }\n${MAIN}`;
  expect(rangesInUnit(text)).toEqual(['3..31']);
  const both = `void get(char *p, int n) { if (n < 0 || n > 9) return; see(n); }\n${MAIN}`;
  expect(rangesInUnit(both)).toEqual(['0..9']);
  const one = `void get(char *p, int n) { if (n == 7) return; see(n); }\n${MAIN}`;
  expect(rangesInUnit(one)).toEqual(['3..6']);
});
