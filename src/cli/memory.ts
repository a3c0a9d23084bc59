import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FileMemory } from '../agent/memory/file-memory.ts';
import {
  type MemoryDraft,
  type MemoryRecord,
  memoryDraftSchema,
  memoryRecord,
  memoryRecordSchema,
} from '../agent/memory/memory-record.ts';
import { type MergedMemories, mergeMemories } from '../agent/memory/merge-memories.ts';
import { UsageError } from '../errors.ts';
import { formatZodError } from '../format-zod-error.ts';
import { count } from '../security/report/count.ts';
import { systemReason } from '../workspace/files/error-code.ts';
import { parseJsonLine } from '../workspace/files/parse-json-line.ts';
import { readNamedText } from '../workspace/files/read-named.ts';
import { findStateFolder, openStateFolder } from '../workspace/state/state-folder.ts';
import { withTreeLock } from '../workspace/state/tree-lock.ts';
import type { MemoryPlace } from './options/memory-place.ts';
import { jsonText } from './output/json-text.ts';
import { oneLine } from './output/terminal-text.ts';

export interface MemoryOptions extends MemoryPlace {
  /** Whether a merge is only printed. */
  readonly dryRun: boolean;
  readonly asJson: boolean;
}

/**
 * All records of a project's memory, the oldest first.
 * @throws UsageError when something else is in the place of the memory
 */
export function listMemory({ asJson, ...place }: MemoryOptions): string {
  const { folder } = place;
  const memory = openMemory(place);
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
export async function mergeMemory({ dryRun, asJson, ...place }: MemoryOptions): Promise<string> {
  const { folder } = place;
  const merge = (): string => {
    const memory = openMemory(place);
    const before = memory?.all() ?? [];
    const plan = mergeMemories(before);
    const changes = plan.merged.length > 0;
    if (changes && !dryRun) memory?.replace(plan.records);
    return asJson ? jsonText(asData(before, plan)) : asText(before, plan, dryRun) + skipped(memory);
  };
  if (dryRun || openMemory(place) === undefined) return merge();
  // A review that is at work would write what it has in mind over what was merged.
  return await withTreeLock(folder, async () => merge());
}

/**
 * Takes records out of a project's memory, all of them or none.
 * @throws UsageError for an id that no record has; when a review is at work
 */
export async function forgetMemory(place: MemoryPlace, ids: readonly string[]): Promise<string> {
  const { folder } = place;
  if (openMemory(place) === undefined) throw unknownId(ids[0] ?? '', folder);
  const forget = (): string => {
    const memory = openMemory(place);
    const records = memory?.all() ?? [];
    const gone = ids.map((wanted) => {
      const found = records.find(({ id }) => id === wanted);
      if (found === undefined) throw unknownId(wanted, folder);
      return found;
    });
    memory?.replace(records.filter((record) => !gone.includes(record)));
    return gone.map((record) => `- ${listed(record)}`).join('');
  };
  return await withTreeLock(folder, async () => forget());
}

function unknownId(id: string, folder: string): UsageError {
  return new UsageError(
    `no record below ${oneLine(folder)} has the id ${oneLine(id)}; run: rustward memory list`,
  );
}

/** The records of a project's memory as they are kept, one a line, as `memory import` takes them. */
export function exportMemory(place: MemoryPlace): string {
  return (openMemory(place)?.all() ?? []).map((record) => `${JSON.stringify(record)}\n`).join('');
}

/**
 * Adds the records of an exported file to a memory; what is there already stays as it is. Who imports them vouches
 * for them: they count as this user's own.
 * @throws UsageError for a file that cannot be read, or that has a line which is no record: then nothing is added
 */
export async function importMemory(place: MemoryPlace, file: string): Promise<string> {
  const records = recordsOf(file);
  const add = (): string => {
    const memory = makeMemory(place);
    const before = memory.all();
    const known = new Set(before.map(({ id }) => id));
    const fresh = [...new Map(records.map((record) => [record.id, record])).values()].filter(
      ({ id }) => !known.has(id),
    );
    const ids = records.map(({ id }) => id);
    if (records.length > 0) memory.replace([...before, ...fresh], ids);
    const same = records.length - fresh.length;
    return `${count(fresh.length, 'record')} added, ${same} ${same === 1 ? 'was' : 'were'} there already.\n`;
  };
  return await withMadeLock(place, add);
}

/**
 * Adds what a person notes.
 * @throws UsageError for a text that is too long, or a memory that cannot be written
 */
export async function addToMemory(place: MemoryPlace, draft: MemoryDraft): Promise<string> {
  const parsed = memoryDraftSchema.safeParse(draft);
  if (!parsed.success)
    throw new UsageError(`no record of a memory: ${formatZodError(parsed.error)}`);
  const add = (): string => {
    const record = memoryRecord(parsed.data, new Date());
    makeMemory(place).add(record);
    return `+ ${listed(record)}`;
  };
  return await withMadeLock(place, add);
}

/** A folder of the user's own is made; that of a project is there. */
async function withMadeLock({ folder, key }: MemoryPlace, use: () => string): Promise<string> {
  if (key === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return await withTreeLock(folder, async () => use());
}

const MAX_BYTES = 64 * 1024 * 1024;

function recordsOf(file: string): MemoryRecord[] {
  let text: string;
  try {
    text = readNamedText(file, MAX_BYTES);
  } catch (thrown) {
    throw new UsageError(`cannot read ${oneLine(file)}: ${systemReason(thrown)}`);
  }
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const record = parseJsonLine(line, memoryRecordSchema);
    // An id that is not that of the content would hide a record of this project.
    if (record === undefined || idOf(record) !== record.id) {
      throw new UsageError(
        `${oneLine(file)}:${at + 1} is no record of a memory; nothing was added. rustward memory export writes such files`,
      );
    }
    return [record];
  });
}

function idOf({ type, tags, content, about }: MemoryRecord): string {
  return memoryRecord({ type, tags, content }, new Date(0), { about }).id;
}

function openMemory({ folder, key }: MemoryPlace): FileMemory | undefined {
  const found = findStateFolder(folder, 'memory');
  return found === undefined ? undefined : new FileMemory(join(found, 'records.jsonl'), { key });
}

function makeMemory({ folder, key }: MemoryPlace): FileMemory {
  return new FileMemory(join(openStateFolder(folder, 'memory'), 'records.jsonl'), { key });
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
  return `${groups.join('')}${count(before.length, 'record')} ${would} ${plan.records.length}.\n`;
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
