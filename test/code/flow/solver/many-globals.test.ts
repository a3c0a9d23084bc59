import { expect, test } from '@jest/globals';
import type { Range } from '../../../../src/code/flow/domain/value.ts';
import { analyseUnit } from '../../../../src/code/flow/project/analyse-unit.ts';
import { LIMITS } from '../../../../src/code/limits.ts';
import { lower } from '../../../support/c-code.ts';
import { lines } from '../../../support/nasty/random.ts';

/** The range of a global that was 5 before a call of a function which makes so many of them 1. */
function afterCall(globals: number): Range | undefined {
  let range: Range | undefined;
  const text = `${lines(globals, (index) => `int g${index};`)}
static void fill(void) { ${lines(globals, (index) => `g${index} = 1;`)} }
static void fill_all(void) { fill(); }
void f(void) { g0 = 5; fill_all(); see(g0); }`;
  analyseUnit(lower(text), 'a.c', {
    call({ call, args: [value] }, facts) {
      if (call.name === 'see' && value !== undefined) range = facts.range(value);
    },
  });
  return range;
}

test('what a callee leaves in globals is known, up to a number of them', () => {
  expect(afterCall(LIMITS.globals)).toEqual({ lo: 1, hi: 1 });
});

test('a callee that writes more of them may have written any value', () => {
  const range = afterCall(LIMITS.globals + 1);
  expect(range?.lo).toBeLessThan(0);
  expect(range?.hi).toBeGreaterThan(5);
});
