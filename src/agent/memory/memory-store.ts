import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../errors.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { parseJsonLine } from '../../workspace/files/parse-json-line.ts';
import { type MemoryRecord, memoryRecordSchema } from './memory-record.ts';

/** The memory of one repository, or of one run. */
export interface MemoryStore {
  /** In the order in which they were made. */
  all(): readonly MemoryRecord[];
  /** Adds a record, or does nothing for one that is there. */
  add(record: MemoryRecord): void;
  replace(records: readonly MemoryRecord[]): void;
}

/** Forgets when the run ends. */
export class RunMemory implements MemoryStore {
  private records: readonly MemoryRecord[] = [];

  all(): readonly MemoryRecord[] {
    return this.records;
  }

  add(record: MemoryRecord): void {
    this.records = withRecord(this.records, record);
  }

  replace(records: readonly MemoryRecord[]): void {
    this.records = records;
  }
}

/** A longer file is no memory of ours. */
const MAX_BYTES = 20_000_000;

/**
 * A file with one record a line: of a repository (`.rustward/memory/records.jsonl`), or in the
 * user's own data folder. It may have come with the repository, so lines that are no record are
 * skipped, and a link in its place is not followed.
 */
export class FileMemory implements MemoryStore {
  private readonly path: string;
  private records: readonly MemoryRecord[];
  /** How many lines were no record. */
  readonly skipped: number;

  /** @throws UsageError when something other than a file is at the path */
  constructor(path: string) {
    this.path = path;
    const lines = loadLines(path);
    this.records = lines.flatMap((line) => parseJsonLine(line, memoryRecordSchema) ?? []);
    this.skipped = lines.length - this.records.length;
  }

  all(): readonly MemoryRecord[] {
    return this.records;
  }

  /** @throws UsageError when the file cannot be written */
  add(record: MemoryRecord): void {
    this.replace(withRecord(this.records, record));
  }

  /** @throws UsageError when the file cannot be written; then the old records stay */
  replace(records: readonly MemoryRecord[]): void {
    mkdirSync(dirname(this.path), { recursive: true });
    const lines = records.map((record) => `${JSON.stringify(record)}\n`);
    writeFileAtomically(this.path, lines.join(''));
    this.records = records;
  }
}

function withRecord(
  records: readonly MemoryRecord[],
  record: MemoryRecord,
): readonly MemoryRecord[] {
  return records.some(({ id }) => id === record.id) ? records : [...records, record];
}

function loadLines(path: string): string[] {
  for (const place of [dirname(path), path]) {
    if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new UsageError(`${place} is a link; the memory of a repository is not followed there`);
    }
  }
  if (!existsSync(path)) return [];
  const entry = lstatSync(path);
  if (!entry.isFile() || entry.size > MAX_BYTES) {
    throw new UsageError(`${path} is no file of memories; move it away`);
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
