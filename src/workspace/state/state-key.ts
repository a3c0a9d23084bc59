import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../files/make-folders.ts';
import type { ProcessEnvironment } from '../process/process-environment.ts';
import { dataFolder } from './data-folder.ts';

const BYTES = 32;

/**
 * The key that this user's runs seal their state with. A state folder may have come with the
 * repository, and its author does not have the key. Made on first use, below
 * `$XDG_DATA_HOME/rustward`; where it can be neither read nor made, the key lasts for this run only.
 */
export function stateKey(env: ProcessEnvironment): Buffer {
  const folder = dataFolder(env);
  const path = join(folder, 'state-key');
  const fresh = randomBytes(BYTES);
  const draft = `${path}.${fresh.subarray(0, 6).toString('hex')}.tmp`;
  try {
    makeFolders(folder, 0o700);
    writeFileSync(draft, fresh, { flag: 'wx', mode: 0o600 });
    // A link fails where another run was first, and never shows a key that is half written.
    linkSync(draft, path);
  } catch {
    // Another run was first, or the folder cannot be written: the file that is there counts.
  }
  try {
    rmSync(draft, { force: true });
  } catch {
    // Where something else is in the way there is no draft either.
  }
  try {
    const key = readFileSync(path);
    return key.length === BYTES ? key : fresh;
  } catch {
    return fresh;
  }
}
