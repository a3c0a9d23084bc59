import { posix } from 'node:path';
import * as z from 'zod';
import { leadsOutside } from '../../leads-outside.ts';
import { commandWords } from './command-words.ts';
import { isWindowsPath, posixPath, posixWord, windowsCommandWords } from './windows-command.ts';

/** One entry of a compilation database, as clang's documentation describes it. */
const entrySchema = z.object({
  directory: z.string(),
  file: z.string(),
  command: z.string().optional(),
  arguments: z.array(z.string()).optional(),
});

const databaseSchema = z.array(entrySchema).max(100_000);

/** Where a `compile_commands.json` is found by itself. */
export const DATABASE_FILES = ['compile_commands.json', 'build/compile_commands.json'];

/** How one file is compiled. */
export interface CompileCommand {
  /** The file's path within the project. */
  readonly file: string;
  /** The command, the compiler first; undefined where it cannot be read. */
  readonly words: readonly string[] | undefined;
  /** The folder that paths of the command are relative to, and the project's, where the list was written. */
  readonly folder: string;
  readonly home: string;
  /** Whether the list was written on Windows. */
  readonly isOfWindows: boolean;
}

/**
 * Reads a `compile_commands.json`. It may have been written on another machine: where the project was
 * there is found out from the files that it names.
 * @param root the real path of the project's folder
 * @param files the paths within the project that may be compiled
 * @returns the commands of these files, in the order of the list; undefined where the text is no such list
 */
export function parseCompileDatabase(
  text: string,
  root: string,
  files: ReadonlySet<string>,
): CompileCommand[] | undefined {
  const entries = databaseOf(text)?.map(readEntry);
  if (entries === undefined) return undefined;
  const home = homeOf(entries.map(pathOf), root, files);
  const found: CompileCommand[] = [];
  for (const entry of entries) {
    const file = within(home, pathOf(entry));
    if (file === undefined || !files.has(file)) continue;
    const { words, isOfWindows } = entry;
    found.push({
      file,
      words: words === undefined || words.length === 0 ? undefined : words,
      folder: posix.resolve(home, entry.directory),
      ...{ home, isOfWindows },
    });
  }
  return found;

  function pathOf({ directory, file }: Pick<Entry, 'directory' | 'file'>): string {
    return posix.resolve(root, directory, file);
  }
}

/** Whether a text is a list of compile commands. */
export function isCompileDatabase(text: string): boolean {
  return databaseOf(text) !== undefined;
}

/** An entry with its command taken apart. */
interface Entry {
  readonly directory: string;
  readonly file: string;
  readonly words: readonly string[] | undefined;
  readonly isOfWindows: boolean;
}

/** Paths and commands of Windows are made those of POSIX. */
function readEntry({
  directory,
  file,
  command = '',
  arguments: given,
}: z.infer<typeof entrySchema>): Entry {
  if (![directory, file].some(isWindowsPath))
    return { directory, file, words: given ?? commandWords(command), isOfWindows: false };
  const words = given ?? windowsCommandWords(command);
  return {
    directory: posixPath(directory),
    file: posixPath(file),
    words: words?.map(posixWord),
    isOfWindows: true,
  };
}

function databaseOf(text: string): z.infer<typeof databaseSchema> | undefined {
  try {
    return databaseSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The folder that the project was in when the list was written. */
function homeOf(paths: readonly string[], root: string, files: ReadonlySet<string>): string {
  if (paths.some((path) => files.has(within(root, path) ?? ''))) return root;
  for (const path of paths) {
    const parts = path.split('/');
    const from = parts.findIndex((_, at) => at > 0 && files.has(parts.slice(at).join('/')));
    if (from > 0) return parts.slice(0, from).join('/') || '/';
  }
  return root;
}

/** A path below a folder, relative to it; undefined where it is none. */
export function within(home: string, path: string): string | undefined {
  const below = posix.relative(home, path);
  return leadsOutside(below) ? undefined : below;
}
