import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { SUPPRESSION_FILE } from '../../security/selection/suppression-file.ts';

/** A folder with one of these is a project of its own; what runs leave in `.rustward` makes none. */
const PROJECT_MARKS = ['.git', SUPPRESSION_FILE, '.github/rustward.yml'];

/** The project that a folder is, or lies in: the nearest one. */
export function projectOf(folder: string): string | undefined {
  // Who keeps settings of programs in a repository has no project of all that is there.
  if (folder === homedir() || folder === dirname(folder)) return undefined;
  return isProject(folder) ? folder : projectOf(dirname(folder));
}

/** Whether a folder is a project of its own. */
export function isProject(folder: string): boolean {
  return PROJECT_MARKS.some((mark) => existsSync(join(folder, mark)));
}
