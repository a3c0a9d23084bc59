import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { errorCode, systemReason } from './error-code.ts';
import { makeFolders } from './make-folders.ts';

/**
 * Replaces a file whole: written beside its place, flushed, then renamed, so that
 * a reader sees the old text or the new one and a failure leaves nothing behind.
 * A link at the place is replaced, not followed.
 * @param mode what the file may be used for, as far as the user's mask allows it
 * @throws UsageError naming the path when it cannot be written.
 */
export function writeFileAtomically(path: string, text: string | Uint8Array, mode = 0o644): void {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const descriptor = openSync(draft, 'wx', mode);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, path);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw unwritable(path, thrown);
  }
}

/**
 * Writes a file that a person named, and makes the folders on the way to it. A link is followed, since they
 * made it; what is no regular file, such as a device or a pipe, is written to rather than replaced.
 * @throws UsageError naming the path when it cannot be written.
 */
export function writeNamedFile(path: string, text: string): void {
  const target = realTarget(path);
  const entry = statSync(target, { throwIfNoEntry: false });
  try {
    if (entry === undefined) makeFolders(dirname(target));
    if (entry === undefined || entry.isFile()) writeFileAtomically(target, text);
    else writeFileSync(target, text);
  } catch (thrown) {
    throw thrown instanceof UsageError ? thrown : unwritable(path, thrown);
  }
}

/**
 * Finds out early whether a file that a person named can be written, before the
 * work whose result is to go there. Nothing is left behind: a folder that is missing is made only when
 * there is something to write.
 * @throws UsageError naming the path when it cannot.
 */
export function checkWritable(path: string): void {
  const target = realTarget(path);
  try {
    const entry = statSync(target, { throwIfNoEntry: false });
    if (entry?.isDirectory()) throw new UsageError(`cannot write ${path}: it is a folder`);
    if (entry !== undefined && !entry.isFile()) return;
    const name = `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`;
    const draft = join(nearestThere(dirname(target)), name);
    closeSync(openSync(draft, 'wx', 0o644));
    rmSync(draft, { force: true });
  } catch (thrown) {
    throw thrown instanceof UsageError ? thrown : unwritable(path, thrown);
  }
}

/** A folder, or what is there of the way to it. A link that leads nowhere is there, and takes nothing. */
function nearestThere(folder: string): string {
  const above = dirname(folder);
  const isThere = lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
  return isThere || above === folder ? folder : nearestThere(above);
}

function realTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function unwritable(path: string, thrown: unknown): UsageError {
  const code = errorCode(thrown);
  // A folder such as those of /proc is there, and takes no file.
  const isThere = code === 'ENOENT' && existsSync(dirname(path));
  const reason = isThere ? 'its folder takes no new file' : code && REASONS[code];
  return new UsageError(`cannot write ${path}: ${reason ?? systemReason(thrown)}`);
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist and cannot be made',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  EROFS: 'the file system is read-only',
};
