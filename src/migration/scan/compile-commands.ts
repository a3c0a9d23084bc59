import { posix } from 'node:path';
import { parseCompileDatabase, within } from '../../code/compile-commands/compile-database.ts';
import { type FilteredFlags, filterFlags } from './compile-flags.ts';

/** How the files of a project are compiled. */
export interface CompileCommands {
  /** By the file's path within the project; the first command where there are several. */
  readonly flags: ReadonlyMap<string, FilteredFlags>;
  readonly problems: readonly string[];
}

/** Where headers of the system may be. */
const SYSTEM_FOLDERS = ['/usr/include', '/usr/local/include', '/usr/lib', '/usr/share'];

/**
 * Reads what of a `compile_commands.json` may be given to clang.
 * @param root the real path of the project's folder
 * @param files the paths within the project that may be compiled
 */
export function parseCompileCommands(
  text: string,
  root: string,
  files: ReadonlySet<string>,
): CompileCommands {
  const flags = new Map<string, FilteredFlags>();
  const problems: string[] = [];
  const commands = parseCompileDatabase(text, root, files);
  if (commands === undefined) return { flags, problems: ['compile_commands.json is no such list'] };
  const read = new Set<string>();
  for (const { file, words, folder, home } of commands) {
    if (read.has(file)) continue;
    read.add(file);
    if (words === undefined)
      problems.push(`the command for ${file} in compile_commands.json cannot be read`);
    else
      flags.set(
        file,
        filterFlags(words, (path) => resolveAllowed(posix.resolve(folder, path), home)),
      );
  }
  return { flags, problems };
}

/** A path within the project, relative; one of the system's headers as it is. */
export function resolveAllowed(path: string, home: string): string | undefined {
  const below = within(home, path);
  if (below !== undefined) return `./${below}`;
  return SYSTEM_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`))
    ? path
    : undefined;
}
