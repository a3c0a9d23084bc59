import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../errors.ts';
import { includedHeaders } from '../../security/scan/included-headers.ts';
import {
  loadSuppressionFile,
  SUPPRESSION_FILE,
} from '../../security/selection/suppression-file.ts';
import {
  findSourceFiles,
  isSourcePath,
  SOURCE_EXTENSIONS,
  scanRootOf,
} from '../../workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { openRepository } from '../../workspace/git/repository.ts';

/** What stands for the standard input among paths. */
export const STANDARD_INPUT = '-';

/** A folder with one of these is a project of its own; what runs leave in `.rustward` makes none. */
const PROJECT_MARKS = ['.git', SUPPRESSION_FILE, '.github/rustward.yml'];

/** Where the files of a run are, and which of them are meant. */
export interface NamedFiles {
  readonly path: string;
  /** What is meant, as it was given. */
  readonly given: string;
  /** The files and folders that are meant, below that path; undefined for all. */
  readonly names: readonly string[] | undefined;
  /**
   * Makes the headers that they include ready to be read for what they tell of them.
   * @param folders folders with headers, from the path on
   * @returns the headers, below the path
   */
  withHeaders(folders: readonly string[]): string[];
  /** Where the files are at home, whose settings count. */
  readonly home: string;
  /** Whether folders are among them, in which files are left out as usual. */
  readonly hasFolders: boolean;
  /** Removes what was made for the run. */
  close(): void;
}

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
 * @throws UsageError for names that are none of sources, and for folders beside the standard input
 */
export function namedFiles(
  paths: readonly string[],
  inputName: string,
  include: readonly string[] = [],
): NamedFiles {
  const takesInput = paths.includes(STANDARD_INPUT);
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
    withHeaders: (folders) =>
      isAll ? [] : headersOf(root, filesBelow(root, names), new Map(), folders),
  };
}

/**
 * The folder that a run over a path names its findings from: that of the project which it lies in, or else its own.
 * @throws UsageError where there is nothing at the path
 */
export function homeOf(path: string): string {
  return namedFiles([path], 'none.c').home;
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

/** The headers that files of a project include, where some have texts that differ from those on disk. */
function headersOf(
  home: string,
  from: readonly string[],
  texts: ReadonlyMap<string, string | Buffer>,
  folders: readonly string[],
): string[] {
  const read = (file: string) => {
    const given = texts.get(file);
    if (given !== undefined) return given.toString();
    const source = readSourceText(home, file, TEXT_LIMITS);
    return 'skip' in source ? undefined : source.text;
  };
  // Elsewhere the current folder may be anything, such as a home folder.
  const project = isProject(home) ? findSourceFiles(home).files.map(({ path }) => path) : [];
  const below = folders.map((folder) => relative(home, resolve(home, folder)) || '.');
  return includedHeaders(from, { read, folders: below, project }).filter(isSourcePath);
}

/** The part of the options that names a path's files. */
interface FileOptions {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly gitignore: boolean;
  readonly skipFolders?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
  readonly rootName?: string | undefined;
}

/**
 * Options under which only the files that are meant are reported on.
 * @param needsAll whether all of the tree is to be scanned for what it tells of them, as for a change; else the
 *   headers that they include are
 */
export function narrowed<Options extends FileOptions>(
  options: Options,
  named: NamedFiles,
  needsAll: boolean,
): Options {
  const { names, hasFolders } = named;
  if (names === undefined) return options;
  if (needsAll) return { ...options, only: names, rootName: named.given };
  const headers = named.withHeaders(options.include);
  return {
    ...options,
    ...{ only: names, rootName: named.given },
    // A file that is named is meant, whatever the folder leaves out.
    ...(hasFolders ? {} : { gitignore: false, skipFolders: [] }),
    exclude: [...onlyThese([...names, ...headers]), ...options.exclude],
  };
}

/** The project that a folder is, or lies in: the nearest one. */
function projectOf(folder: string): string | undefined {
  // Who keeps settings of programs in a repository has no project of all that is there.
  if (folder === homedir() || folder === dirname(folder)) return undefined;
  return isProject(folder) ? folder : projectOf(dirname(folder));
}

function isProject(folder: string): boolean {
  return PROJECT_MARKS.some((mark) => existsSync(join(folder, mark)));
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

/** Whether a path lies in a folder; a folder does not lie in itself. */
function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder === sep ? sep : folder + sep);
}

/** The folder that one is in, where all paths are below it; else the nearest above all of them. */
function commonFolder(named: readonly NamedPath[], here: string): string {
  let folder = here;
  const holds = ({ path }: NamedPath) => path === folder || isBelow(folder, path);
  while (!named.every(holds)) folder = dirname(folder);
  return folder;
}

/**
 * The sources whose staged contents differ from the last commit, as a hook has to look at them: copies, since the
 * work tree may have others.
 * @throws UsageError outside of a git work tree
 */
export async function stagedFiles(): Promise<NamedFiles> {
  const here = process.cwd();
  const home = projectOf(here) ?? here;
  const git = await openRepository(here);
  // Git tells a hook where it is, from the folder on that the hook runs in.
  const index = process.env['GIT_INDEX_FILE'] || undefined;
  const all = await git.staged(index === undefined ? undefined : resolve(here, index));
  const staged = all.filter(({ path }) => isSourcePath(path) && isInside(path));
  const contents = await git.contents(staged.map(({ object }) => object));
  const texts = staged.map(
    ({ path }, at) => [nameIn(home, here, path), contents[at] ?? ''] as const,
  );
  // No file was named, so that what is left out as usual is left out here as well.
  return { ...copies(home, new Map(texts)), hasFolders: true };
}

/** Git can store other paths. */
function isInside(path: string): boolean {
  return !path.split('/').some((part) => /^(?:|[.]{1,2}|[.]git)$/i.test(part));
}

/** The name in a project of a file that is named from a folder of it on. */
function nameIn(root: string, folder: string, path: string): string {
  return relative(root, resolve(folder, path)).split(sep).join('/');
}

function copiesWithInput(
  root: string,
  names: readonly string[],
  inputName: string,
  here: string,
): NamedFiles {
  const given = normalize(inputName).split(sep).join('/');
  const input = nameIn(root, here, given);
  if (isAbsolute(inputName) || given.startsWith('../') || !isSourcePath(given)) {
    throw new UsageError(
      `--stdin-name ${inputName} is no name of a source file below here, such as src/input.c`,
    );
  }
  if (names.includes(input)) {
    throw new UsageError(`${input} is a file, too: name the standard input with --stdin-name`);
  }
  const texts = names.map((name) => [name, readFileSync(resolve(root, name))] as const);
  return copies(root, new Map([...texts, [input, readFileSync(0)]]));
}

/** A folder with these files, by path, and with what is settled where they are at home. */
function copies(home: string, texts: ReadonlyMap<string, string | Buffer>): NamedFiles {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-input-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  const write = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(resolve(folder, name)), { recursive: true });
    writeFileSync(resolve(folder, name), text);
  };
  try {
    for (const [name, text] of texts) write(name, text);
    const settled = loadSuppressionFile(home);
    if (settled.length > 0) write(SUPPRESSION_FILE, JSON.stringify(settled));
  } catch (thrown) {
    close();
    throw thrown;
  }
  return {
    ...{ path: folder, home, names: [...texts.keys()], hasFolders: false, close },
    given: [...texts.keys()].join(', '),
    withHeaders: (folders) => {
      const headers = headersOf(home, [...texts.keys()], texts, folders);
      for (const name of headers) write(name, readFileSync(resolve(home, name)));
      return headers;
    },
  };
}

/**
 * The lines of a `.gitignore` that leave out all but these files. A folder that is left out cannot be
 * taken in again by what is below it, so level by level: first all is left out, then a part taken in.
 */
function onlyThese(names: readonly string[]): string[] {
  if (names.length === 0) return ['*'];
  const levels: { out: Set<string>; taken: Set<string> }[] = [];
  for (const name of names) {
    const parts = name.split('/').map((part) => part.replaceAll(/[\\*?[\]!# ]/g, '\\$&'));
    for (const [depth, part] of parts.entries()) {
      const above = ['', ...parts.slice(0, depth), ''].join('/');
      levels[depth] ??= { out: new Set(), taken: new Set() };
      levels[depth].out.add(`${above}*`);
      levels[depth].taken.add(`!${above}${part}`);
    }
  }
  return levels.flatMap(({ out, taken }) => [...out, ...taken]);
}
