import type { MemoryRecord } from './memory-record.ts';

/** The memory of one repository, of one run, or of several of them. */
export interface MemoryStore {
  /** In the order in which they were made. */
  all(): readonly MemoryRecord[];
  /** Those that count without being asked for: not what may have come with a repository. */
  own(): readonly MemoryRecord[];
  /** Adds a record, or does nothing for one that is there. */
  add(record: MemoryRecord): void;
}

/** Forgets when the run ends. */
export class RunMemory implements MemoryStore {
  private records: readonly MemoryRecord[] = [];

  all(): readonly MemoryRecord[] {
    return this.records;
  }

  own(): readonly MemoryRecord[] {
    return this.records;
  }

  add(record: MemoryRecord): void {
    if (!this.records.some(({ id }) => id === record.id)) this.records = [...this.records, record];
  }
}

/**
 * Several memories as one. Who asks for something finds what is in all of them; what is recalled without being
 * asked for comes of those that are trusted with that.
 */
export class LayeredMemory implements MemoryStore {
  private readonly kept: readonly MemoryStore[];
  private readonly recalled: readonly MemoryStore[];
  private readonly others: readonly MemoryStore[];

  /**
   * @param kept each receives what is added
   * @param recalled count without being asked for
   * @param others are looked up only
   */
  constructor(
    kept: readonly MemoryStore[],
    recalled: readonly MemoryStore[],
    others: readonly MemoryStore[] = [],
  ) {
    this.kept = kept;
    this.recalled = recalled;
    this.others = others;
  }

  all(): readonly MemoryRecord[] {
    const stores = new Set([...this.recalled, ...this.kept, ...this.others]);
    return onceEach([...stores].flatMap((store) => store.all()));
  }

  own(): readonly MemoryRecord[] {
    return onceEach(this.recalled.flatMap((store) => store.own()));
  }

  add(record: MemoryRecord): void {
    for (const store of this.kept) store.add(record);
  }
}

function onceEach(records: readonly MemoryRecord[]): MemoryRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
