import { afterEach, describe, expect, test } from '@jest/globals';
import {
  lines,
  parseAmount,
  parseChoice,
  parseFlag,
  parseInteger,
  text,
} from '../../../action/inputs/parse-input.ts';
import { UsageError } from '../../../src/errors.ts';

/** What a function reads where the workflow gives this for the input `some-input`. */
function given<Result>(value: string, read: (name: string) => Result): Result {
  process.env['INPUT_SOME-INPUT'] = value;
  return read('some-input');
}

afterEach(() => {
  delete process.env['INPUT_SOME-INPUT'];
});

test('a text is trimmed, and none where the runner sets it to nothing', () => {
  expect([given(' a b ', text), given('', text), given('  ', text)]).toEqual([
    ...['a b', undefined, undefined],
  ]);
});

test('lines are trimmed, and empty ones are none', () => {
  expect([given(' a \n\n  b\n', lines), given('', lines)]).toEqual([['a', 'b'], []]);
});

describe('a number', () => {
  const number = (name: string) => parseInteger(name, 2, 20);

  test.each([
    ['2', 2],
    ['20', 20],
    ['', undefined],
  ])('%j is taken', (value, expected) => {
    expect(given(value, number)).toBe(expected);
  });

  test.each(['1', '-1', '21', '2.5', '1.5', 'NaN', 'Infinity', 'two', '0'])(
    '%s is refused, with the input, the value and the bounds',
    (value) => {
      expect(() => given(value, number)).toThrow(UsageError);
      expect(() => given(value, number)).toThrow(
        new RegExp(`some-input.*"${value}".*from 2 to 20`),
      );
    },
  );
});

describe('an amount', () => {
  test.each([
    ['0.5', 0.5],
    ['1e3', 1000],
    ['', undefined],
  ])('%j is taken', (value, expected) => {
    expect(given(value, parseAmount)).toBe(expected);
  });

  test.each(['0', '-1', 'Infinity', 'NaN', 'much'])('%s is refused', (value) => {
    expect(() => given(value, parseAmount)).toThrow(UsageError);
  });
});

test('a flag is what YAML 1.2 takes for one, and its preset where it is empty', () => {
  const flag = (preset: boolean) => (name: string) => parseFlag(name, preset);
  const spellings = ['true', 'True', 'TRUE', 'false', 'False', 'FALSE'];
  expect(spellings.map((value) => given(value, flag(true)))).toEqual([
    ...[true, true, true, false, false, false],
  ]);
  expect([given('', flag(true)), given('', flag(false))]).toEqual([true, false]);
  for (const value of ['yes', 'untrue', 'true.', '1', 'tRUE', 'falsehood']) {
    expect(() => given(value, flag(false))).toThrow(UsageError);
  }
});

test('a choice is one of the names; another is refused with the nearest, or all of them', () => {
  const choice = (name: string) => parseChoice(name, ['high', 'medium']);
  expect([given('medium', choice), given('', choice)]).toEqual(['medium', undefined]);
  expect(() => given('mediun', choice)).toThrow(/some-input.*"mediun".*medium\?/);
  expect(() => given('xxxxxxxx', choice)).toThrow(/high, medium/);
});

test('a value is named by its first hundred characters', () => {
  expect(() => given('9'.repeat(101), (name) => parseFlag(name, true))).toThrow(/[^9]9{100}[^9]/);
});
