import { expect, test } from '@jest/globals';
import type { Slot } from '../../../src/equivalence/cases/case.ts';
import type { CaseValue } from '../../../src/equivalence/cases/shape.ts';
import { ResultKinds } from '../../../src/equivalence/run/result-kinds.ts';

const U8 = { kind: 'integer', bits: 8, signed: false } as const;
const SLOTS: readonly Slot[] = [
  { name: 'return', shape: { kind: 'nullable', of: U8 } },
  { name: '*found', shape: { kind: 'boolean' } },
  { name: '*count', shape: U8 },
];

function seen(...results: readonly (readonly CaseValue[])[]): ResultKinds {
  const kinds = new ResultKinds(1, SLOTS);
  for (const values of results) {
    const one = {
      steps: [
        { call: 0, inputs: [], handles: [] },
        { call: 1, inputs: [], handles: [] },
      ],
    };
    kinds.add(one, { kind: 'returned', steps: [[true, 1n], values] });
  }
  return kinds;
}

test('results of both kinds say nothing, and no more cases are needed', () => {
  const kinds = seen([null, true, 1n], [5n, false, 1n]);
  expect([kinds.isOpen, kinds.limits()]).toEqual([false, []]);
});

test('that there was never a value is said, and that there always was is not', () => {
  const kinds = seen([null, true, 1n], [null, false, 2n]);
  expect(kinds.isOpen).toBe(true);
  expect(kinds.limits()).toEqual([
    'On no input that was looked at did the C give a value for return.',
  ]);
  expect(seen([5n, true, 1n], [6n, false, 2n]).limits()).toEqual([]);
});

test('that what is true or false was never true is said', () => {
  expect(seen([null, false, 1n], [5n, false, 1n]).limits()).toEqual([
    'On no input that was looked at was *found true.',
  ]);
  expect(seen([null, true, 1n], [5n, true, 1n]).limits()).toEqual([]);
});

test('that no call succeeded is said of codes, and that none failed is not', () => {
  const codes: readonly Slot[] = [{ name: 'return', shape: U8, success: 0n }];
  const told = (...values: readonly bigint[]) => {
    const kinds = new ResultKinds(0, codes);
    for (const value of values) {
      kinds.add(
        { steps: [{ call: 0, inputs: [], handles: [] }] },
        { kind: 'returned', steps: [[value]] },
      );
    }
    return kinds.limits();
  };
  expect(told(3n, 7n)).toEqual([
    'No input that was looked at made the C succeed: all calls failed.',
  ]);
  expect(told(3n, 0n)).toEqual([]);
  expect(told(0n)).toEqual([]);
});

test('of a function that no case called nothing is said', () => {
  expect(new ResultKinds(1, SLOTS).limits()).toEqual([]);
});
