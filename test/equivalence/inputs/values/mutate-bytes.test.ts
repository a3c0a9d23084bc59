import { expect, test } from '@jest/globals';
import { changedInPlace } from '../../../../src/equivalence/inputs/values/mutate-bytes.ts';
import { seededRandom } from '../../../../src/equivalence/inputs/values/random.ts';
import { NO_CONSTANTS } from '../../../support/no-constants.ts';

/** Letters, among which one character more is hardly ever drawn. */
const characters = [...Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz=')];

test.each([
  ['padding', 'abc=', 'a==='],
  ['a row of quotes', 'a"bc', '"""c'],
  ['a run', '/bcdef', '////ef'],
])('%s comes of a byte that stands there once: %s, %s', (_, from, to) => {
  const found = [1, 2, 3, 4].map((seed) => {
    const random = seededRandom(seed);
    const constants = { ...NO_CONSTANTS, characters };
    return Array.from({ length: 1500 }, () =>
      changedInPlace(random, Uint8Array.from(Buffer.from(from)), constants),
    ).filter((made) => Buffer.from(Uint8Array.from(made as Uint8Array)).toString('latin1') === to)
      .length;
  });
  expect(Math.min(...found)).toBeGreaterThan(0);
});
