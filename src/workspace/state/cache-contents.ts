import { type Dirent, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { errorCode, systemReason } from '../files/error-code.ts';
import { isEntryName, isEntryPrefix, STAMP_FILE } from './cache-eviction.ts';

/** How much is kept. */
export interface CacheSize {
  readonly entries: number;
  readonly bytes: number;
}

/** What entries of a kind look like, and what else may be in their folder. */
export interface CacheForm {
  /** Whether they are files of JSON: two kinds may share a folder. */
  readonly isJson: boolean;
  /** Names of folders that hold something else. */
  readonly parts: readonly string[];
}

const NOTHING: CacheSize = { entries: 0, bytes: 0 };

/**
 * What is kept in a folder whose entries are named by hashes; nothing where the folder is not there.
 * @throws UsageError for a folder that holds what Rustward does not leave there
 */
export function cacheSize(folder: string, form: CacheForm): CacheSize {
  return entriesIn(folder, form).reduce(
    (sum, { bytes }) => ({ entries: sum.entries + 1, bytes: sum.bytes + bytes }),
    NOTHING,
  );
}

/**
 * Removes all entries of a folder, and the folders that are empty then. Files are removed one by one, by names that only Rustward
 * gives, and links are left alone, so that nothing else is lost whatever the folder is.
 * @returns what was removed
 * @throws UsageError for a folder that holds what Rustward does not leave there: then nothing is removed
 */
export function clearCache(folder: string, form: CacheForm): CacheSize {
  const entries = entriesIn(folder, form);
  let removed = NOTHING;
  for (const { path, bytes } of entries) {
    rmSync(path, { force: true });
    removed = { entries: removed.entries + 1, bytes: removed.bytes + bytes };
  }
  for (const { name } of listed(folder).filter(isPrefixFolder)) {
    try {
      rmdirSync(join(folder, name));
    } catch (thrown) {
      // Another run has put something there, or removed it first.
      if (errorCode(thrown) === undefined) throw thrown;
    }
  }
  return removed;
}

interface Entry {
  readonly path: string;
  readonly bytes: number;
}

function entriesIn(folder: string, { isJson, parts }: CacheForm): Entry[] {
  const top = listed(folder);
  const foreign = top.find(
    (entry) =>
      !(isPrefixFolder(entry) || (entry.isFile() && entry.name === STAMP_FILE)) &&
      !(entry.isDirectory() && parts.includes(entry.name)),
  );
  if (foreign !== undefined) {
    throw new UsageError(
      `${folder} is no cache of Rustward: ${JSON.stringify(foreign.name)} in it is none of its own; nothing is touched`,
    );
  }
  return top.filter(isPrefixFolder).flatMap(({ name }) =>
    listed(join(folder, name))
      .filter((entry) => entry.isFile() && isEntryName(entry.name))
      .filter((entry) => entry.name.includes('.json') === isJson)
      .flatMap((entry) => {
        const path = join(folder, name, entry.name);
        // Another run may have removed it.
        const bytes = lstatSync(path, { throwIfNoEntry: false })?.size;
        return bytes === undefined ? [] : [{ path, bytes }];
      }),
  );
}

function isPrefixFolder(entry: Dirent): boolean {
  return entry.isDirectory() && isEntryPrefix(entry.name);
}

function listed(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return [];
    if (errorCode(thrown) === 'ENOTDIR') throw new UsageError(`${folder} is no folder`);
    throw new UsageError(`cannot list ${folder}: ${systemReason(thrown)}`);
  }
}
