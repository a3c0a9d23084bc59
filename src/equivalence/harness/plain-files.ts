import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/*
 * Files in folders that programs of a repository may write to. What stands there may be a link to
 * any place of this machine, a pipe that never ends, or a folder: nothing of that is followed.
 */

/** Whether a path is a file, rather than a link to one. */
export function isPlainFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** What a file says; undefined where there is none, or something else stands in its place. */
export function readPlainFile(path: string): Buffer | undefined {
  if (!isPlainFile(path)) return undefined;
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return fstatSync(file).isFile() ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

/** Makes a file anew, whatever stood in its place. */
export function writeNewFile(path: string, content: string | Uint8Array): void {
  rmSync(path, { recursive: true, force: true });
  writeFileSync(path, content, { flag: 'wx' });
}

/** Removes what a folder holds that an earlier run left: it says nothing to the next. */
export function emptyFolder(folder: string, isLeft: (name: string) => boolean): void {
  for (const name of readdirSync(folder)) {
    if (isLeft(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
