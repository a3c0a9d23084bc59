import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../src/errors.ts';

/**
 * The folder with the git objects of a repository in a folder of mirrors, where that of OWNER/NAME is
 * called OWNER+NAME. It is a git folder, has one in it, or is or has a work tree.
 * @throws UsageError when there is none
 */
export function objectsFolder(mirrors: string, repo: string): string {
  const home = join(mirrors, repo.replace('/', '+'));
  const entries = existsSync(home) ? readdirSync(home) : [];
  const folders = [home, ...entries.map((name) => join(home, name))];
  const found = folders
    .flatMap((folder) => [folder, join(folder, '.git')])
    .find((folder) => existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects')));
  if (found === undefined) throw new UsageError(`there is no git folder of ${repo} in ${home}`);
  return realpathSync(join(found, 'objects'));
}
