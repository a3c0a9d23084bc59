import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/**
 * Makes a folder and those above it that are missing. Node's own recursive way tries for ever where a system has the
 * folder above and lets nothing be made in it, as `/proc`.
 * @throws what the system says where the folder cannot be made
 */
export function makeFolders(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, { mode });
  } catch (thrown) {
    if (isFolder(folder)) return;
    const above = dirname(folder);
    if (errorCode(thrown) !== 'ENOENT' || above === folder || isFolder(above)) throw thrown;
    makeFolders(above, mode);
    makeLast(folder, mode);
  }
}

/** Makes a folder in one that is there; another run may be first. */
function makeLast(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (thrown) {
    if (!isFolder(folder)) throw thrown;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
