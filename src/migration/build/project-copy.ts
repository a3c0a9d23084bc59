import { closeSync, cpSync, lstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { NOT_COPIED_FOLDERS } from '../../equivalence/harness/workspace.ts';

/**
 * Copies a project to build it: without what git keeps, links, and what was built before, since all of
 * that is to be built anew.
 * @param to a folder that is not there yet
 */
export function copyProject(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => {
      const entry = lstatSync(path);
      if (entry.isDirectory()) return !NOT_COPIED_FOLDERS.has(basename(path));
      return entry.isFile() && !isBuildOutput(path);
    },
  });
}

/** Object files, programs and archives, by how they begin. */
function isBuildOutput(path: string): boolean {
  const start = Buffer.alloc(8);
  const file = openSync(path, 'r');
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return start.toString('latin1') === '!<arch>\n' || start.toString('latin1', 0, 4) === '\x7fELF';
}
