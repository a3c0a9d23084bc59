import { relative, resolve } from 'node:path';
import { DATABASE_FILES } from '../../../code/compile-commands/compile-database.ts';
import type { FileDifference } from '../../../workspace/git/diff-ranges.ts';
import type { BuildOptions } from './build-options.ts';
import { hasNoDatabase, NO_BUILD_OPTIONS, NO_DATABASE } from './build-options.ts';

/**
 * What is said of the build, without the lists of commands where a change touches one: a stranger could leave
 * code out of what is examined by a list that does not compile it.
 * @returns undefined where the change leaves them alone
 */
export function withoutChangedList(
  root: string,
  differences: readonly FileDifference[],
  build: BuildOptions = NO_BUILD_OPTIONS,
): BuildOptions | undefined {
  const { compileCommands: named } = build;
  if (hasNoDatabase(build)) return undefined;
  const lists = named?.map((list) => relative(root, resolve(root, list))) ?? DATABASE_FILES;
  const isTouched = differences.some(
    ({ path = '', oldPath = '' }) => lists.includes(path) || lists.includes(oldPath),
  );
  return isTouched ? { ...build, compileCommands: [NO_DATABASE] } : undefined;
}
