import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, UsageError } from '../errors.ts';
import { openStateFolder } from './state-folder.ts';

const RETRY_INTERVAL = 50;

export interface LockOptions {
  /** How long to wait for whoever has it; not at all when missing. */
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal;
}

/**
 * Calls `use` while no other run, of this process or another, holds the lock of the same tree. The
 * lock is the kernel's, on a file that SQLite opens: it ends with the process that holds it,
 * however that ends, so there is no stale lock to find out about.
 * @throws UsageError when the lock is held for longer than the wait; the signal's reason when it
 *   was aborted.
 */
export async function withTreeLock<Result>(
  tree: string,
  use: () => Promise<Result>,
  { waitSeconds = 0, signal }: LockOptions = {},
): Promise<Result> {
  const database = new DatabaseSync(join(openStateFolder(tree), 'lock'), { timeout: 0 });
  try {
    const deadline = performance.now() + waitSeconds * 1000;
    while (!tryLock(database)) {
      signal?.throwIfAborted();
      if (performance.now() >= deadline) {
        throw new UsageError(`another run of Rustward is at work on ${tree}: wait until it ends`);
      }
      await sleep(RETRY_INTERVAL, undefined, signal === undefined ? {} : { signal });
    }
    return await use();
  } finally {
    database.close();
  }
}

/** False while somebody else holds it. */
function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (thrown) {
    if (/database is locked/.test(messageOf(thrown))) return false;
    throw thrown;
  }
}
