import { createHash } from 'node:crypto';

/**
 * A uniform sample without replacement, in an order of its own. Each item draws the SHA-1 of the
 * seed and its name, and the `size` smallest are taken: the same seed draws the same items, also
 * after others have come or gone, and another seed draws independently.
 */
export function sample<T>(
  items: readonly T[],
  size: number,
  seed: number,
  nameOf: (item: T) => string,
): T[] {
  const lot = (item: T) =>
    createHash('sha1')
      .update(`${seed}:${nameOf(item)}`)
      .digest('hex');
  return items
    .map((item) => ({ item, lot: lot(item) }))
    .sort((left, right) => (left.lot < right.lot ? -1 : 1))
    .slice(0, size)
    .map(({ item }) => item);
}
