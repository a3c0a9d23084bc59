import { expect, test } from '@jest/globals';
import { askedCall } from '../../../src/code/change/asked-call.ts';
import { testsOf } from '../../../src/code/change/tests.ts';
import { functionOf, lower } from '../../support/c-code.ts';

function askedIn(condition: string): string | undefined {
  const source = `int valid(int); int other(int); void f(int a) { if (${condition}) other(a); }`;
  const [asked] = testsOf(functionOf(lower(source)));
  return asked && askedCall(asked)?.name;
}

test.each(['valid(a)', '!valid(a)', 'valid(a) == 0', 'valid(a) != FAIL', '0 == valid(a)'])(
  '%s asks a call',
  (condition) => {
    expect(askedIn(condition)).toBe('valid');
  },
);

test.each(['a == 0', 'valid(a) < 0', 'valid(a) == a', 'valid(a) == other(a)'])(
  '%s asks none about its argument alone',
  (condition) => {
    expect(askedIn(condition)).toBeUndefined();
  },
);
