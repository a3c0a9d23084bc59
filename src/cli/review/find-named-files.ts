import { dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../errors.ts';
import { isBelow } from '../../leads-outside.ts';
import {
  findSourceFiles,
  isSourcePath,
  SOURCE_EXTENSIONS,
  scanRootOf,
} from '../../workspace/files/source-files.ts';
import { copiesWithInput } from './file-copies.ts';
import type { NamedFiles } from './named-files.ts';
import { headersOf } from './named-headers.ts';
import { onlyThese } from './only-these.ts';
import { projectOf } from './project-of.ts';

/** What stands for the standard input among paths. */
export const STANDARD_INPUT = '-';

/** One of several paths. */
interface NamedPath {
  readonly given: string;
  /** Real, absolute. */
  readonly path: string;
  readonly isFolder: boolean;
}

/**
 * Makes one path of several, and of the standard input: the folder that holds them, with all others left
 * out. What lies in a project is found from the folder of the project on, so that names, ids and what is settled do not
 * depend on where one is, nor on how many are named. What comes by the standard input has no folder, so
 * that copies are examined there.
 * @param paths the current folder where there are none
 * @param inputName what the file of the standard input is called in the report
 * @param include folders with headers, which are a part of the tree as well, as far as they are below the current folder
 * @throws UsageError for empty names and for names that are none of sources, and for folders beside the standard input
 */
export function findNamedFiles(
  paths: readonly string[],
  inputName: string,
  include: readonly string[] = [],
): NamedFiles {
  const takesInput = paths.includes(STANDARD_INPUT);
  // A variable that is not set, and not the current folder.
  if (paths.includes('')) throw new UsageError('an empty name is no file and no folder');
  const here = process.cwd();
  const given = paths.length === 0 ? ['.'] : [...new Set(paths)];
  const named = given.filter((path) => path !== STANDARD_INPUT).map(realPath);
  const anchor = anchorOf(named, takesInput, here, include);
  const root = projectOf(anchor) ?? anchor;
  const names = outermost(named).map(({ path }) => relative(root, path).split(sep).join('/'));
  if (takesInput) {
    const folder = named.find(({ isFolder }) => isFolder);
    if (folder !== undefined)
      throw new UsageError(
        `${folder.given} is a folder: name only files beside the standard input`,
      );
    return copiesWithInput(root, names, inputName, here);
  }
  const hasFolders = named.some(({ isFolder }) => isFolder);
  const isAll = named.some(({ path }) => path === root);
  const [first] = named;
  return {
    // As it was given, since the report names it so.
    path: named.length === 1 && first?.path === root ? first.given : root,
    ...{ given: given.join(', '), home: root, hasFolders, close: () => undefined },
    names: isAll ? undefined : names,
    byUser: names,
    withHeaders: (folders) =>
      isAll ? [] : headersOf(root, filesBelow(root, names), new Map(), folders),
  };
}

/**
 * The folder that a run over a path names its findings from: that of the project which it lies in, or else its own.
 * @param id the finding that is looked for: a number counts in the report of all of the folder
 * @throws UsageError where there is nothing at the path, and for a number in a report of a part
 */
export function homeOf(path: string, id: string): string {
  const { home, names } = findNamedFiles([path], 'none.c');
  if (names !== undefined && /^\d+$/.test(id.trim())) {
    throw new UsageError(
      `${id} is a number in a report, and ${path} is a part of ${home}: use the id`,
    );
  }
  return home;
}

/** The folder that paths are named from where they lie in no project. */
function anchorOf(
  named: readonly NamedPath[],
  takesInput: boolean,
  here: string,
  include: readonly string[],
): string {
  const [first, ...more] = named;
  if (first === undefined) return here;
  const isBelowHere = (path: string) => path === here || isBelow(here, path);
  const folders = include.map((folder) => resolve(here, folder)).filter(isBelowHere);
  const isOne = more.length === 0 && !takesInput;
  if (!isOne) return commonFolder(named, here);
  const own = first.isFolder ? first.path : dirname(first.path);
  if (!isBelowHere(first.path)) return own;
  const reachesOut = folders.some((folder) => folder !== own && !isBelow(own, folder));
  return first.isFolder && !reachesOut ? own : here;
}

/** The sources among files and folders of a tree. */
function filesBelow(root: string, names: readonly string[]): string[] {
  const found = findSourceFiles(root, { exclude: onlyThese(names), gitignore: false });
  return found.files.map(({ path }) => path);
}

function realPath(path: string): NamedPath {
  const { root, file } = scanRootOf(path);
  if (file === undefined) return { given: path, path: root, isFolder: true };
  if (!isSourcePath(file)) {
    const expected = SOURCE_EXTENSIONS.join(' ');
    throw new UsageError(`${path} is no source file; expected one of ${expected}`);
  }
  return { given: path, path: join(root, file), isFolder: false };
}

/** Those that lie in no folder that is named as well. */
function outermost(named: readonly NamedPath[]): NamedPath[] {
  return named.filter(
    ({ path }) => !named.some((other) => other.isFolder && isBelow(other.path, path)),
  );
}

/** The folder that one is in, where all paths are below it; else the nearest above all of them. */
function commonFolder(named: readonly NamedPath[], here: string): string {
  let folder = here;
  const holds = ({ path }: NamedPath) => path === folder || isBelow(folder, path);
  while (!named.every(holds)) folder = dirname(folder);
  return folder;
}
