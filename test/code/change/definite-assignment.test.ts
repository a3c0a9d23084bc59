import { expect, test } from '@jest/globals';
import { definiteAssignment } from '../../../src/code/change/definite-assignment.ts';
import { functionOf, lower } from '../../support/c-code.ts';

/** Whether each read of `x` comes behind an assignment on every way. */
function readsOfX(body: string): boolean[] {
  const source = `int get(int *); int some(void); _Noreturn void die(void); int f(int a, int *out) { ${body} }`;
  const unit = lower(source);
  return definiteAssignment(functionOf(unit), unit)
    .reads.filter(({ expr }) => expr.name === 'x')
    .map(({ assigned }) => assigned.has('x'));
}

test.each([
  ['int x = 1; return x;', [true]],
  ['int x = x; return x;', [false]],
  ['int x; if (a) x = 1; else die(); return x;', [true]],
  ['int x; switch (a) { case 1: x = 1; break; default: die(); } return x;', [true]],
  ['int x; switch (a) { case 1: x = 1; break; default: some(); } return x;', [false]],
  ['int x; return x;', [false]],
  ['int x; if (a) x = 1; return x;', [false]],
  ['int x; if (a) x = 1; else x = 2; return x;', [true]],
  ['int x; if (a) x = 1; else return 0; return x;', [true]],
  ['int x; get(&x); return x;', [true]],
  ['int x; while (a--) { x = 1; } return x;', [false]],
  ['int x; do { x = 1; } while (a--); return x;', [true]],
  ['int x; if (a && (x = some()) > 1) return x; return 0;', [true]],
  ['int x; if (!a || (x = some()) < 1) return 0; return x;', [true]],
  ['int x; if (a || (x = some()) < 1) return 0; return x;', [true]],
  ['int x; if (a || (x = some()) < 1) return x; return 0;', [false]],
])('%s', (body, expected) => {
  expect(readsOfX(body)).toEqual(expected);
});

test('what a parameter points to is set at a return', () => {
  const unit = lower('int f(int a, int *out) { if (a) return 0; *out = a; return 1; }');
  const { returns } = definiteAssignment(functionOf(unit), unit);
  expect(returns.map(({ assigned }) => assigned.has('*out'))).toEqual(
    expect.arrayContaining([false, true]),
  );
});
