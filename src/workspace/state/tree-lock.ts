import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../errors.ts';
import { type FileLock, tryFileLock } from '../files/file-lock.ts';
import { openStateFolder } from './state-folder.ts';

const RETRY_INTERVAL = 50;

export interface LockOptions {
  /** How long to wait for the run that holds the lock; not at all when missing. */
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal;
}

/**
 * Calls `use` while no other run, of this process or another, holds the lock of the same tree.
 * @throws UsageError when the lock is held for longer than the wait; the signal's reason when it
 *   was aborted.
 */
export async function withTreeLock<Result>(
  tree: string,
  use: () => Promise<Result>,
  { waitSeconds = 0, signal }: LockOptions = {},
): Promise<Result> {
  const file = join(openStateFolder(tree), 'lock');
  const deadline = performance.now() + waitSeconds * 1000;
  let lock: FileLock | undefined;
  for (;;) {
    lock = tryFileLock(file);
    if (lock !== undefined) break;
    signal?.throwIfAborted();
    if (performance.now() >= deadline) {
      throw new UsageError(`another run of Rustward is at work on ${tree}: wait until it ends`);
    }
    await sleep(RETRY_INTERVAL, undefined, signal === undefined ? {} : { signal });
  }
  try {
    return await use();
  } finally {
    lock.release();
  }
}
