import type { Slot } from '../cases/case.ts';
import { withoutComments } from './source-facts.ts';

/** By how many bits is shifted: most often by few. No more than 31 is defined for an `int`. */
const AMOUNTS = [
  ...Array.from({ length: 8 }, (_, at) => BigInt(at)),
  ...Array.from({ length: 4 }, (_, at) => BigInt(at)),
  ...Array.from({ length: 24 }, (_, at) => BigInt(at + 8)),
];

/**
 * Integers that the C shifts by are mostly small: a shift by more bits than there are has no meaning, and an input
 * on which C does so shows nothing.
 * @param source text of the C function
 */
export function withShiftAmounts(slots: readonly Slot[], source: string): readonly Slot[] {
  const amounts = new Set(
    [...withoutComments(source).matchAll(SHIFT)].flatMap(([, amount = '']) => [
      ...(amount.match(/\b[A-Za-z_]\w*\b(?!\s*(?:->|\.|\[|\())/g) ?? []),
    ]),
  );
  return slots.map((slot) => {
    const { name, shape, limits } = slot;
    const isBound = limits?.likely !== undefined || limits?.within !== undefined;
    if (shape.kind !== 'integer' || shape.only !== undefined || isBound || !amounts.has(name)) {
      return slot;
    }
    return { ...slot, limits: { ...limits, likely: AMOUNTS } };
  });
}

/** What stands behind `<<` or `>>`: a name, or what is in parentheses. */
const SHIFT = /(?:<<|>>)=?\s*(\([^()]*\)|\w+(?:\s*\*\s*\w+)?)/g;
