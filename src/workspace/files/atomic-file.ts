import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
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
 * Writes a file that a person named. A link is followed, since they made it; what
 * is no regular file, such as a device or a pipe, is written to rather than replaced.
 * @throws UsageError naming the path when it cannot be written.
 */
export function writeNamedFile(path: string, text: string): void {
  const target = realTarget(path);
  const entry = statSync(target, { throwIfNoEntry: false });
  try {
    if (entry === undefined || entry.isFile()) writeFileAtomically(target, text);
    else writeFileSync(target, text);
  } catch (thrown) {
    throw thrown instanceof UsageError ? thrown : unwritable(path, thrown);
  }
}

/**
 * Finds out early whether a file that a person named can be written, before the
 * work whose result is to go there.
 * @throws UsageError naming the path when it cannot.
 */
export function checkWritable(path: string): void {
  const target = realTarget(path);
  try {
    const entry = statSync(target, { throwIfNoEntry: false });
    if (entry?.isDirectory()) throw new UsageError(`cannot write ${path}: it is a folder`);
    if (entry !== undefined && !entry.isFile()) return;
    const draft = join(
      dirname(target),
      `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`,
    );
    closeSync(openSync(draft, 'wx', 0o644));
    rmSync(draft, { force: true });
  } catch (thrown) {
    throw thrown instanceof UsageError ? thrown : unwritable(path, thrown);
  }
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
  ENOENT: 'its folder does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  EROFS: 'the file system is read-only',
};
