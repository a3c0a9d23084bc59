import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { byBytes } from '../files/byte-order.ts';
import { findRepository, type GitRepository } from './repository.ts';

export interface ProtectedRun<Result> {
  readonly result: Result;
  /** Whether the run had a copy, because the tree holds work that no commit has. */
  readonly onCopy: boolean;
  /** What the run changed, added or removed; all of it is as before again. */
  readonly changed: readonly string[];
  /** A folder with the files as the run left them, when it changed any of the tree itself. */
  readonly changesFolder: string | undefined;
}

/**
 * Calls `use` with a tree that is as before afterwards, also when it throws. A tree that git can
 * restore is used itself, and restored. What the run changed is copied to a folder first, since a
 * person may have been at work in the meantime. Any other tree is copied: one with uncommitted work,
 * without git, or with filters, which we do not run.
 * @param except folders below it that are our own to write to
 * @throws UsageError when `folder` is no folder.
 */
export async function withProtectedTree<Result>(
  folder: string,
  use: (tree: string) => Promise<Result>,
  except: readonly string[] = [],
): Promise<ProtectedRun<Result>> {
  const git = await findRepository(folder);
  if (git === undefined || !(await isRestorable(git, except))) return runOnCopy(folder, use);
  let restored: { changed: readonly string[]; changesFolder: string | undefined } | undefined;
  let result: Result;
  try {
    result = await use(folder);
  } finally {
    restored = await restoreTree(git, folder, except);
  }
  return { result, onCopy: false, ...restored };
}

async function isRestorable(git: GitRepository, except: readonly string[]): Promise<boolean> {
  if (git.hasFilters || (await git.head()) === undefined) return false;
  const { changed, untracked } = await uncommitted(git, except);
  return changed.length === 0 && untracked.length === 0;
}

async function uncommitted(git: GitRepository, except: readonly string[]) {
  const { changed, untracked } = await git.uncommitted();
  const isOther = (path: string) => !except.some((own) => path.startsWith(`${own}/`));
  return { changed: changed.filter(isOther), untracked: untracked.filter(isOther) };
}

async function restoreTree(git: GitRepository, folder: string, except: readonly string[]) {
  const { changed, untracked } = await uncommitted(git, except);
  if (changed.length === 0 && untracked.length === 0) return { changed, changesFolder: undefined };
  const changesFolder = mkdtempSync(join(tmpdir(), 'rustward-kept-'));
  const all = [...changed, ...untracked].sort(byBytes);
  for (const path of all) copyAside(join(folder, path), join(changesFolder, path));
  for (const path of untracked) rmSync(join(folder, path), { recursive: true, force: true });
  await git.restore(except);
  return { changed: all, changesFolder };
}

/** A file that the run removed is not there to be copied. */
function copyAside(from: string, to: string): void {
  if (lstatSync(from, { throwIfNoEntry: false }) === undefined) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

async function runOnCopy<Result>(
  folder: string,
  use: (tree: string) => Promise<Result>,
): Promise<ProtectedRun<Result>> {
  if (!existsSync(folder) || !lstatSync(folder).isDirectory()) {
    throw new UsageError(`${folder} is no folder`);
  }
  const copy = mkdtempSync(join(tmpdir(), 'rustward-'));
  try {
    cpSync(folder, copy, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => basename(path) !== '.git' && isPlain(path),
    });
    return { result: await use(copy), onCopy: true, changed: [], changesFolder: undefined };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Not a pipe, a socket or a device. */
function isPlain(path: string): boolean {
  const entry = lstatSync(path);
  return entry.isFile() || entry.isDirectory() || entry.isSymbolicLink();
}
