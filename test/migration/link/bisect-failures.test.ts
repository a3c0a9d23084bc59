import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bisectFailures } from '../../../src/migration/link/bisect-failures.ts';

const count = 40;
const all = Array.from({ length: count }, (_, at) => at);

test('those that fail by themselves are found, all and only they, in few tries', async () => {
  const some = fc.uniqueArray(fc.nat({ max: count - 1 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(some, async (bad) => {
      let tries = 0;
      const run = (names: readonly number[]) => {
        tries += 1;
        return Promise.resolve({ passed: !names.some((name) => bad.includes(name)), names });
      };
      const { breaking, rest } = await bisectFailures(all, run);
      expect(breaking.map(({ name }) => name).sort()).toEqual(bad.sort());
      for (const { name, run: failure } of breaking) expect(failure.names).toContain(name);
      expect(rest).toMatchObject({ passed: true });
      expect(tries).toBeLessThanOrEqual(1 + bad.length * (Math.ceil(Math.log2(count)) + 1));
    }),
  );
});

test('of two that fail only together one is found, and the other works without it', async () => {
  const run = (names: readonly number[]) =>
    Promise.resolve({ passed: !(names.includes(3) && names.includes(17)) });
  const { breaking, rest } = await bisectFailures(all, run);
  expect(breaking.map(({ name }) => name)).toEqual([17]);
  expect(rest).toEqual({ passed: true });
});

test('the only one leaves nothing to try', async () => {
  const run = () => Promise.resolve({ passed: false });
  expect(await bisectFailures(['f'], run)).toEqual({
    breaking: [{ name: 'f', run: { passed: false } }],
    rest: undefined,
  });
});

test('what does not fail once more blames nobody', async () => {
  const run = () => Promise.resolve({ passed: true });
  expect(await bisectFailures(all, run)).toEqual({ breaking: [], rest: { passed: true } });
});
