import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { messageOf, UsageError } from '../../errors.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { parseJsonLine } from '../../workspace/files/parse-json-line.ts';
import { isSealOf, sealOf } from '../../workspace/state/seal.ts';
import { type MemoryRecord, memoryRecordSchema } from './memory-record.ts';
import type { MemoryStore } from './memory-store.ts';

/** A longer file is no memory of ours. */
const MAX_BYTES = 20_000_000;

/** What the seals of records are made over, besides the record. */
const SEALED_AS = 'memory';

/** How much is left of a memory that has reached its limit. */
const KEPT_SHARE = 0.75;

export interface FileMemoryOptions {
  /**
   * The key of this user, where a repository may have written the file: what this user's runs write is sealed,
   * and only that is their own. Without one the folder is the user's, and all in it counts.
   */
  readonly key?: Buffer | undefined;
  /** How many records it has at most: beyond them the oldest go. */
  readonly limit?: number | undefined;
}

const lineSchema = memoryRecordSchema.extend({ seal: z.string().optional() });

/**
 * A file with one record a line: of a repository (`.rustward/memory/records.jsonl`), or in a folder of the
 * user's own. It may have come with the repository, so lines that are no record are
 * skipped, and a link in its place is not followed. What is added goes to the end of the file, so that runs at
 * the same time lose nothing of each other.
 */
export class FileMemory implements MemoryStore {
  private readonly path: string;
  private readonly options: FileMemoryOptions;
  private records: readonly MemoryRecord[];
  private readonly ownIds: Set<string>;
  private endsInLine: boolean;
  /** How many lines were no record. */
  readonly skipped: number;

  /** @throws UsageError when something other than a file is at the path */
  constructor(path: string, options: FileMemoryOptions = {}) {
    this.path = path;
    this.options = options;
    const text = loadText(path);
    const lines = text.split('\n').filter((line) => line !== '');
    const parsed = lines.flatMap((line) => parseJsonLine(line, lineSchema) ?? []);
    const byId = new Map<string, MemoryRecord>();
    this.ownIds = new Set();
    for (const { seal, ...record } of parsed) {
      const isOwn = options.key === undefined || this.isSealed(record, seal);
      // What a repository says under the id of an own record does not count.
      if (byId.has(record.id) && (!isOwn || this.ownIds.has(record.id))) continue;
      byId.set(record.id, record);
      if (isOwn) this.ownIds.add(record.id);
    }
    this.records = [...byId.values()];
    this.skipped = lines.length - parsed.length;
    this.endsInLine = text === '' || text.endsWith('\n');
  }

  all(): readonly MemoryRecord[] {
    return this.records;
  }

  /** Those that count without being asked for: not what may have come with a repository. */
  own(): readonly MemoryRecord[] {
    return this.records.filter(({ id }) => this.ownIds.has(id));
  }

  /** @throws UsageError when the file cannot be written */
  add(record: MemoryRecord): void {
    if (this.ownIds.has(record.id)) return;
    const others = this.records.filter(({ id }) => id !== record.id);
    const { limit = Number.POSITIVE_INFINITY } = this.options;
    this.ownIds.add(record.id);
    if (others.length >= limit) {
      const left = Math.max(0, Math.floor(limit * KEPT_SHARE) - 1);
      this.replace([...others.slice(others.length - left), record]);
      return;
    }
    this.append(`${this.endsInLine ? '' : '\n'}${this.lineOf(record)}`);
    this.endsInLine = true;
    this.records = [...others, record];
  }

  /**
   * Writes the file anew: records that were this user's own stay so.
   * @param own ids of others that are from now on
   * @throws UsageError when the file cannot be written; then the old records stay
   */
  replace(records: readonly MemoryRecord[], own: readonly string[] = []): void {
    for (const id of own) this.ownIds.add(id);
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileAtomically(this.path, records.map((record) => this.lineOf(record)).join(''));
    this.records = records;
    this.endsInLine = true;
  }

  private append(text: string): void {
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      const file = openSync(this.path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o644);
      try {
        writeSync(file, text);
      } finally {
        closeSync(file);
      }
    } catch (thrown) {
      throw new UsageError(`cannot write ${this.path}: ${messageOf(thrown)}`);
    }
  }

  private lineOf(record: MemoryRecord): string {
    const { key } = this.options;
    const isSealed = key !== undefined && this.ownIds.has(record.id);
    // The schema settles the order of keys: a record that was read again has the same seal.
    const ordered = memoryRecordSchema.parse(record);
    const seal = isSealed ? { seal: sealOf(key, SEALED_AS, ordered) } : {};
    return `${JSON.stringify({ ...ordered, ...seal })}\n`;
  }

  private isSealed(record: MemoryRecord, seal: string | undefined): boolean {
    const { key } = this.options;
    return key !== undefined && seal !== undefined && isSealOf(seal, key, SEALED_AS, record);
  }
}

function loadText(path: string): string {
  for (const place of [dirname(path), path]) {
    if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new UsageError(`${place} is a link; the memory of a repository is not followed there`);
    }
  }
  if (!existsSync(path)) return '';
  const entry = lstatSync(path);
  if (!entry.isFile() || entry.size > MAX_BYTES) {
    throw new UsageError(`${path} is no file of memories; move it away`);
  }
  return readFileSync(path, 'utf8');
}
