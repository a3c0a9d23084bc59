import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Ignore } from 'ignore';
import { IncompleteError, UsageError } from '../../errors.ts';
import { byBytes } from './byte-order.ts';
import { errorCode, systemReason } from './error-code.ts';
import { type IgnoreRules, ignoredBy, rulesAbove, withFolderRules } from './ignore-rules.ts';
import { type FoundLink, foldersAbove, linkSkips } from './link-skips.ts';
import { pathPatterns } from './path-patterns.ts';
import type { Skip } from './skip.ts';

export const SOURCE_EXTENSIONS: readonly string[] = [
  ...['.c', '.cc', '.cpp', '.cxx', '.c++', '.cp', '.h', '.hh', '.hpp', '.hxx', '.h++', '.rs'],
  ...['.inc', '.inl', '.ipp', '.tpp', '.tcc', '.txx', '.ixx', '.cppm', '.cu', '.cuh'],
];

/** The names of folders that are left out where nothing else is said. */
export const SKIPPED_FOLDERS: readonly string[] = [
  ...['.git', 'build', 'out', 'target', 'third_party', 'vendor', 'node_modules'],
];

export interface SourceFileOptions {
  /** `any` for all files, whatever they are. */
  readonly extensions?: readonly string[] | 'any';
  /** Names of folders that are left out wherever they are below the root. */
  readonly skippedFolders?: readonly string[];
  /** Whether `.gitignore` files count; they do by default. */
  readonly gitignore?: boolean;
  /** Files that count whatever `.gitignore` says, as those that git tracks; relative to the root. */
  readonly tracked?: ReadonlySet<string>;
  /** Further patterns, as a `.gitignore` at the root would hold them. */
  readonly exclude?: readonly string[];
}

export interface SourceFile {
  /** Relative to the root, `/`-separated. */
  readonly path: string;
  readonly bytes: number;
}

export interface SourceFiles {
  /** The folder that paths are relative to: absolute, links resolved. */
  readonly root: string;
  /** Whether one file was named rather than a folder. */
  readonly single: boolean;
  /** In the order of their bytes. */
  readonly files: readonly SourceFile[];
  readonly skipped: readonly Skip[];
  /** The folders that were gone through, the root among them: absolute. */
  readonly folders: readonly string[];
}

/**
 * Lists the source files at a path, which is a folder or one file. A file that is
 * named itself is taken whatever its folder or the ignore rules say.
 *
 * Symbolic links below the root are not followed: what they lead to inside the
 * tree is found under its own name, and what is outside is not part of it.
 * @throws UsageError when the path cannot be listed, or names no source file; IncompleteError for a pipe
 */
export function findSourceFiles(path: string, options: SourceFileOptions = {}): SourceFiles {
  const extensions = options.extensions ?? SOURCE_EXTENSIONS;
  const named = resolveExisting(path);
  if (named.isFile) {
    if (!isSource(named.real, extensions)) {
      const expected = [extensions].flat().join(' ');
      throw new UsageError(`${path} is no source file; expected one of ${expected}`);
    }
    const file = { path: basename(named.real), bytes: named.bytes };
    const root = dirname(named.real);
    return { root, single: true, files: [file], skipped: [], folders: [root] };
  }
  const walk = new FolderWalk(extensions, options);
  try {
    walk.descend(named.real, '', walk.gitignore ? rulesAbove(named.real) : undefined);
  } catch (thrown) {
    throw new UsageError(`cannot list ${path}: ${systemReason(thrown)}`);
  }
  const paths = walk.files.map((file) => file.path);
  return {
    root: named.real,
    single: false,
    files: walk.files.sort((left, right) => byBytes(left.path, right.path)),
    skipped: [...walk.skipped, ...linkSkips(walk.links, named.real, paths)].sort((left, right) =>
      byBytes(left.file, right.file),
    ),
    folders: walk.folders,
  };
}

/**
 * The folder that the paths of a scan of `path` are relative to, and the file in
 * it where `path` names one.
 * @throws UsageError when there is nothing at the path
 */
export function scanRootOf(path: string): { root: string; file: string | undefined } {
  const { real, isFile } = resolveExisting(path);
  return isFile ? { root: dirname(real), file: basename(real) } : { root: real, file: undefined };
}

function resolveExisting(path: string): { real: string; isFile: boolean; bytes: number } {
  let entry: Stats | undefined;
  let real: string;
  try {
    real = realpathSync(path);
    entry = statSync(real, { throwIfNoEntry: false });
  } catch (thrown) {
    const code = errorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new UsageError(`${path} does not exist`);
    if (code === 'ELOOP') throw new UsageError(`${path} is a symbolic link that leads to itself`);
    throw new UsageError(`cannot open ${path}: ${systemReason(thrown)}`);
  }
  // A link of /dev or /proc, such as that of the standard input, leads to what has no path.
  if (entry === undefined)
    throw new IncompleteError(`${path} is a pipe: it cannot be read by its name`);
  if (entry.isFile()) return { real, isFile: true, bytes: entry.size };
  if (entry.isDirectory()) return { real, isFile: false, bytes: 0 };
  throw new UsageError(`${path} is neither a file nor a folder`);
}

/** Whether a file's name says that it holds C, C++ or Rust. */
export function isSourcePath(path: string): boolean {
  return isSource(path, SOURCE_EXTENSIONS);
}

/** Whether a file's name says that it holds C, C++ or Rust, or that it may, such as `config.h.in`. */
export function mayHoldSource(path: string): boolean {
  return isSourcePath(path) || MAY_BE_SOURCE.test(basename(path));
}

function isSource(name: string, extensions: readonly string[] | 'any'): boolean {
  return extensions === 'any' || extensions.includes(extname(name).toLowerCase());
}

class FolderWalk {
  readonly files: SourceFile[] = [];
  readonly skipped: Skip[] = [];
  readonly links: FoundLink[] = [];
  readonly folders: string[] = [];
  readonly gitignore: boolean;
  private readonly extensions: readonly string[] | 'any';
  private readonly skippedFolders: ReadonlySet<string>;
  private readonly exclude: Ignore;
  private readonly tracked: ReadonlySet<string>;
  /** The folders that tracked files stand in, each with all above it. */
  private readonly trackedFolders: ReadonlySet<string>;

  constructor(extensions: readonly string[] | 'any', options: SourceFileOptions) {
    this.extensions = extensions;
    this.gitignore = options.gitignore ?? true;
    this.skippedFolders = new Set(options.skippedFolders ?? SKIPPED_FOLDERS);
    this.exclude = pathPatterns([...(options.exclude ?? [])]);
    this.tracked = options.tracked ?? new Set();
    this.trackedFolders = new Set([...this.tracked].flatMap(foldersAbove));
  }

  /** Lists one folder; `prefix` is its path below the root, empty or ending in a slash. */
  descend(folder: string, prefix: string, outer: IgnoreRules | undefined): void {
    const rules = this.gitignore ? withFolderRules(outer, folder) : undefined;
    this.folders.push(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = prefix + entry.name;
      if (entry.name.includes('\uFFFD')) this.skip(path, 'its name is not UTF-8', true);
      else if (entry.isDirectory()) this.folder(join(folder, entry.name), path, rules);
      else this.entry(entry, join(folder, entry.name), path, rules);
    }
  }

  private folder(absolute: string, path: string, rules: IgnoreRules | undefined): void {
    if (this.exclude.ignores(`${path}/`)) return;
    const isSkipped = this.skippedFolders.has(basename(path));
    const ignored = this.trackedFolders.has(path) ? undefined : ignoredBy(rules, absolute, true);
    if (isSkipped || ignored !== undefined) {
      const why = isSkipped ? 'for its name' : `by ${ignored}`;
      if (basename(path) !== '.git' && this.mayHoldSources(absolute))
        this.skip(`${path}/`, `is left out ${why}, and has sources in it`, false);
      return;
    }
    try {
      this.descend(absolute, `${path}/`, rules);
    } catch (thrown) {
      this.skip(`${path}/`, `cannot be listed: ${systemReason(thrown)}`, true);
    }
  }

  private entry(
    entry: Dirent,
    absolute: string,
    path: string,
    rules: IgnoreRules | undefined,
  ): void {
    const source = isSource(entry.name, this.extensions);
    if (this.exclude.ignores(path)) return;
    const ignored = this.tracked.has(path) ? undefined : ignoredBy(rules, absolute, false);
    if (ignored !== undefined) {
      if (source && entry.isFile()) this.skip(path, `is left out by ${ignored}`, false);
      return;
    }
    if (!(source || entry.isSymbolicLink())) {
      if (entry.isFile() && this.extensions === SOURCE_EXTENSIONS && MAY_BE_SOURCE.test(entry.name))
        this.skip(path, 'may hold C or C++, and its ending is none that is examined', false);
      return;
    }
    if (entry.isSymbolicLink()) {
      if (source || leadsToFolder(absolute)) this.links.push({ path, absolute, isSource: source });
    } else if (!entry.isFile()) this.skip(path, 'is not a regular file', false);
    else {
      const found = lstatSync(absolute, { throwIfNoEntry: false });
      this.files.push({ path, bytes: found?.size ?? 0 });
    }
  }

  /** Whether a source is among the first entries of a folder that is left out. */
  private mayHoldSources(folder: string): boolean {
    const pending = [folder];
    let left = MAX_LOOKED_AT;
    for (let at = pending.pop(); at !== undefined && left > 0; at = pending.pop()) {
      for (const entry of entriesOf(at)) {
        left -= 1;
        if (entry.isDirectory()) pending.push(join(at, entry.name));
        else if (entry.isFile() && isSource(entry.name, this.extensions)) return true;
      }
    }
    return left <= 0;
  }

  private skip(file: string, reason: string, failed: boolean): void {
    this.skipped.push({ file, reason, failed });
  }
}

/** Entries of a folder that is left out that are looked at; beyond them it may hold anything. */
const MAX_LOOKED_AT = 5_000;

/** Names of files that compilers and generators of parsers read C or C++ from. */
const MAY_BE_SOURCE =
  /\.(?:i|ii|m|mm|mi|s|asm|sx|pc|ino|pde|y|yy|ypp|l|ll|lex|rl|xs|re2c|cl|c\.in|h\.in|cc\.in|cpp\.in|hpp\.in|rs\.in)$/i;

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function leadsToFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory();
  } catch {
    return true; // A loop or a dead end: worth naming as well.
  }
}
