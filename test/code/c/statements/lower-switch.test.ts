import { expect, test } from '@jest/globals';
import { functionOf, lower } from '../../../support/c-code.ts';

/** The cases of the first switch of a function of `a` as [low, high], and what its blocks evaluate. */
function switchOf(body: string, before = ''): { cases: unknown[]; evaluated: string[] } {
  const text = `${before}void f(int a) { ${body} }`;
  const unit = lower(text);
  const { blocks } = functionOf(unit, 'f');
  return {
    cases: blocks.flatMap(({ end }) =>
      end.kind === 'switch' ? end.cases.map(({ low, high }) => [low, high]) : [],
    ),
    evaluated: blocks.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'eval' ? [unit.tree.textOf(step.expr)] : [])),
    ),
  };
}

test('a case stands for one value', () => {
  expect(switchOf("switch (a) { case 3: x(); break; case 'b': y(); }").cases).toEqual([
    [3, 3],
    [98, 98],
  ]);
});

test('a case range stands for its ends and all between', () => {
  const before = '#define FIRST 10\nenum { LAST = 20 };\n';
  const { cases, evaluated } = switchOf(
    'switch (a) { case 1 ... 5: x(); break; case FIRST ... LAST: y(); break; case -3 ... -1: z(); }',
    before,
  );
  expect(cases).toEqual([
    [1, 5],
    [10, 20],
    [-3, -1],
  ]);
  expect(evaluated).toEqual(['x()', 'y()', 'z()']);
});

test('an end that is not constant is not known', () => {
  const { cases } = switchOf('switch (a) { case 1 ... UNKNOWN: x(); break; case LOW ... 9: y(); }');
  expect(cases).toEqual([
    [1, undefined],
    [undefined, 9],
  ]);
});
