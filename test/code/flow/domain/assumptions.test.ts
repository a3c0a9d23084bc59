import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ASSUMPTIONS,
  assuming,
  assumptionsIn,
  NO_ASSUMPTIONS,
  withAssumed,
} from '../../../../src/code/flow/domain/assumptions.ts';

const some = fc.subarray([...ASSUMPTIONS]);
const setOf = (names: readonly (typeof ASSUMPTIONS)[number][]) =>
  names.reduce((set, name) => set | assuming(name), NO_ASSUMPTIONS);

test('a set gives back what was put in, in order', () => {
  fc.assert(fc.property(some, (names) => expect(assumptionsIn(setOf(names))).toEqual(names)));
});

test('what is known keeps what was assumed before, and is the same object where nothing is new', () => {
  fc.assert(
    fc.property(some, some, (before, more) => {
      const known = { assumed: setOf(before) };
      const marked = withAssumed(known, setOf(more));
      expect(marked.assumed).toBe(setOf(before) | setOf(more));
      expect(marked === known).toBe(more.every((name) => before.includes(name)));
    }),
  );
});
