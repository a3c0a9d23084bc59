import { expect, test } from '@jest/globals';
import type { Slot } from '../../../../src/equivalence/cases/case.ts';
import { openInputs } from '../../../../src/equivalence/inputs/input-source.ts';
import { NO_CONSTANTS } from '../../../support/no-constants.ts';

const U8 = { kind: 'integer', bits: 8, signed: false } as const;
const SLOTS: readonly Slot[] = [
  { name: 'message', shape: { kind: 'list', of: U8 } },
  { name: 'power', shape: { kind: 'integer', bits: 64, signed: false } },
];

/** A header that tells how many bytes follow, and a power that there is memory for. */
function counts([message, power]: readonly unknown[]): boolean {
  if (!(message instanceof Uint8Array) || typeof power !== 'bigint') return false;
  if (message.length < 4 || power > 5n) return false;
  const [a = 0, b = 0, c = 0, d = 0] = message;
  return a + b * 256 + c * 65536 + d * 16777216 === message.length - 4;
}

test('where no input counts, small ones are made, a length header among them', () => {
  const inputs = openInputs({
    calls: [{ name: 'decode', inputs: SLOTS }],
    constants: NO_CONSTANTS,
    seed: 3,
  });
  let found = 0;
  for (let round = 0; round < 10 && found === 0; round += 1) {
    const cases = inputs.next(100);
    const isGood = cases.map(({ steps }) => counts(steps[0]?.inputs ?? []));
    found = isGood.filter((one) => one).length;
    inputs.learn(
      cases.map((one, at) =>
        isGood[at] === true
          ? { case: one, reached: [] }
          : { case: one, reached: [], excludedAt: 0 },
      ),
    );
  }
  expect(found).toBeGreaterThan(0);
});
