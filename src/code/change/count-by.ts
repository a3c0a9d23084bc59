/** How many items have each key. */
export function countBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
