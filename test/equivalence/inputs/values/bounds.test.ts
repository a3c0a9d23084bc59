import { expect, test } from '@jest/globals';
import type { CaseValue, Shape } from '../../../../src/equivalence/cases/shape.ts';
import { interestingValues } from '../../../../src/equivalence/inputs/values/interesting.ts';
import { seededRandom } from '../../../../src/equivalence/inputs/values/random.ts';
import { randomValue } from '../../../../src/equivalence/inputs/values/random-value.ts';
import { NO_CONSTANTS } from '../../../support/no-constants.ts';

const NUMBER: Shape = { kind: 'integer', bits: 32, signed: false };
const POINT: Shape = { kind: 'record', name: 'point', fields: [{ name: 'x', shape: NUMBER }] };
const holderOf = (of: Shape): Shape => ({
  kind: 'record',
  name: 'holder',
  fields: [{ name: 'items', shape: { kind: 'list', of } }],
});

const lengthOf = (value: CaseValue): number => {
  const items = Array.isArray(value) ? value[0] : undefined;
  return Array.isArray(items) ? items.length : -1;
};

test.each([
  ['numbers', NUMBER, 300],
  ['records', POINT, 136],
])(
  'a list of %s in a record is at times longer than tables are that do not grow',
  (_, of, most) => {
    const random = seededRandom(3);
    const lengths = Array.from({ length: 1500 }, () =>
      lengthOf(randomValue(random, holderOf(of), undefined, NO_CONSTANTS)),
    );
    expect(Math.max(...lengths)).toBeLessThanOrEqual(most);
    expect(lengths.filter((length) => length > 128).length).toBeGreaterThan(4);
  },
);

test('among those of interest are the lengths that the code compares with', () => {
  const constants = { ...NO_CONSTANTS, integers: [100n, 200n] };
  const values = interestingValues(seededRandom(1), holderOf(NUMBER), undefined, constants);
  const lengths = new Set(values.map(lengthOf));
  expect([...lengths].some((length) => Math.abs(length - 100) < 2)).toBe(true);
  expect([...lengths].some((length) => Math.abs(length - 200) < 2)).toBe(true);
});
