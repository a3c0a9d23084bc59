import { rankByBm25 } from './bm25.ts';
import type { MemoryRecord } from './memory-record.ts';

/** Turns texts into vectors of one length, in their order. */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<readonly Vector[]>;

type Vector = readonly number[];

export interface MemoryQuery {
  /** Words to look for; without any, tags alone decide, and the latest come first. */
  readonly query: string;
  /** Records must have all of them. */
  readonly tags: readonly string[];
  readonly limit: number;
}

/** The constant of rank fusion: how little the very first places count more than those after. */
const RANK_CONSTANT = 60;

/** Below this similarity a text has nothing to do with a query. */
const MIN_SIMILARITY = 0.3;

/**
 * The records that fit a question, the best first: by BM25, and where there are embeddings by their
 * similarity too, the two ranks fused. Embeddings that fail are done without.
 */
export async function recall(
  records: readonly MemoryRecord[],
  { query, tags, limit }: MemoryQuery,
  signal: AbortSignal,
  embed?: Embed,
): Promise<MemoryRecord[]> {
  const tagged = records.filter((record) => tags.every((tag) => record.tags.includes(tag)));
  if (query.trim() === '') return tagged.slice(-limit).reverse();
  const texts = tagged.map(({ content, tags: own }) => `${content} ${own.join(' ')}`);
  const rankings = [rankByBm25(texts, query)];
  if (embed !== undefined && texts.length > 0) {
    rankings.push(await rankByVectors(texts, query, embed, signal));
  }
  return fuseRanks(rankings)
    .slice(0, limit)
    .flatMap((index) => tagged[index] ?? []);
}

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): each ranking gives 1 / (60 + rank) to
 * what it names, ranks counted from 1.
 * @returns what any ranking names, the best first; of equals the smaller number
 */
export function fuseRanks(rankings: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings) {
    for (const [place, item] of ranking.entries()) {
      scores.set(item, (scores.get(item) ?? 0) + 1 / (RANK_CONSTANT + place + 1));
    }
  }
  return [...scores]
    .sort(([left, leftScore], [right, rightScore]) => rightScore - leftScore || left - right)
    .map(([item]) => item);
}

async function rankByVectors(
  texts: readonly string[],
  query: string,
  embed: Embed,
  signal: AbortSignal,
): Promise<number[]> {
  let vectors: readonly Vector[];
  try {
    vectors = await embed([query, ...texts], signal);
  } catch {
    signal.throwIfAborted();
    return [];
  }
  const [wanted = [], ...others] = vectors;
  return others
    .map((vector, index) => ({ index, similarity: cosine(wanted, vector) }))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .sort((left, right) => right.similarity - left.similarity || left.index - right.index)
    .map(({ index }) => index);
}

/** From -1 to 1; 0 for a vector without a direction. */
function cosine(left: Vector, right: Vector): number {
  const dot = left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
  const lengths = Math.hypot(...left) * Math.hypot(...right);
  return lengths === 0 ? 0 : dot / lengths;
}
