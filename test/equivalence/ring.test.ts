import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const both = canBuildBoth ? inSandbox : describe.skip;

both('a callback that C gives a link, and Rust what the link holds', () => {
  const sides = fixtureSides('ring.c');

  test.each([
    ['ring_new', 'new', 'equal'],
    ['ring_push', 'push', 'equal'],
    ['ring_length', 'length', 'equal'],
    ['ring_shift', 'shift', 'equal'],
    ['ring_clear', 'clear', 'equal'],
    ['ring_shift', 'shift_newest', 'different'],
    ['ring_shift', 'shift_silently', 'different'],
  ])(
    '%s and %s: %s',
    async (c, rust, kind) => {
      expect(await sides(c, `ring::Ring::${rust}`, {})).toMatchObject({ kind });
    },
    60_000,
  );
});

both('a function of the caller that both sides cannot call alike', () => {
  const sides = fixtureSides('ring.c');
  const missing = expect.stringMatching(/^The caller gives no function here, in any case: log/);

  test.each([
    ['tally', 'tally'],
    ['meter_read', 'Meter::read'],
  ])(
    'is missing in each case: %s',
    async (c, rust) => {
      expect(await sides(c, `ring::${rust}`, {})).toMatchObject({
        kind: 'equal',
        limits: expect.arrayContaining([missing]),
      });
    },
    60_000,
  );

  test.each([
    ['tally', 'tally_all'],
    ['meter_read', 'Meter::read_unbounded'],
  ])(
    'hides no other difference: %s and %s',
    async (c, rust) => {
      expect(await sides(c, `ring::${rust}`, {})).toMatchObject({ kind: 'different' });
    },
    60_000,
  );
});

both('functions of the caller without a context', () => {
  const sides = fixtureSides('sorted.c');

  test.each([
    ['sorted_new', 'new', 'equal'],
    ['sorted_add', 'add', 'equal'],
    ['sorted_add', 'add_last', 'different'],
  ])(
    'belong to the object that they were given to: %s and %s: %s',
    async (c, rust, kind) => {
      expect(await sides(c, `sorted::Sorted::${rust}`, {})).toMatchObject({ kind });
    },
    60_000,
  );
});
