import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PersistentMap } from '../../../../src/code/flow/domain/persistent-map.ts';

type Operation =
  | { readonly kind: 'set'; readonly map: number; readonly key: number; readonly value: number }
  | { readonly kind: 'delete'; readonly map: number; readonly key: number }
  | { readonly kind: 'copy'; readonly map: number };

const key = fc.oneof(
  fc.nat(40),
  fc.constantFrom(15, 16, 255, 256, 4095, 4096, 65536, 2 ** 26),
  fc.nat(2 ** 28 - 1),
);
const map = fc.nat(5);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), map, key, value: fc.nat(3) }),
  fc.record({ kind: fc.constant('delete' as const), map, key }),
  fc.record({ kind: fc.constant('copy' as const), map }),
);

/** Runs the operations on maps of ours and on the language's own. */
function replay(operations: readonly Operation[]) {
  const pairs = [{ ours: new PersistentMap<number>(), theirs: new Map<number, number>() }];
  for (const step of operations) {
    const pair = pairs[step.map % pairs.length];
    if (pair === undefined) continue;
    if (step.kind === 'copy') {
      pairs.push({ ours: new PersistentMap(pair.ours), theirs: new Map(pair.theirs) });
    } else if (step.kind === 'set') {
      pair.ours.set(step.key, step.value);
      pair.theirs.set(step.key, step.value);
    } else {
      pair.ours.delete(step.key);
      pair.theirs.delete(step.key);
    }
  }
  return pairs;
}

test('holds what a Map holds, in every copy, keys rising', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
      for (const { ours, theirs } of replay(operations)) {
        expect(ours.entries()).toEqual([...theirs].sort(([a], [b]) => a - b));
      }
    }),
  );
});

test('finds each key, and no other', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 40 }), key, (operations, other) => {
      for (const { ours, theirs } of replay(operations)) {
        for (const each of [...theirs.keys(), other]) {
          expect(ours.get(each)).toBe(theirs.get(each));
          expect(ours.has(each)).toBe(theirs.has(each));
        }
      }
    }),
  );
});

test('names exactly the keys in which two maps differ', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
      const [first, ...others] = replay(operations);
      if (first === undefined) return;
      for (const other of [first, ...others]) {
        const keys = new Set([...first.theirs.keys(), ...other.theirs.keys()]);
        const differing = [...keys].filter(
          (each) => other.theirs.get(each) !== first.theirs.get(each),
        );
        const found: number[] = [];
        PersistentMap.differences(first.ours, other.ours, (key, ours, theirs) => {
          expect([ours, theirs]).toEqual([first.theirs.get(key), other.theirs.get(key)]);
          found.push(key);
        });
        expect(found).toEqual(differing.sort((a, b) => a - b));
      }
    }),
  );
});

test('a copy does not see what is written to the original, nor the other way round', () => {
  const original = new PersistentMap<string>();
  original.set(3, 'kept');
  const copy = new PersistentMap(original);
  original.set(3, 'new');
  copy.set(4, 'mine');
  expect([original.entries(), copy.entries()]).toEqual([
    [[3, 'new']],
    [
      [3, 'kept'],
      [4, 'mine'],
    ],
  ]);
});
