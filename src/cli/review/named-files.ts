import { relative, resolve } from 'node:path';
import { leadsOutside } from '../../leads-outside.ts';
import { SKIPPED_FOLDERS } from '../../workspace/files/source-files.ts';
import type { SettledTexts } from '../options/repository-settings.ts';
import { onlyThese } from './only-these.ts';

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
  /** Reads what is settled there, where that is not what lies there. */
  readonly settled?: SettledTexts;
  /** Whether folders are among them, in which files are left out as usual. */
  readonly hasFolders: boolean;
  /** What of them the user has named, in which no folder is left out for a name that leads there. */
  readonly byUser?: readonly string[];
  /** Removes what was made for the run. */
  close(): void;
}

/** The part of the options that names a path's files. */
interface FileOptions {
  readonly include: readonly string[];
  readonly outside?: readonly string[] | undefined;
  readonly exclude: readonly string[];
  readonly gitignore: boolean;
  readonly skipFolders?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
  readonly rootName?: string | undefined;
  /** Where files are at home that are named in the report, where that is not where they are read. */
  readonly home?: string | undefined;
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
  const { given: rootName, home } = named;
  const entered = { ...options, ...skippedBeside(options, named.byUser ?? []) };
  if (needsAll) return { ...entered, only: names, rootName, home };
  const headers = named.withHeaders(options.include);
  return {
    ...entered,
    ...{ only: names, rootName, home },
    include: options.include.map((folder) => placeIn(named, folder)),
    outside: options.outside?.map((folder) => placeIn(named, folder)),
    // A file that is named is meant, whatever the folder leaves out.
    ...(hasFolders ? {} : { gitignore: false, skipFolders: [] }),
    exclude: [...onlyThese([...names, ...headers]), ...options.exclude],
  };
}

/** The folders that are skipped by their names, but for those that names lead into. */
function skippedBeside(
  { skipFolders }: FileOptions,
  names: readonly string[],
): Pick<FileOptions, 'skipFolders'> {
  const entered = new Set(names.flatMap((name) => name.split('/')));
  const isEntered = (folder: string) => folder !== '.git' && entered.has(folder);
  if (skipFolders !== undefined || !SKIPPED_FOLDERS.some(isEntered)) return {};
  return { skipFolders: SKIPPED_FOLDERS.filter((folder) => !isEntered(folder)) };
}

/** A folder of the tree in the folder that is read, which may be a copy of some of its files. */
function placeIn({ path, home }: NamedFiles, folder: string): string {
  const place = relative(home, resolve(home, folder));
  return path === home || leadsOutside(place) ? folder : resolve(path, place);
}
