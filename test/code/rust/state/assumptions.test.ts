import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  assuming,
  assumptionsIn,
  NOTHING_ASSUMED,
  RUST_ASSUMPTIONS,
} from '../../../../src/code/rust/state/assumptions.ts';

test('a set gives back what was put in, in order', () => {
  const some = fc.subarray([...RUST_ASSUMPTIONS]);
  fc.assert(
    fc.property(some, (names) => {
      const set = names.reduce((all, name) => all | assuming(name), NOTHING_ASSUMED);
      expect(assumptionsIn(set)).toEqual(names);
    }),
  );
});
