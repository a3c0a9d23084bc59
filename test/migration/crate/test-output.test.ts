import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseTestOutput } from '../../../src/migration/crate/test-output.ts';

/** What libtest prints of tests that end in this order. */
function printed(tests: readonly (readonly [name: string, passes: boolean])[]): string {
  const failed = tests.filter(([, passes]) => !passes).map(([name]) => name);
  return [
    `running ${tests.length} tests`,
    ...tests.map(([name, passes]) => `test ${name} ... ${passes ? 'ok' : 'FAILED'}`),
    ...(failed.length === 0
      ? []
      : [
          '',
          'failures:',
          '',
          ...failed.flatMap((name) => [`---- ${name} stdout ----`, `says ${name}`, '']),
          'failures:',
          ...failed.map((name) => `    ${name}`),
        ]),
    '',
    `test result: ${failed.length === 0 ? 'ok' : 'FAILED'}.`,
    '',
  ].join('\n');
}

test('tests come in the order of their names, however they ended', () => {
  const name = fc.stringMatching(/^[a-z]{1,6}(::[a-z]{1,6}){0,2}$/);
  const tests = fc.uniqueArray(fc.tuple(name, fc.boolean()), { selector: ([it]) => it });
  fc.assert(
    fc.property(tests, (ended) => {
      const names = (passes: boolean) =>
        ended.filter(([, passed]) => passed === passes).map(([it]) => it);
      expect(parseTestOutput(printed(ended))).toEqual({
        passed: names(true).sort(),
        failed: names(false)
          .sort()
          .map((it) => ({ name: it, output: `says ${it}` })),
      });
    }),
  );
});

test('several programs of tests are one run; what a test prints is no report', () => {
  const output = [
    printed([['a::f', true]]),
    printed([
      ['g', false],
      ['b', true],
    ]).replace('says g', 'test c ... ok'),
  ].join('\n');
  expect(parseTestOutput(output)).toEqual({
    passed: ['a::f', 'b'],
    failed: [{ name: 'g', output: 'test c ... ok' }],
  });
});
