import { expect, test } from '@jest/globals';
import type { Case } from '../../../src/equivalence/cases/case.ts';
import type { CaseValue, Shape } from '../../../src/equivalence/cases/shape.ts';
import type { CallSignature } from '../../../src/equivalence/inputs/call-signature.ts';
import { InputToState } from '../../../src/equivalence/inputs/input-to-state.ts';
import { seededRandom } from '../../../src/equivalence/inputs/values/random.ts';
import { NO_CONSTANTS } from '../../support/no-constants.ts';

const BYTES: Shape = { kind: 'list', of: { kind: 'integer', bits: 8, signed: false } };
const NUMBER: Shape = { kind: 'integer', bits: 32, signed: false };
const STREAM: Shape = { kind: 'record', name: 'script', fields: [{ name: 'data', shape: BYTES }] };

function repairsOf(shape: Shape, value: CaseValue, left: bigint, right: bigint): CaseValue[] {
  const calls: CallSignature[] = [{ name: 'parse', inputs: [{ name: 'data', shape }] }];
  const repairs = new InputToState(seededRandom(1), calls, NO_CONSTANTS);
  const known: Case = { steps: [{ call: 0, inputs: [value], handles: [] }] };
  repairs.learn(known, [{ site: 1n, left, right }]);
  const made: CaseValue[] = [];
  for (let one = repairs.next(); one !== undefined; one = repairs.next()) {
    made.push(one.steps[0]?.inputs[0] ?? null);
  }
  return made;
}

test('what was computed takes the place of what an input says, in either byte order', () => {
  const little = Uint8Array.of(9, 9, 4, 3, 2, 1);
  expect(repairsOf(BYTES, little, 0xaabbccddn, 0x01020304n)).toContainEqual(
    Uint8Array.of(9, 9, 0xdd, 0xcc, 0xbb, 0xaa),
  );
  const big = Uint8Array.of(1, 2, 3, 4, 9);
  expect(repairsOf(BYTES, big, 0x01020304n, 0xaabbccddn)).toContainEqual(
    Uint8Array.of(0xaa, 0xbb, 0xcc, 0xdd, 9),
  );
});

test('bytes within records, and numbers, are found as well', () => {
  expect(repairsOf(STREAM, [Uint8Array.of(7, 5)], 5n, 6n)).toContainEqual([Uint8Array.of(7, 6)]);
  expect(repairsOf(NUMBER, 77n, 77n, 1000n)).toContainEqual(1000n);
});

test('what was counted up or down by one before is found', () => {
  expect(repairsOf(NUMBER, 77n, 78n, 255n)).toContainEqual(254n);
  expect(repairsOf(BYTES, Uint8Array.of(9, 77), 76n, 0n)).toContainEqual(Uint8Array.of(9, 1));
});

test('now and then a neighbour is tried, which only one of two limits lets through', () => {
  const calls: CallSignature[] = [{ name: 'parse', inputs: [{ name: 'n', shape: NUMBER }] }];
  const repairs = new InputToState(seededRandom(1), calls, NO_CONSTANTS);
  const tried = new Set<CaseValue>();
  for (let seen = 100n; seen < 140n; seen += 1n) {
    repairs.learn({ steps: [{ call: 0, inputs: [seen], handles: [] }] }, [
      { site: 1n, left: seen, right: 0x8fn },
    ]);
    for (let one = repairs.next(); one !== undefined; one = repairs.next())
      tried.add(one.steps[0]?.inputs[0] ?? null);
  }
  expect([...tried].sort()).toEqual([0x8en, 0x8fn, 0x90n]);
});

test('values that no input has lead to nothing', () => {
  expect(repairsOf(BYTES, Uint8Array.of(1, 2), 0x55n, 0x66n)).toEqual([]);
});

test('comparisons that were tried least come first', () => {
  const calls: CallSignature[] = [{ name: 'parse', inputs: [{ name: 'n', shape: NUMBER }] }];
  const repairs = new InputToState(seededRandom(1), calls, NO_CONSTANTS);
  const known: Case = { steps: [{ call: 0, inputs: [5n], handles: [] }] };
  const often = { site: 1n, left: 5n, right: 8n };
  repairs.learn(known, [often, often, often]);
  repairs.next();
  repairs.learn(known, [{ site: 2n, left: 5n, right: 1n }]);
  expect(repairs.next()?.steps[0]?.inputs).toEqual([1n]);
});

test('where a length is compared with that of a word, a name of that length makes room for it', () => {
  const text = (value: string) => Uint8Array.from(Buffer.from(value));
  const calls: CallSignature[] = [{ name: 'parse', inputs: [{ name: 'data', shape: BYTES }] }];
  const words = ['blank', 'xdigit', 'no'].map(text);
  const made = (value: string, left: bigint, right: bigint) => {
    const repairs = new InputToState(seededRandom(1), calls, { words });
    const steps = [{ call: 0, inputs: [text(value)], handles: [] }];
    repairs.learn({ steps }, [{ site: 1n, left, right }]);
    const found = new Set<string>();
    for (let one = repairs.next(); one !== undefined; one = repairs.next())
      found.add(Buffer.from(one.steps[0]?.inputs[0] as Uint8Array).toString('latin1'));
    return [...found];
  };
  expect(made('ab [:%]', 2n, 5n)).toContain('blank [:%]');
  expect(made('[:]', 6n, 0n).some((one) => /^\W*xdigit\W+$/.test(one))).toBe(true);
  expect(made('ab', 1n, 5n)).toEqual([]);
  expect(made('ab!', 2n, 4n)).toEqual([]);
});

test('where a length is compared, a list of that length gets the other one', () => {
  const NUMBERS: Shape = { kind: 'list', of: NUMBER };
  expect(repairsOf(BYTES, Uint8Array.of(7, 8), 2n, 5n)).toContainEqual(
    Uint8Array.of(7, 8, 7, 8, 7),
  );
  expect(repairsOf(NUMBERS, [7n, 8n, 9n], 3n, 1n)).toContainEqual([7n]);
  expect(repairsOf(STREAM, [Uint8Array.of(7)], 1n, 2n)).toContainEqual([Uint8Array.of(7, 7)]);
  // Not for a record, which is no list of its fields.
  expect(repairsOf(STREAM, [Uint8Array.of(9, 9, 9)], 1n, 2n)).toEqual([]);
});
