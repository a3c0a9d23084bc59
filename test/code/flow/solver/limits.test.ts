import { describe, expect, test } from '@jest/globals';
import { analyseFunction } from '../../../../src/code/flow/solver/analyse-function.ts';
import { stepsFor } from '../../../../src/code/flow/solver/function-steps.ts';
import { lower } from '../../../support/c-code.ts';
import { FAMILIES } from '../../../support/nasty/families.ts';

/** The cost is looked at between statements, and the blocks are gone over once more after a cut. */
const SLACK = 1.5;

describe('the steps that a function may cost', () => {
  test.each(FAMILIES)('are kept by $name', ({ make, small }) => {
    const unit = lower(make(small));
    for (const fn of unit.functions) {
      const { steps } = analyseFunction(unit, fn, 'test.c', {});
      expect(steps / stepsFor(fn)).toBeLessThan(SLACK);
    }
  });

  test('are enough for ordinary code', () => {
    const unit = lower(FAMILIES[0]?.make(1_000) ?? '');
    expect(unit.functions.length).toBeGreaterThan(30);
    for (const fn of unit.functions)
      expect(analyseFunction(unit, fn, 'test.c', {}).cut).toBeUndefined();
  });

  test('end the analysis where they are spent, which the outcome says', () => {
    const unit = lower('int f(int n) { int x = 0; while (n--) { x += n; } return x; }');
    const [fn] = unit.functions;
    if (fn === undefined) throw new Error('the text has a function');
    const heard: string[] = [];
    const listener = {
      degraded: () => heard.push('degraded'),
      arithmetic: () => heard.push('arithmetic'),
      returned: () => heard.push('returned'),
    };
    const outcome = analyseFunction(unit, fn, 'test.c', listener, undefined, 5);
    expect(outcome.cut).toEqual({ function: 'f', start: fn.start, end: fn.end, bound: 'steps' });
    expect(outcome.summary).toBeUndefined();
    // Every statement is still heard of, with nothing known of those before.
    expect(heard[0]).toBe('degraded');
    expect(heard).toContain('arithmetic');
    expect(heard).toContain('returned');
  });
});
