import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from '../files/make-folders.ts';
import { evictStale, touchEntry } from './cache-eviction.ts';

const DIGEST_BYTES = 32;

/** The part of a store with what models concluded: who empties the store may want to keep what was paid for. */
export const VERDICTS = 'verdicts';

/**
 * Bytes by key in a folder of the user's own: what can always be worked out again.
 * Entries are written whole or not at all, several runs may share the folder, and
 * whatever goes wrong with it is the same as not having the entry.
 */
export class ContentStore {
  private readonly folder: string;
  private readonly now: number;
  private isWritable = true;

  /** `now`: the time in milliseconds, by which old entries are thrown away. */
  constructor(folder: string, now: number) {
    this.folder = folder;
    this.now = now;
  }

  /** The bytes of a key, undefined where there are none or they are damaged. */
  get(key: string): Buffer | undefined {
    const path = this.pathOf(key);
    let entry: Buffer;
    try {
      entry = readFileSync(path);
      touchEntry(path, this.now);
    } catch {
      return undefined;
    }
    const bytes = entry.subarray(DIGEST_BYTES);
    return entry.subarray(0, DIGEST_BYTES).equals(digestOf(bytes)) ? bytes : undefined;
  }

  /** Keeps the bytes of a key. */
  put(key: string, bytes: Uint8Array): void {
    if (!this.isWritable) return;
    const path = this.pathOf(key);
    const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      makeFolders(dirname(path), 0o700);
    } catch {
      this.isWritable = false;
      return;
    }
    try {
      // Not flushed: a torn entry shows in its digest.
      writeFileSync(draft, Buffer.concat([digestOf(bytes), bytes]), { flag: 'wx', mode: 0o600 });
      renameSync(draft, path);
    } catch {
      rmSync(draft, { force: true });
      this.isWritable = false;
    }
  }

  /** A store of its own in a folder of this one. */
  part(name: string): ContentStore {
    return new ContentStore(join(this.folder, name), this.now);
  }

  /** Removes entries that were not read for a month; does nothing if that was done today. */
  evict(): void {
    evictStale(this.folder, this.now);
  }

  private pathOf(key: string): string {
    const name = createHash('sha256').update(key).digest('hex');
    return join(this.folder, name.slice(0, 2), name.slice(2));
  }
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
