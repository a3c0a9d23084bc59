import { rankByBm25 } from './bm25.ts';
import type { MemoryRecord } from './memory-record.ts';

export interface MemoryQuery {
  /** Words to look for; without any, tags alone decide, and the latest come first. */
  readonly query: string;
  /** Records must have all of them. */
  readonly tags: readonly string[];
  readonly limit: number;
}

/** The records that fit a question, the best first, by BM25. */
export function recall(
  records: readonly MemoryRecord[],
  { query, tags, limit }: MemoryQuery,
): MemoryRecord[] {
  const tagged = records.filter((record) => tags.every((tag) => record.tags.includes(tag)));
  if (query.trim() === '') return tagged.slice(-limit).reverse();
  const texts = tagged.map(({ content, tags: own }) => `${content} ${own.join(' ')}`);
  return rankByBm25(texts, query)
    .slice(0, limit)
    .flatMap((index) => tagged[index] ?? []);
}
