import { expect, test } from '@jest/globals';
import { testedParameters } from '../../../../src/code/c/cfg/tested-parameters.ts';
import { functionOf, lower } from '../../../support/c-code.ts';

/** The tests of the parameters `p`, 0, and `n`, 1, as `position op value`. */
function tests(body: string): string[] {
  const fn = functionOf(lower(`int f(char *p, int n, int *q) { int k = n; ${body} return 0; }`));
  return [...testedParameters(fn)].flatMap(([position, list]) =>
    list.map(({ op, value }) => `${position} ${op} ${value}`),
  );
}

test.each([
  ['if (!p) return 1;', ['0 == 0']],
  ['if (p) return 1;', ['0 == 0']],
  ['if (p != NULL && n > 3) return 1;', ['0 == 0', '1 > 3']],
  ['if (7 >= n) return 1;', ['1 < 7']],
  ['while ((unsigned)n < 4) n++;', ['1 < 4']],
  ['switch (n) { case 2: return 1; case 5: return 2; }', ['1 == 2', '1 == 2', '1 == 5', '1 == 5']],
])('%s', (body, expected) => {
  expect(tests(body)).toEqual(expected);
});

test.each([
  'if (*p) return 1;',
  'if (n < *q) return 1;',
  'if (k > 3) return 1;',
  'assert(p != NULL);',
  'return n > 3;',
])('%s tests no parameter for a constant', (body) => {
  expect(tests(body)).toEqual([]);
});
