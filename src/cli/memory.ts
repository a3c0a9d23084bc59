import { join } from 'node:path';
import type { MemoryRecord } from '../agent/memory/memory-record.ts';
import { FileMemory } from '../agent/memory/memory-store.ts';
import { type MergedMemories, mergeMemories } from '../agent/memory/merge-memories.ts';
import { findStateFolder } from '../workspace/state/state-folder.ts';
import { withTreeLock } from '../workspace/state/tree-lock.ts';
import { jsonText } from './output/json-text.ts';
import { oneLine } from './output/terminal-text.ts';

export interface MemoryOptions {
  /** The folder that holds `.rustward/memory`. */
  readonly folder: string;
  /** Whether a merge is only printed. */
  readonly dryRun: boolean;
  readonly asJson: boolean;
}

/**
 * All records of a project's memory, the oldest first.
 * @throws UsageError when something else is in the place of the memory
 */
export function listMemory({ folder, asJson }: MemoryOptions): string {
  const memory = openMemory(folder);
  const records = memory?.all() ?? [];
  if (asJson) return jsonText(records);
  if (records.length === 0)
    return `Nothing is remembered below ${oneLine(folder)}\n${skipped(memory)}`;
  return records.map(listed).join('') + skipped(memory);
}

/**
 * Merges records that say the same, and tells what was, or would be, merged.
 * @throws UsageError when the memory cannot be read or written, or a review is at work on it
 */
export async function mergeMemory({ folder, dryRun, asJson }: MemoryOptions): Promise<string> {
  const merge = (): string => {
    const memory = openMemory(folder);
    const before = memory?.all() ?? [];
    const plan = mergeMemories(before);
    const changes = plan.merged.length > 0;
    if (changes && !dryRun) memory?.replace(plan.records);
    return asJson ? jsonText(asData(before, plan)) : asText(before, plan, dryRun) + skipped(memory);
  };
  if (dryRun || openMemory(folder) === undefined) return merge();
  // A review that is at work would write what it has in mind over what was merged.
  return await withTreeLock(folder, async () => merge());
}

function openMemory(folder: string): FileMemory | undefined {
  const place = findStateFolder(folder, 'memory');
  return place === undefined ? undefined : new FileMemory(join(place, 'records.jsonl'));
}

interface Group {
  readonly into: MemoryRecord | undefined;
  readonly from: readonly MemoryRecord[];
}

function asData(before: readonly MemoryRecord[], { records, merged }: MergedMemories): Group[] {
  const byId = new Map(before.map((record) => [record.id, record]));
  return merged.map(({ from, into }) => ({
    into: records.find(({ id }) => id === into),
    from: from.flatMap((id) => byId.get(id) ?? []),
  }));
}

function asText(before: readonly MemoryRecord[], plan: MergedMemories, dryRun: boolean): string {
  if (plan.merged.length === 0) return 'No two records say the same.\n';
  const would = dryRun ? 'would become' : 'became';
  const groups = asData(before, plan).map(({ from, into }) => {
    const old = from.map((record) => `- ${listed(record)}`).join('');
    return `${old}+ ${into === undefined ? '' : listed(into)}\n`;
  });
  return `${groups.join('')}${before.length} records ${would} ${plan.records.length}.\n`;
}

/** A record comes from a repository: it is printed on one line, and spells out what cannot be seen. */
function listed({ id, type, created_at, tags, content }: MemoryRecord): string {
  const names = tags.length === 0 ? '' : ` [${tags.join(', ')}]`;
  return `${oneLine(`${id}  ${created_at.slice(0, 10)}  ${type}${names}: ${content}`)}\n`;
}

function skipped(memory: FileMemory | undefined): string {
  const count = memory?.skipped ?? 0;
  return count === 0 ? '' : `Lines that are no record, and that a merge leaves out: ${count}.\n`;
}
