import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { UsageError } from '../../errors.ts';
import { errorCode, systemReason } from './error-code.ts';

/** A file that only its owner can read, and whose place is held before there is anything to write. */
export interface PrivateFile {
  /** @throws UsageError that says where the text is, when it cannot have its name */
  write(text: string): void;
  /** Leaves nothing behind where nothing was written. */
  discard(): void;
}

/**
 * Finds out early whether a file can be written that nothing must get lost of. Its draft lies beside it.
 * @param replaces whether it may take the place of another one
 * @throws UsageError naming the path when it cannot
 */
export function openPrivateFile(path: string, replaces: boolean): PrivateFile {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  let descriptor: number;
  try {
    descriptor = openSync(draft, 'wx', 0o600);
  } catch (thrown) {
    throw new UsageError(`cannot write ${path}: ${systemReason(thrown)}`);
  }
  let isWritten = false;
  const discard = () => {
    if (isWritten) return;
    closeSync(descriptor);
    rmSync(draft, { force: true });
  };
  return {
    write(text) {
      try {
        writeFileSync(descriptor, text);
        fsyncSync(descriptor);
      } catch (thrown) {
        throw new UsageError(`cannot write ${path}: ${systemReason(thrown)}`);
      }
      closeSync(descriptor);
      isWritten = true;
      try {
        if (replaces) renameSync(draft, path);
        else {
          // Unlike a rename, this takes the place of nothing.
          linkSync(draft, path);
          rmSync(draft);
        }
      } catch (thrown) {
        const reason = errorCode(thrown) === 'EEXIST' ? 'it exists' : systemReason(thrown);
        throw new UsageError(`cannot write ${path}: ${reason}; what it was to hold is in ${draft}`);
      }
    },
    discard,
  };
}
