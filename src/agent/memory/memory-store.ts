import type { MemoryRecord } from './memory-record.ts';

/** The memory of one repository, of one run, or of several of them. */
export interface MemoryStore {
  /** In the order in which they were made. */
  all(): readonly MemoryRecord[];
  /** Adds a record, or does nothing for one that is there. */
  add(record: MemoryRecord): void;
}

/** Forgets when the run ends. */
export class RunMemory implements MemoryStore {
  private records: readonly MemoryRecord[] = [];

  all(): readonly MemoryRecord[] {
    return this.records;
  }

  add(record: MemoryRecord): void {
    if (!this.records.some(({ id }) => id === record.id)) this.records = [...this.records, record];
  }
}

/** Several memories as one: who looks for something finds what is in any of them. */
export class LayeredMemory implements MemoryStore {
  private readonly kept: readonly MemoryStore[];
  private readonly others: readonly MemoryStore[];

  /**
   * @param kept each receives what is added
   * @param others are looked up only
   */
  constructor(kept: readonly MemoryStore[], others: readonly MemoryStore[]) {
    this.kept = kept;
    this.others = others;
  }

  all(): readonly MemoryRecord[] {
    const records = [...this.others, ...this.kept].flatMap((store) => store.all());
    return [...new Map(records.map((record) => [record.id, record])).values()];
  }

  add(record: MemoryRecord): void {
    for (const store of this.kept) store.add(record);
  }
}
