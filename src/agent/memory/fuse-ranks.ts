/** The constant of the method: how little the very first places count more than those after. */
const K = 60;

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): each ranking gives 1 / (60 + rank) to
 * what it names, ranks counted from 1.
 * @returns what any ranking names, the best first; of equals the smaller number
 */
export function fuseRanks(rankings: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings) {
    for (const [place, item] of ranking.entries()) {
      scores.set(item, (scores.get(item) ?? 0) + 1 / (K + place + 1));
    }
  }
  return [...scores]
    .sort(([left, leftScore], [right, rightScore]) => rightScore - leftScore || left - right)
    .map(([item]) => item);
}
