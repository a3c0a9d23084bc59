import { expect, test } from '@jest/globals';
import type { Slot } from '../../../../src/equivalence/cases/case.ts';
import { withKeysThatMeet } from '../../../../src/equivalence/inputs/values/meet.ts';
import { seededRandom } from '../../../../src/equivalence/inputs/values/random.ts';

const BYTES: Slot = {
  name: 'bytes',
  shape: { kind: 'list', of: { kind: 'integer', bits: 8, signed: false } },
};
const wanted = (bits: 8 | 32): Slot => ({
  name: 'wanted',
  shape: { kind: 'integer', bits, signed: bits === 32 },
});

test.each([8, 32] as const)('what is searched for among bytes is there, of %i bits', (bits) => {
  const values = [new Uint8Array(40), 0x41n];
  const [bytes] = withKeysThatMeet(seededRandom(1), [BYTES, wanted(bits)], values);
  const found = bytes instanceof Uint8Array ? bytes.filter((byte) => byte === 0x41) : [];
  expect(found.length).toBeGreaterThan(1);
  expect(found.length).toBeLessThan(40);
});

test('what no byte can be is not', () => {
  const values = [new Uint8Array(40), 0x141n];
  expect(withKeysThatMeet(seededRandom(1), [BYTES, wanted(32)], values)).toEqual(values);
});
