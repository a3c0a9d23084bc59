import { lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import { UsageError } from '../../src/errors.ts';
import { leadsOutside } from '../../src/leads-outside.ts';

/**
 * The lines of a `.gitignore` that leave out everything but one path. The root stays the root of the
 * repository, so that reports name each file as the repository does.
 * @param path relative to the root
 * @throws UsageError when there is nothing at the path, or it leads out of the root
 */
export function onlyPath(root: string, path: string): readonly string[] {
  const inside = posix.normalize(path).replace(/\/+$/, '');
  if (inside === '.' || inside === '') return [];
  if (leadsOutside(inside)) {
    throw new UsageError(`the input path is ${JSON.stringify(path)}: it must lie in the workspace`);
  }
  if (lstatSync(join(root, inside), { throwIfNoEntry: false }) === undefined) {
    throw new UsageError(
      `the input path is ${JSON.stringify(path)}: there is nothing of that name`,
    );
  }
  // A folder that is left out cannot be taken in again by what is below it, so level by level.
  const names = inside.split('/').map(escaped);
  return names.flatMap((name, depth) => {
    const above = names.slice(0, depth).join('/');
    return [`/${above === '' ? '' : `${above}/`}*`, `!/${above === '' ? '' : `${above}/`}${name}`];
  });
}

/** What stands for itself in a pattern. */
function escaped(name: string): string {
  return name.replaceAll(/[\\*?[\]!# ]/g, '\\$&');
}
