import { termsOf } from './bm25.ts';
import { type MemoryRecord, memoryRecord } from './memory-record.ts';

/** From this share of common words on, two records say the same. */
const OVERLAP = 0.8;

/** What a merge would do, or did: the records afterwards, and which ones became which. */
export interface MergedMemories {
  readonly records: readonly MemoryRecord[];
  readonly merged: readonly { readonly from: readonly string[]; readonly into: string }[];
}

/**
 * Merges records of one type that share most of their words: the longest text stays, with the tags
 * of all, in the place of the first. A function of the records alone, so a dry run is a call whose
 * result is not written.
 */
export function mergeMemories(records: readonly MemoryRecord[]): MergedMemories {
  const groups: MemoryRecord[][] = [];
  for (const record of records) {
    const group = groups.find(([first]) => first !== undefined && overlaps(first, record));
    if (group === undefined) groups.push([record]);
    else group.push(record);
  }
  const merged: { from: string[]; into: string }[] = [];
  const result = groups.flatMap((group) => {
    if (group.length === 1) return group;
    const record = mergedRecord(group);
    merged.push({ from: group.map(({ id }) => id), into: record.id });
    return [record];
  });
  return { records: result, merged };
}

function mergedRecord(group: readonly MemoryRecord[]): MemoryRecord {
  const longest = group.reduce((best, one) =>
    one.content.length > best.content.length ? one : best,
  );
  const latest =
    group
      .map(({ created_at }) => created_at)
      .sort()
      .at(-1) ?? longest.created_at;
  const from = group.flatMap(({ id, merged_from }) => [id, ...merged_from]);
  const tags = [...new Set(group.flatMap((one) => one.tags))].slice(0, 20);
  const { type, content, about } = longest;
  const mergedFrom = [...new Set(from)];
  return memoryRecord({ type, tags, content }, new Date(latest), { mergedFrom, about });
}

/** Jaccard's index of the words. What is about other code says something else. */
function overlaps(left: MemoryRecord, right: MemoryRecord): boolean {
  if (left.type !== right.type || left.about !== right.about) return false;
  const [a, b] = [new Set(termsOf(left.content)), new Set(termsOf(right.content))];
  const common = [...a].filter((term) => b.has(term)).length;
  const all = a.size + b.size - common;
  return all > 0 && common / all >= OVERLAP;
}
