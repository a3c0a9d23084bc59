import { expect, test } from '@jest/globals';
import { sameText } from '../../../src/equivalence/evidence/evidence.ts';
import {
  leastChecked,
  type UnsafeReached,
  uncheckedText,
  unsafeReachedText,
} from '../../../src/equivalence/evidence/unsafe-reached.ts';

const PLACES = ['fn a in src/x.rs', 'fn b in src/x.rs', 'fn c in src/x.rs', 'fn d in src/x.rs'];
const NONE: UnsafeReached = { places: [], checks: [] };
const OPEN: UnsafeReached = { places: PLACES, checks: [], because: 'no tool is there' };
const BY_BOTH: UnsafeReached = {
  places: PLACES.slice(0, 1),
  checks: [
    { tool: 'miri', inputs: 1 },
    { tool: 'address sanitizer', inputs: 900 },
  ],
};

test.each([
  [undefined, 'not known: an earlier version compared it'],
  [NONE, 'none'],
  [OPEN, `${PLACES.slice(0, 3).join(', ')} and 1 more: not checked; no tool is there`],
  [
    BY_BOTH,
    'fn a in src/x.rs: Miri told nothing on 1 input, AddressSanitizer told nothing on 900 inputs',
  ],
])('%j is said as %s', (reached, text) => {
  expect(unsafeReachedText(reached)).toBe(text);
});

test('what no tool has looked at is said wherever both sides are called the same', () => {
  const evidence = {
    ...({ kind: 'equal', cases: 10, excluded: 0, seed: 1, milliseconds: 1 } as const),
    coverage: { lines: 1, coveredLines: 1, branches: 0, coveredBranches: 0 },
    ...{ limits: [], undefinedBehaviour: [] },
  };
  const same = 'the same as the C on 10 inputs';
  expect(sameText({ ...evidence, unsafe_reached: BY_BOTH })).toBe(same);
  expect(sameText({ ...evidence, unsafe_reached: OPEN })).toBe(
    `${same}, and whether its unsafe code has undefined behaviour was not checked`,
  );
  expect(uncheckedText(BY_BOTH)).toEqual([]);
  expect(uncheckedText(OPEN)).toHaveLength(1);
});

test('of several comparisons the one counts that has seen least', () => {
  expect(leastChecked(BY_BOTH, OPEN)).toBe(OPEN);
  expect(leastChecked(OPEN, BY_BOTH)).toBe(OPEN);
  expect(leastChecked(BY_BOTH, undefined)).toBeUndefined();
});
