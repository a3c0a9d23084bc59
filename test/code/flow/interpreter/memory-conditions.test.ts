import { describe, expect, test } from '@jest/globals';
import { expressionsOf } from '../../../../src/code/c/ir/walk.ts';
import { memoryConditionsOf } from '../../../../src/code/flow/interpreter/memory-conditions.ts';
import { functionOf, lower } from '../../../support/c-code.ts';

/** For each `mark(N)` of a body, in the order of the numbers, whether memory decides if it runs. */
function decided(body: string): readonly string[] {
  return marksOf(body).map(
    ({ mark, fn, expr }) =>
      `${mark} ${memoryConditionsOf(fn).decide(expr) ? 'by memory' : 'anyway'}`,
  );
}

/** The marks that run wherever the parameters are what they may be there. */
function told(body: string): readonly number[] {
  return marksOf(body).flatMap(({ mark, fn, expr }) =>
    memoryConditionsOf(fn).isToldByArguments(expr) ? [mark] : [],
  );
}

/** The same where variables that memory or a call has set may decide. */
function toldBehindChecks(body: string): readonly number[] {
  return marksOf(body).flatMap(({ mark, fn, expr }) =>
    memoryConditionsOf(fn).isTold(expr) ? [mark] : [],
  );
}

function marksOf(body: string) {
  const fn = functionOf(lower(`int f(const char *p, int a, int n) { ${body} }`));
  const found = [...expressionsOf(fn.blocks)].flatMap((expr) => {
    const [arg] = expr.kind === 'call' && expr.name === 'mark' ? expr.args : [];
    if (arg?.kind !== 'number') return [];
    return [{ mark: arg.value, fn, expr }];
  });
  return found.sort((a, b) => a.mark - b.mark);
}

describe('what decides whether code runs', () => {
  test('numbers and pointers that the function is given are not memory', () => {
    expect(decided('if (p == 0 || n < 2) return -1; mark(1); return 0;')).toEqual(['1 anyway']);
    expect(decided('for (int i = 0; i < n; i++) mark(1); mark(2);')).toEqual([
      '1 anyway',
      '2 anyway',
    ]);
  });

  test('a branch on memory decides on its sides, and not on what follows them', () => {
    expect(decided('if (*p) mark(1); else mark(2); mark(3);')).toEqual([
      '1 by memory',
      '2 by memory',
      '3 anyway',
    ]);
    expect(decided('switch (p[0]) { case 1: mark(1); } mark(2);')).toEqual([
      '1 by memory',
      '2 anyway',
    ]);
  });

  test('leaving early decides on all that follows', () => {
    expect(decided('mark(1); if (p[1] == 3) return 1; mark(2); if (n) mark(3);')).toEqual([
      '1 anyway',
      '2 by memory',
      '3 by memory',
    ]);
    expect(decided('for (int i = 0; i < n; i++) { mark(1); if (p[i]) break; }')).toEqual([
      '1 by memory',
    ]);
  });

  test('a program that stops decides nothing', () => {
    expect(decided('if (*p) abort(); mark(1);')).toEqual(['1 anyway']);
  });

  test('so does what stands before it in an expression', () => {
    expect(decided('return a && mark(1) && p[0] && mark(2);')).toEqual(['1 anyway', '2 by memory']);
    expect(decided('return *p ? mark(1) : mark(2) + (a ? mark(3) : 0);')).toEqual([
      '1 by memory',
      '2 by memory',
      '3 by memory',
    ]);
  });
});

describe('what runs wherever the parameters are so', () => {
  test('is what parameters alone decide on', () => {
    expect(told('if (n < 2) return -1; mark(1); if (a == n) mark(2); return 0;')).toEqual([1]);
    expect(told('int m = n + 1; if (m < 2) return -1; mark(1); return 0;')).toEqual([1]);
  });

  test('is not what a variable decides on that memory or a call has set', () => {
    expect(told('int m = g(n); if (m) return -1; mark(1); return 0;')).toEqual([]);
    expect(told('int m, k; m = *p; k = m + 1; if (k > 3) mark(1); mark(2); return 0;')).toEqual([
      2,
    ]);
    expect(told('int m = 0; g(&m); if (m) mark(1); return 0;')).toEqual([]);
    expect(told('static int m; if (m) mark(1); mark(2); return 0;')).toEqual([2]);
  });
});

test('what runs behind a check of a status is reached', () => {
  expect(toldBehindChecks('int s = g(n); if (s != 0) return s; mark(1); return 0;')).toEqual([1]);
  expect(toldBehindChecks('if (*p) return 1; mark(1); return 0;')).toEqual([]);
});
