import { posix } from 'node:path';
import * as z from 'zod';
import { commandWords } from './command-words.ts';
import { type FilteredFlags, filterFlags } from './compile-flags.ts';

/** One entry of a compilation database, as clang's documentation describes it. */
const entrySchema = z.object({
  directory: z.string(),
  file: z.string(),
  command: z.string().optional(),
  arguments: z.array(z.string()).optional(),
});

const databaseSchema = z.array(entrySchema).max(100_000);

/** How the files of a project are compiled. */
export interface CompileCommands {
  /** By the file's path within the project; the first command where there are several. */
  readonly flags: ReadonlyMap<string, FilteredFlags>;
  readonly problems: readonly string[];
}

/** Where headers of the system may be. */
const SYSTEM_FOLDERS = ['/usr/include', '/usr/local/include', '/usr/lib', '/usr/share'];

/**
 * Reads a `compile_commands.json`. It may have been written on another machine: where the project was
 * there is found out from the files that it names.
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
  const entries = databaseOf(text);
  if (entries === undefined) return { flags, problems: ['compile_commands.json is no such list'] };
  const home = homeOf(entries.map(pathOf), root, files);
  for (const entry of entries) {
    const file = within(home, pathOf(entry));
    if (file === undefined || !files.has(file) || flags.has(file)) continue;
    const words = entry.arguments ?? commandWords(entry.command ?? '');
    if (words === undefined || words.length === 0) {
      problems.push(`the command for ${file} in compile_commands.json cannot be read`);
      continue;
    }
    const folder = posix.resolve(home, entry.directory);
    flags.set(
      file,
      filterFlags(words, (path) => resolveAllowed(posix.resolve(folder, path), home)),
    );
  }
  return { flags, problems };

  function pathOf({ directory, file }: z.infer<typeof entrySchema>): string {
    return posix.resolve(root, directory, file);
  }
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

function within(home: string, path: string): string | undefined {
  const below = posix.relative(home, path);
  return below === '..' || below.startsWith('../') || posix.isAbsolute(below) ? undefined : below;
}

/** A path within the project, relative; one of the system's headers as it is. */
function resolveAllowed(path: string, home: string): string | undefined {
  const below = within(home, path);
  if (below !== undefined) return `./${below}`;
  return SYSTEM_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`))
    ? path
    : undefined;
}
