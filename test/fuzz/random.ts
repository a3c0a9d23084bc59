import { createHash } from 'node:crypto';
import { type Random, seededRandom } from '../../src/equivalence/inputs/values/random.ts';

export type { Random };

/** The choices of one input. They do not depend on other inputs, so that one can be made again alone. */
export function randomOf(seed: number, kind: string, index: number): Random {
  const digest = createHash('sha256').update(`${seed} ${kind} ${index}`).digest();
  return seededRandom(digest.readInt32LE(0));
}

/** A whole number from 1 to `most`, of which small ones are as likely as large ones. */
export function anySize(random: Random, most: number): number {
  return random.between(1, 2 ** random.between(1, Math.floor(Math.log2(most))));
}

/** Something as often as is said. */
export function times<Result>(count: number, make: (index: number) => Result): Result[] {
  return Array.from({ length: Math.ceil(count) }, (_, index) => make(index));
}
