import { DatabaseSync } from 'node:sqlite';
import { IncompleteError, messageOf } from '../../errors.ts';

/** A lock that is held until it is released, or until this process ends, however that ends. */
export interface FileLock {
  release(): void;
}

/**
 * Takes the lock of a file, or gives undefined while it is held elsewhere, in this process or
 * another. The lock is the kernel's, on a file that SQLite opens, so there is no stale lock to find
 * out about.
 * @throws IncompleteError when the file cannot be made or opened
 */
export function tryFileLock(file: string): FileLock | undefined {
  const database = openDatabase(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (thrown) {
    database.close();
    if (/database is locked/.test(messageOf(thrown))) return undefined;
    throw thrown;
  }
}

function openDatabase(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (thrown) {
    throw new IncompleteError(`cannot lock ${file}: ${messageOf(thrown)}`, { cause: thrown });
  }
}
