import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Case } from '../../../src/equivalence/cases/case.ts';
import type { CaseValue, Shape } from '../../../src/equivalence/cases/shape.ts';
import type { CallSignature } from '../../../src/equivalence/inputs/call-signature.ts';
import { type InputSource, openInputs } from '../../../src/equivalence/inputs/input-source.ts';
import { NO_CONSTANTS } from '../../support/no-constants.ts';
import { callLists, constantLists, slotLists } from '../../support/slots.ts';
import { problemOf } from '../../support/well-formed.ts';

const U8: Shape = { kind: 'integer', bits: 8, signed: false };
const I32: Shape = { kind: 'integer', bits: 32, signed: true };
const BYTES: Shape = { kind: 'list', of: U8 };

/** Cases made with results known, some of them made up: every third reached something, every fifth is excluded. */
function taught(source: InputSource, rounds: number, count: number): readonly Case[] {
  return Array.from({ length: rounds }, (_, round) => {
    const cases = source.next(count);
    source.learn(
      cases.map((each, at) => ({
        case: each,
        ...(at % 5 === 0 ? { excludedAt: each.steps.length - 1 } : {}),
        reached: at % 3 === 0 ? [round * count + at] : [],
      })),
    );
    return cases;
  }).flat();
}

const one = (...inputs: CallSignature['inputs']): readonly CallSignature[] => [
  { name: 'f', inputs },
];

/** The inputs of the first cases for a function of these slots. */
function firstInputs(
  calls: readonly CallSignature[],
  count: number,
): readonly (readonly CaseValue[])[] {
  const source = openInputs({ calls, constants: NO_CONSTANTS, seed: 1 });
  return source.next(2 * count).flatMap(({ steps }) => steps.map(({ inputs }) => inputs));
}

test('every input is of its shape and within its limits', () => {
  fc.assert(
    fc.property(slotLists, constantLists, fc.nat(), (inputs, constants, seed) => {
      const calls = [{ name: 'f', inputs }];
      const source = openInputs({ calls, constants, seed });
      for (const each of taught(source, 3, 50)) expect(problemOf(calls, each)).toBeUndefined();
    }),
    { numRuns: 15 },
  );
});

test('every sequence takes handles that are alive', () => {
  fc.assert(
    fc.property(callLists, constantLists, fc.nat(), (calls, constants, seed) => {
      const source = openInputs({ calls, constants, seed, longest: 12 });
      for (const each of taught(source, 2, 30)) {
        expect(problemOf(calls, each)).toBeUndefined();
        expect(each.steps.length).toBeLessThanOrEqual(12 + 4);
      }
    }),
    { numRuns: 10 },
  );
});

test('the same seed makes the same cases, another seed others', () => {
  const calls = one({ name: 'text', shape: BYTES }, { name: 'count', shape: I32 });
  const made = (seed: number) =>
    taught(openInputs({ calls, constants: NO_CONSTANTS, seed }), 4, 300);
  expect(made(7)).toEqual(made(7));
  expect(made(7)).not.toEqual(made(8));
});

describe('the first inputs', () => {
  test('hold every value of a byte', () => {
    const seen = new Set(firstInputs(one({ name: 'x', shape: U8 }), 256).map(([value]) => value));
    expect(seen.size).toBe(256);
  });

  test.each([0n, 1n, -1n, -(2n ** 31n), 2n ** 31n - 1n, 255n, 256n, 65535n, 65536n, 1000n])(
    'hold the integer %s',
    (value) => {
      const seen = firstInputs(one({ name: 'x', shape: I32 }), 300).flat();
      expect(seen).toContain(value);
    },
  );

  test.each([0, 1, 2, 255, 256, 257, 1024])('hold a list of length %s', (length) => {
    const seen = firstInputs(one({ name: 'x', shape: { kind: 'list', of: I32 } }), 400).flat();
    const lengths = seen.map((value) => (Array.isArray(value) ? value.length : -1));
    expect(lengths).toContain(length);
  });

  test('hold the constants of an enum, and what is none of them', () => {
    const limits = { likely: [3n, 4n, 9n] };
    const seen = firstInputs(one({ name: 'x', shape: I32, limits }), 20).flat();
    for (const value of [3n, 4n, 9n, 10n, 8n]) expect(seen).toContain(value);
  });

  test('hold each float at which comparisons go wrong', () => {
    const seen = firstInputs(one({ name: 'x', shape: { kind: 'float', bits: 64 } }), 80).flat();
    for (const value of [0, -0, Number.NaN, Infinity, -Infinity, Number.MIN_VALUE, 2 ** 53])
      expect(seen.some((each) => Object.is(each, value))).toBe(true);
  });

  test('hold every value of one slot beside every one of another', () => {
    const shape = { ...I32, range: { least: 0n, most: 9n } };
    const limits = { likely: [5n, 6n] };
    const slots = ['a', 'b'].map((name) => ({ name, shape, limits }));
    const pairs = new Set(firstInputs(one(...slots), 400).map((pair) => pair.join(' ')));
    expect(pairs.size).toBe(100);
  });
});

test('of cases that turn out not to count, fewer like them are made', () => {
  const calls = one({ name: 'count', shape: I32 });
  const negatives = (avoids: boolean) => {
    const source = openInputs({ calls, constants: NO_CONSTANTS, seed: 3 });
    const isNegative = ({ steps }: Case) => Number(steps[0]?.inputs[0]) < 0;
    for (let round = 0; round < 4; round += 1) {
      const cases = source.next(200);
      source.learn(cases.map((each) => ({ case: each, reached: [] })));
      if (avoids) source.avoid(cases.filter(isNegative));
    }
    return source.next(400).filter(isNegative).length;
  };
  expect(negatives(true) * 2).toBeLessThan(negatives(false));
});
