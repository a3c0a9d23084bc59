import { lstatSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readPlainFile } from '../../equivalence/harness/plain-files.ts';

/** How a compiler was called. */
export interface CompilerCall {
  /** The folder it was called in, as the build saw it. */
  readonly folder: string;
  /** The compiler's name first. */
  readonly words: readonly string[];
}

/** Builds of millions of lines have some thousand. */
const MAX_CALLS = 50_000;
const MAX_BYTES = 1024 * 1024;

/**
 * The calls that a build has left, in the order of time.
 * @param folder one that programs of a repository have written to
 */
export function recordedCalls(folder: string): CompilerCall[] {
  const notes = readdirSync(folder)
    .slice(0, MAX_CALLS)
    .flatMap((name) => {
      const entry = lstatSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
      if (entry?.isFile() !== true || entry.size > MAX_BYTES) return [];
      return [{ name, at: entry.mtimeNs }];
    })
    .sort((left, right) => compare(left.at, right.at) || compare(left.name, right.name));
  return notes.flatMap(({ name }) => {
    const text = readPlainFile(join(folder, name))?.toString() ?? '';
    const [place, ...words] = text.split('\0').slice(0, -1);
    return place === undefined || !posix.isAbsolute(place) || words.length === 0
      ? []
      : [{ folder: place, words }];
  });
}

function compare<T extends bigint | string>(left: T, right: T): number {
  return left < right ? -1 : Number(left > right);
}
