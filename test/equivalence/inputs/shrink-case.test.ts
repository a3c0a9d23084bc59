import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Case, SlotLimits } from '../../../src/equivalence/cases/case.ts';
import type { CaseValue, Shape } from '../../../src/equivalence/cases/shape.ts';
import type { CallSignature } from '../../../src/equivalence/inputs/call-signature.ts';
import { openInputs } from '../../../src/equivalence/inputs/input-source.ts';
import { isSmaller, measureOf } from '../../../src/equivalence/inputs/measure.ts';
import { shrinkCase } from '../../../src/equivalence/inputs/shrink-case.ts';
import { NO_CONSTANTS } from '../../support/no-constants.ts';
import { callLists, constantLists } from '../../support/slots.ts';
import { problemOf } from '../../support/well-formed.ts';

const I32: Shape = { kind: 'integer', bits: 32, signed: true };
const F64: Shape = { kind: 'float', bits: 64 };
const BYTES: Shape = { kind: 'list', of: { kind: 'integer', bits: 8, signed: false } };
const INTS: Shape = { kind: 'list', of: I32 };

/** The smallest inputs of one call on which a predicate holds. */
async function smallest(
  slots: readonly { readonly shape: Shape; readonly limits?: SlotLimits }[],
  inputs: readonly CaseValue[],
  fails: (inputs: readonly CaseValue[]) => boolean,
): Promise<readonly CaseValue[] | undefined> {
  const calls = [{ name: 'f', inputs: slots.map((slot, at) => ({ ...slot, name: `x${at}` })) }];
  const failing = { steps: [{ call: 0, inputs, handles: [] }] };
  const result = await shrinkCase(calls, failing, async (cases) => {
    await Promise.resolve();
    return cases.map(({ steps }) => steps.some((step) => fails(step.inputs)));
  });
  return result.steps[0]?.inputs;
}

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
const listOf = (value: CaseValue | undefined): readonly CaseValue[] | Uint8Array =>
  value instanceof Uint8Array || Array.isArray(value) ? value : [];

describe('a failing input becomes the one that a person would write', () => {
  test('an integer, the one next to the limit', async () => {
    const found = await smallest([{ shape: I32 }], [1_836_211_903n], ([x]) => Number(x) > 1000);
    expect(found).toEqual([1001n]);
  });

  test('a negative integer', async () => {
    const found = await smallest([{ shape: I32 }], [-1_836_211_903n], ([x]) => Number(x) < -77);
    expect(found).toEqual([-78n]);
  });

  test('two equal integers', async () => {
    const fails = ([a, b]: readonly CaseValue[]) => a === b && Number(a) !== 0;
    expect(await smallest([{ shape: I32 }, { shape: I32 }], [9_871n, 9_871n], fails)).toEqual([
      1n,
      1n,
    ]);
  });

  test('two integers that differ by one', async () => {
    const fails = ([a, b]: readonly CaseValue[]) => Number(a) === Number(b) + 1;
    expect(await smallest([{ shape: I32 }, { shape: I32 }], [9_871n, 9_870n], fails)).toEqual([
      1n,
      0n,
    ]);
  });

  test('a text, by the part that counts', async () => {
    const limits = { isText: true };
    const fails = ([x]: readonly CaseValue[]) =>
      Buffer.from(Uint8Array.from(listOf(x), Number)).includes('ab:');
    const text = bytes('  The \xff quick 12:30 xab:yz, and more of it, and more.  ');
    expect(await smallest([{ shape: BYTES, limits }], [text], fails)).toEqual([bytes('ab:')]);
  });

  test('a text that is long, of one letter', async () => {
    const limits = { isText: true };
    const text = Uint8Array.from({ length: 900 }, (_, at) => 1 + (at % 200));
    const fails = ([x]: readonly CaseValue[]) => listOf(x).length > 255;
    expect(await smallest([{ shape: BYTES, limits }], [text], fails)).toEqual([
      bytes('a'.repeat(256)),
    ]);
  });

  test('one byte among zeros', async () => {
    const data = Uint8Array.from({ length: 500 }, (_, at) => at * 7);
    const fails = ([x]: readonly CaseValue[]) => listOf(x)[7] === 0x31;
    const expected = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0x31);
    expect(await smallest([{ shape: BYTES }], [data], fails)).toEqual([expected]);
  });

  test('a list with a repeated element', async () => {
    const list = [5n, 8n, -3n, 77n, 12n, 8n, 1n];
    const fails = ([x]: readonly CaseValue[]) => new Set(listOf(x)).size < listOf(x).length;
    expect(await smallest([{ shape: INTS }], [list], fails)).toEqual([[0n, 0n]]);
  });

  test('a list and an index at its end', async () => {
    const fails = ([x, at]: readonly CaseValue[]) => Number(at) === listOf(x).length;
    const slots = [{ shape: INTS }, { shape: I32, limits: { within: 'x0' } }];
    expect(await smallest(slots, [[1n, 2n, 3n], 3n], fails)).toEqual([[], 0n]);
  });

  test('a float that is short to write', async () => {
    const fails = ([x]: readonly CaseValue[]) => Number(x) > 2.25;
    expect(await smallest([{ shape: F64 }], [7.8125], fails)).toEqual([3]);
  });

  test('nothing that is not needed', async () => {
    const record: Shape = {
      kind: 'record',
      name: 'Point',
      fields: [
        { name: 'x', shape: I32 },
        { name: 'label', shape: { kind: 'nullable', of: BYTES } },
      ],
    };
    const fails = ([point]: readonly CaseValue[]) => Number(listOf(point)[0]) > 3;
    expect(await smallest([{ shape: record }], [[99n, bytes('label')]], fails)).toEqual([
      [4n, null],
    ]);
  });
});

test('a sequence keeps the steps that count, and their handles', async () => {
  const calls: readonly CallSignature[] = [
    { name: 'new', inputs: [], makes: 'stack' },
    {
      name: 'push',
      inputs: [{ name: 'x', shape: I32 }],
      takes: [{ type: 'stack', use: 'changes' }],
    },
    { name: 'pop', inputs: [], takes: [{ type: 'stack', use: 'changes' }] },
  ];
  const push = (stack: number, x: bigint) => ({ call: 1, inputs: [x], handles: [stack] });
  const step = (call: number, ...handles: readonly number[]) => ({ call, inputs: [], handles });
  const steps = [
    step(0),
    push(0, 4n),
    step(0),
    push(1, 19n),
    step(2, 0),
    push(1, 24n),
    step(2, 1),
    push(0, 3n),
  ];
  // A second push of an even number on one stack fails.
  const fails = ({ steps: taken }: Case): boolean => {
    const sizes = new Map<number, number>();
    return taken.some(({ call, inputs, handles: [stack = 0] }) => {
      if (call === 1) sizes.set(stack, (sizes.get(stack) ?? 0) + 1);
      return call === 1 && sizes.get(stack) === 2 && Number(inputs[0]) % 2 === 0;
    });
  };
  const result = await shrinkCase(calls, { steps }, (cases) => Promise.resolve(cases.map(fails)));
  expect(result.steps).toEqual([step(0), push(0, 0n), push(0, 0n)]);
});

test('shrinking ends, never grows, and stays within the limits', async () => {
  await fc.assert(
    fc.asyncProperty(
      callLists,
      constantLists,
      fc.nat(),
      fc.nat(),
      async (calls, constants, seed, salt) => {
        const source = openInputs({ calls, constants, seed, longest: 8 });
        // Fails in a way that depends on the whole case, and is the same each time.
        const fails = (each: Case): boolean => {
          const { steps, elements, values } = measureOf(calls, each);
          return (steps * 7 + elements * 3 + Number(values % 1009n) + salt) % 3 === 0;
        };
        for (const failing of source.next(20).filter(fails).slice(0, 2)) {
          let asked = 0;
          const result = await shrinkCase(
            calls,
            failing,
            (cases) => {
              asked += 1;
              for (const each of cases) expect(problemOf(calls, each)).toBeUndefined();
              return Promise.resolve(cases.map(fails));
            },
            { rounds: 12, batch: 20 },
          );
          expect(asked).toBeLessThanOrEqual(12);
          expect(fails(result)).toBe(true);
          expect(isSmaller(measureOf(calls, failing), measureOf(calls, result))).toBe(false);
          expect(problemOf(calls, result)).toBeUndefined();
        }
      },
    ),
    { numRuns: 6 },
  );
});

test('a case of which nothing smaller fails stays as it is', async () => {
  const calls = [{ name: 'f', inputs: [{ name: 'x', shape: INTS }] }];
  const [failing] = openInputs({ calls, constants: NO_CONSTANTS, seed: 3 }).next(40).slice(-1);
  if (failing === undefined) throw new Error('no case was made');
  const result = await shrinkCase(calls, failing, (cases) =>
    Promise.resolve(cases.map(() => false)),
  );
  expect(result).toBe(failing);
});
