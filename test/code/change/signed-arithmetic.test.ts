import { expect, test } from '@jest/globals';
import { expressionText } from '../../../src/code/c/ir/expression-text.ts';
import { signedArithmetic } from '../../../src/code/change/signed-arithmetic.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** What a change of the value that a function returns made signed. */
function signedIn(before: string, now: string): string[] {
  const { base, head } = versionsOf(
    ` long f(int a, int b, unsigned u, unsigned char c) {\n-return ${before};\n+return ${now};\n }`,
  );
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    signedArithmetic(pair).map(({ expr }) => expressionText(expr)),
  );
}

test.each([
  ['1U << u', '1 << u', '1 << u'],
  ['1ULL << u', '1 << u', '1 << u'],
  ['(unsigned)c << 24', 'c << 24', 'c << 24'],
  ['(int)((unsigned)a + (unsigned)b)', 'a + b', 'a + b'],
  ['(long)a * b', 'a * b', 'a * b'],
])('%s made %s', (before, now, expected) => {
  expect(signedIn(before, now)).toEqual([expected]);
});

test.each([
  ['1U << u', '1UL << u'],
  ['(unsigned)u + u', 'u + u'],
  ['(unsigned)a + 1', 'a + 1'],
  ['a + b', 'a + b + 1'],
  ['(unsigned)a << 2', '(unsigned long)a << 2'],
])('%s made %s does not', (before, now) => {
  expect(signedIn(before, now)).toEqual([]);
});
