import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { systemReason } from './error-code.ts';

/**
 * Makes a folder below another one that may be a stranger's, with those on the way to it. A link is
 * refused rather than followed: it could lead anywhere.
 * @param path relative, `/`-separated; `.` for the root itself
 * @returns the path of the folder
 * @throws UsageError for what leads upwards or into git, and where no folder can be made
 */
export function makeFolderBelow(root: string, path: string): string {
  let folder = root;
  for (const name of path.split('/').filter((part) => part !== '' && part !== '.')) {
    if (name === '..' || name.toLowerCase() === '.git' || name.includes('\0')) {
      throw new UsageError(`cannot write to ${JSON.stringify(path)}: it leads out of the project`);
    }
    folder = join(folder, name);
    try {
      const entry = lstatSync(folder, { throwIfNoEntry: false });
      if (entry?.isDirectory()) continue;
      if (entry !== undefined)
        throw new UsageError(`cannot write to ${folder}: it is not a folder`);
      mkdirSync(folder);
    } catch (thrown) {
      if (thrown instanceof UsageError) throw thrown;
      throw new UsageError(`cannot make the folder ${folder}: ${systemReason(thrown)}`);
    }
  }
  return folder;
}
