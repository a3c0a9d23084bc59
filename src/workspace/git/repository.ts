import { UsageError } from '../../errors.ts';
import { byBytes } from '../files/byte-order.ts';
import { type ChangedFile, changedFiles, type FileDifference, parseDiff } from './diff-ranges.ts';
import {
  type GitResult,
  gitFailure,
  outputOrThrow,
  runGit,
  runGitCatFile,
  runGitOrThrow,
} from './git-command.ts';
import type { GitSetting } from './git-environment.ts';
import { publicRemoteUrl } from './remote-url.ts';

/** A file as a commit holds it. */
export interface GitFile {
  /** Relative to the folder the repository was opened at. */
  readonly path: string;
  readonly object: string;
  readonly bytes: number;
  readonly executable: boolean;
}

/** Paths relative to the folder, in the order of their bytes. */
interface Uncommitted {
  readonly changed: readonly string[];
  readonly untracked: readonly string[];
}

/** What we ask of a git repository, seen from one folder in its work tree. */
export interface GitRepository {
  /** The commit that HEAD names; undefined before the first one. */
  head(): Promise<string | undefined>;
  /** The branch that HEAD is on; undefined when detached. */
  branch(): Promise<string | undefined>;
  /** The folder from the top of the work tree, without a slash at its end; empty at the top. */
  prefix(): Promise<string>;
  /** The address of `origin` without credentials. */
  remote(): Promise<string | undefined>;
  /** The commit that a ref names. Throws UsageError where it names none. */
  commit(ref: string): Promise<string>;
  /** The best common ancestor of a commit and HEAD; undefined where none is known, as in a shallow clone. */
  commonAncestor(commit: string): Promise<string | undefined>;
  /**
   * What differs between a commit and the work tree below the folder, but for these files; untracked
   * ones are new.
   */
  changes(commit: string, except?: readonly string[]): Promise<ChangedFile[]>;
  /** The same with both sides of each file, in the order of the newer paths; renames are found. */
  differences(commit: string, except?: readonly string[]): Promise<FileDifference[]>;
  /**
   * The files below the folder that differ from HEAD, staged or not, and `untracked` those that git
   * neither knows nor ignores. Links count as files; submodules are not looked into.
   */
  uncommitted(): Promise<Uncommitted>;
  /**
   * The regular files below the folder whose staged contents are not those of HEAD, but for deleted ones.
   * @param index the file with the index, which `git commit -a` and `git commit FILE` make for themselves
   */
  staged(index?: string): Promise<Pick<GitFile, 'path' | 'object'>[]>;
  /**
   * The contents of files below the folder as they are staged, whether they are those of HEAD or not, by their paths:
   * of those that the index has as regular ones.
   */
  stagedContents(paths: readonly string[], index?: string): Promise<ReadonlyMap<string, Buffer>>;
  /** Submodules below the folder that are staged at another commit than one has them at, or that it does not have. */
  movedSubmodules(commit: string): Promise<string[]>;
  /** Whether the repository names programs that change files when they are checked out. */
  readonly hasFilters: boolean;
  /** Makes the tracked files below the folder those of HEAD again, but for these. Untracked ones stay. */
  restore(except?: readonly string[]): Promise<void>;
  /** The regular files that a commit has below the folder, but for those that the clone lacks. */
  files(commit: string): Promise<GitFile[]>;
  /** The latest commits that changed a path below the folder, one a line: hash, day, message. */
  log(path: string, count: number): Promise<string>;
  /** A range of lines of a file in the work tree, each with its commit, its author and its day. */
  blame(path: string, start: number, end: number): Promise<string>;
  /** The contents of objects, in the order asked for. */
  contents(objects: readonly string[]): Promise<Buffer[]>;
}

/** How the files of a commit are read. */
export type CommitFiles = Pick<GitRepository, 'files' | 'contents'>;

/**
 * Opens the repository that a folder is in.
 * @throws UsageError when the folder is in no work tree, or git refuses it.
 * @throws IncompleteError when git cannot run.
 */
export async function openRepository(folder: string): Promise<GitRepository> {
  const inside = await runGit(folder, ['rev-parse', '--is-inside-work-tree']);
  if (inside.status !== 0 && /dubious ownership/.test(inside.stderr)) {
    const command = `git config --global --add safe.directory ${folder}`;
    throw new UsageError(`git refuses ${folder}, which another user owns; allow it: ${command}`);
  }
  if (inside.status !== 0 || inside.stdout.trim() !== 'true') {
    throw new UsageError(`${folder} is not in a git work tree`);
  }
  const named = await settingsNamed(folder, `${FILTERS}|${PROMISORS}`);
  const isPartial = named.some((name) => new RegExp(PROMISORS, 'i').test(name));
  return new CommandLineRepository(folder, overridesFor(named), isPartial);
}

const FILTERS = '^filter[.]';
/** What a clone that fetches objects when they are asked for has settings of. */
const PROMISORS = '^extensions[.]partialclone$|^remote[.].*[.]promisor$';

/** The repository that a folder is in; undefined where it is in none, or git refuses it. */
export async function findRepository(folder: string): Promise<GitRepository | undefined> {
  try {
    return await openRepository(folder);
  } catch (thrown) {
    if (thrown instanceof UsageError) return undefined;
    throw thrown;
  }
}

/** Settings that empty every filter program the repository defines: a diff would run them. */
export async function filterOverrides(folder: string): Promise<GitSetting[]> {
  return overridesFor(await settingsNamed(folder, FILTERS));
}

/** The names of the settings that fit a pattern, in which what is no name of git's own may have capitals. */
async function settingsNamed(folder: string, pattern: string): Promise<string[]> {
  const how = ['config', '--null', '--name-only', '--get-regexp', pattern];
  const { stdout } = await runGit(folder, how);
  return stdout.split('\0').filter((name) => name !== '');
}

function overridesFor(names: readonly string[]): GitSetting[] {
  return names
    .filter((name) => /^filter[.]/i.test(name))
    .map((name) => [name, name.toLowerCase().endsWith('.required') ? 'false' : ''] as const);
}

class CommandLineRepository implements GitRepository {
  private readonly folder: string;
  private readonly overrides: readonly GitSetting[];
  /** Whether the clone may lack objects that git would fetch. */
  private readonly isPartial: boolean;
  /** The files of commits, by their full names: what a commit holds stays the same. */
  private readonly listed = new Map<string, Promise<GitFile[]>>();

  constructor(folder: string, overrides: readonly GitSetting[], isPartial: boolean) {
    this.folder = folder;
    this.overrides = overrides;
    this.isPartial = isPartial;
  }

  async head(): Promise<string | undefined> {
    return firstLine(await this.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']));
  }

  async branch(): Promise<string | undefined> {
    return firstLine(await this.run(['symbolic-ref', '--quiet', '--short', 'HEAD']));
  }

  async remote(): Promise<string | undefined> {
    const url = firstLine(await this.run(['config', '--get', 'remote.origin.url']));
    return url === undefined ? undefined : publicRemoteUrl(url);
  }

  async prefix(): Promise<string> {
    const printed = await this.runOrThrow(['rev-parse', '--show-prefix']);
    return printed.replace(/\/?\n$/, '');
  }

  async commit(ref: string): Promise<string> {
    if (!isRefName(ref)) throw new UsageError(`${JSON.stringify(ref)} is not the name of a commit`);
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
    const commit = firstLine(await this.run(args));
    if (commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) {
      throw new UsageError(`git knows no commit "${ref}"; fetch it, or name another one`);
    }
    return commit;
  }

  async commonAncestor(commit: string): Promise<string | undefined> {
    return firstLine(await this.run(['merge-base', commit, 'HEAD']));
  }

  async changes(commit: string, except: readonly string[] = []): Promise<ChangedFile[]> {
    const differences = await this.differences(commit, except);
    // Of a file that was only renamed no line has changed.
    return changedFiles(differences.filter(({ hunks }) => hunks.length > 0));
  }

  async differences(commit: string, except: readonly string[] = []): Promise<FileDifference[]> {
    const diff = await this.diff([
      ...['diff', '--unified=0', '--no-color', '--no-ext-diff', '--no-textconv', '--relative'],
      ...['--src-prefix=a/', '--dst-prefix=b/', '--find-renames', '--ignore-submodules=all'],
      ...['--diff-algorithm=histogram', '--inter-hunk-context=0', '--text'],
      ...[commit, '--', '.', ...except.map(exclusion)],
    ]);
    const whole = { oldStart: 0, oldCount: 0, start: 1, count: Number.MAX_SAFE_INTEGER };
    const added = (await this.untracked()).map((path) => {
      return { oldPath: undefined, path, hunks: [whole] };
    });
    const nameOf = ({ path, oldPath = '' }: FileDifference) => path ?? oldPath;
    return [...parseDiff(diff), ...added].sort((left, right) =>
      byBytes(nameOf(left), nameOf(right)),
    );
  }

  async movedSubmodules(commit: string): Promise<string[]> {
    const raw = await this.runOrThrow([
      ...['diff', '--cached', '--raw', '-z', '--no-abbrev', '--no-ext-diff', '--no-textconv'],
      ...['--no-renames', '--diff-filter=d', '--relative', '--ignore-submodules=dirty'],
      ...[commit, '--', '.'],
    ]);
    return [...raw.matchAll(/:\d+ 160000 [0-9a-f]+ [0-9a-f]+ [A-Z]\0([^\0]+)\0/g)].map(
      ([, path = '']) => path,
    );
  }

  get hasFilters(): boolean {
    return this.overrides.length > 0;
  }

  async uncommitted(): Promise<Uncommitted> {
    const changed = await this.runOrThrow([
      ...['diff', '--name-only', '-z', '--no-ext-diff', '--no-textconv', '--no-renames'],
      ...['--relative', '--ignore-submodules=all', 'HEAD', '--', '.'],
    ]);
    return { changed: splitPaths(changed), untracked: await this.untracked() };
  }

  async staged(index?: string): Promise<Pick<GitFile, 'path' | 'object'>[]> {
    const args = [
      ...['diff', '--cached', '--raw', '-z', '--no-abbrev', '--no-ext-diff', '--no-textconv'],
      ...['--no-renames', '--diff-filter=d', '--relative', '--ignore-submodules=all', '--', '.'],
    ];
    const raw = await runGitOrThrow(this.folder, args, this.overrides, index);
    const entries = raw.matchAll(/:\d+ 100\d{3} [0-9a-f]+ ([0-9a-f]+) [A-Z]\0([^\0]+)\0/g);
    return [...entries].map(([, object = '', path = '']) => ({ path, object }));
  }

  async stagedContents(
    paths: readonly string[],
    index?: string,
  ): Promise<ReadonlyMap<string, Buffer>> {
    if (paths.length === 0) return new Map();
    const args = ['ls-files', '--stage', '-z', '--', ...paths.map((path) => `:(literal)${path}`)];
    const listed = await runGitOrThrow(this.folder, args, this.overrides, index);
    // A version of a merge that is not settled has another stage.
    const entries = [...listed.matchAll(/\b100\d{3} ([0-9a-f]+) 0\t([^\0]+)\0/g)].filter(
      ([, , path = '']) => paths.includes(path),
    );
    const contents = await this.contents(entries.map(([, object = '']) => object));
    return new Map(entries.map(([, , path = ''], at) => [path, contents[at] ?? Buffer.alloc(0)]));
  }

  async restore(except: readonly string[] = []): Promise<void> {
    const others = except.map(exclusion);
    await this.runOrThrow(['checkout', '--quiet', '--force', 'HEAD', '--', '.', ...others]);
  }

  files(commit: string): Promise<GitFile[]> {
    if (!/^[0-9a-f]{40,64}$/.test(commit)) return this.listFiles(commit);
    const listed = this.listed.get(commit) ?? this.listFiles(commit);
    this.listed.set(commit, listed);
    return listed;
  }

  private async listFiles(commit: string): Promise<GitFile[]> {
    // Git cannot tell the size of what a partial clone lacks, and would fail for all.
    const sizes = this.isPartial ? [] : ['--long'];
    const listed = await this.runOrThrow(['ls-tree', '-r', '-z', ...sizes, commit, '--', '.']);
    const entries = listed
      .split('\0')
      .map((entry) => /^100(\d{3}) blob ([0-9a-f]+)(?: +(\d+|BAD))?\t(.+)$/s.exec(entry))
      .filter((match) => match !== null)
      .map(([, mode, object = '', size = '', path = '']) => ({
        ...{ path, object, size },
        executable: mode === '755',
      }));
    if (!this.isPartial)
      return entries
        .filter(({ size }) => size !== 'BAD')
        .map(({ size, ...entry }) => ({ ...entry, bytes: Number(size) }));
    const missing = await this.missingObjects(commit);
    const there = entries.filter(({ object }) => !missing.has(object));
    const known = await this.sizes(there.map(({ object }) => object));
    return there.map(({ size: _, ...entry }) => ({
      ...entry,
      bytes: known.get(entry.object) ?? 0,
    }));
  }

  async log(path: string, count: number): Promise<string> {
    // A signature would be checked by a program that the repository names.
    const form = ['--no-show-signature', '--no-color', '--date=short', '--format=%h %ad %s'];
    return (await this.runOrThrow(['log', ...form, `--max-count=${count}`, '--', path])).trimEnd();
  }

  async blame(path: string, start: number, end: number): Promise<string> {
    const form = ['--no-textconv', '--date=short', '-L', `${start},${end}`];
    return (await this.runOrThrow(['blame', ...form, '--', path])).trimEnd();
  }

  async contents(objects: readonly string[]): Promise<Buffer[]> {
    if (objects.length === 0) return [];
    const input = objects.map((object) => `${object}\n`).join('');
    const result = await runGitCatFile(this.folder, input, this.overrides);
    const output = outputOrThrow(result, gitFailure(this.folder, 'cat-file'));
    const contents: Buffer[] = [];
    for (let at = 0; at < output.length; ) {
      const end = output.indexOf(10, at);
      const header = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString('latin1', at, end));
      if (header === null) throw new Error(`git cat-file: object ${objects[contents.length]}`);
      const start = end + 1;
      contents.push(output.subarray(start, start + Number(header[1])));
      at = start + Number(header[1]) + 1;
    }
    return contents;
  }

  private async missingObjects(commit: string): Promise<ReadonlySet<string>> {
    const how = ['--objects', '--missing=print', '--no-walk'];
    const listed = await this.runOrThrow(['rev-list', ...how, commit, '--']);
    const missing = listed.split('\n').filter((line) => line.startsWith('?'));
    return new Set(missing.map((line) => line.slice(1)));
  }

  private async sizes(objects: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (objects.length === 0) return new Map();
    const input = [...new Set(objects)].map((object) => `${object}\n`).join('');
    const result = await runGitCatFile(this.folder, input, this.overrides, '--batch-check');
    const output = outputOrThrow(result, gitFailure(this.folder, 'cat-file'));
    const found = output.toString('latin1').matchAll(/^([0-9a-f]+) blob (\d+)$/gm);
    return new Map([...found].map(([, object = '', bytes]) => [object, Number(bytes)]));
  }

  private async untracked(): Promise<string[]> {
    return splitPaths(
      await this.runOrThrow(['ls-files', '--others', '--exclude-standard', '-z', '--', '.']),
    );
  }

  private async diff(args: readonly string[]): Promise<string> {
    return outputOrThrow(await this.run(args), (reason) => {
      if (!/promisor|lazy fetching|missing blob|unable to read/.test(reason)) {
        return gitFailure(this.folder, 'diff')(reason);
      }
      const advice = 'fetch them with git fetch --refetch --no-filter';
      return new UsageError(`this partial clone lacks files of the base; ${advice}`);
    });
  }

  private run(args: readonly string[]): Promise<GitResult<string>> {
    return runGit(this.folder, args, this.overrides);
  }

  private runOrThrow(args: readonly string[]): Promise<string> {
    return runGitOrThrow(this.folder, args, this.overrides);
  }
}

function exclusion(path: string): string {
  return `:(exclude,literal)${path}`;
}

/** The first line of a successful answer; undefined for a failed or an empty one. */
function firstLine(result: GitResult<string>): string | undefined {
  const text = result.stdout.trim();
  return result.status === 0 && text !== '' ? text.split('\n')[0] : undefined;
}

/** Splits what git printed with `-z`. */
function splitPaths(output: string): string[] {
  return output
    .split('\0')
    .filter((path) => path !== '')
    .sort(byBytes);
}

/** Names of commits as people write them: branches, tags, hashes, `HEAD~2`, `main@{1}`. */
function isRefName(ref: string): boolean {
  return ref.length <= 250 && /^[\p{L}\p{N}_@][\p{L}\p{N}_./@{}^~+=#%-]*$/u.test(ref);
}
