import { lstatSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { UsageError } from '../../errors.ts';
import { leadsOutside } from '../../leads-outside.ts';
import { byBytes } from '../files/byte-order.ts';
import { isSourcePath } from '../files/source-files.ts';
import { readSourceBytes, TEXT_LIMITS } from '../files/source-text.ts';
import type { FileDifference } from './diff-ranges.ts';
import { type PatchEntry, readPatch } from './read-patch.ts';
import { reverseHunks } from './reverse-hunks.ts';

/** A patch that a tree has, as what was before it. Paths are relative to the root, `/`-separated. */
export interface AppliedPatch {
  /** In the order of the newer paths. */
  readonly differences: readonly FileDifference[];
  /** The files that were others before, or were there alone. */
  readonly before: ReadonlyMap<string, Buffer>;
  /** The files that were not there. */
  readonly added: ReadonlySet<string>;
  /** Submodules that the patch moves to other commits. */
  readonly submodules: readonly string[];
}

/** What a patch did to a file that is where it says. */
interface PatchedFile {
  readonly difference: FileDifference;
  readonly before: Buffer | undefined;
  readonly isSubmodule: boolean;
}

/** How the names of a patch are read: from a folder on, without their first parts. */
interface Naming {
  readonly folder: string;
  readonly strip: number;
}

/**
 * Finds what a patch has done to a tree, which must have it: that is checked line by line.
 * @param patch in a unified form; its names may be anyone's, and lead nowhere but into the folders
 * @param folders which names may be relative to, the likeliest first: absolute, without links
 * @returns what it has done below a root, whose paths are relative to that
 * @throws UsageError for what is no patch, and where the tree does not have it
 */
export function findAppliedPatch(
  patch: Buffer,
  folders: readonly string[],
): (root: string) => AppliedPatch {
  const entries = readPatch(patch);
  let problem: UsageError | undefined;
  for (const naming of likeliestNamings(entries, folders)) {
    try {
      const files = patchedFiles(entries, naming);
      return (root) => inTree(files, naming.folder, root);
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      problem ??= thrown;
    }
  }
  throw problem ?? new Error('no folder is given');
}

/** Those by which the most files are there; where none is, only the first that leaves something of each name. */
function likeliestNamings(entries: readonly PatchEntry[], folders: readonly string[]): Naming[] {
  const all = [1, 0]
    .flatMap((strip) => folders.map((folder) => ({ folder, strip })))
    .map((naming) => ({
      naming,
      count: entries.filter((entry) => isThere(entry, naming)).length,
    }));
  const most = Math.max(...all.map(({ count }) => count));
  if (most > 0) return all.filter(({ count }) => count === most).map(({ naming }) => naming);
  const namings = all.map(({ naming }) => naming);
  const leavesAll = (naming: Naming) =>
    entries.every((entry) => {
      const name = entry.newName ?? entry.oldName ?? '';
      return stripped(name, stripOf(entry, naming)) !== '';
    });
  const first = namings.find(leavesAll) ?? namings[0];
  return first === undefined ? [] : [first];
}

/** The same from another folder on. */
function inTree(files: readonly PatchedFile[], folder: string, root: string): AppliedPatch {
  const place = (path: string | undefined) => {
    if (path === undefined) return undefined;
    const below = relative(root, join(folder, path)).split(sep).join('/');
    return leadsOutside(below) ? undefined : below;
  };
  const before = new Map<string, Buffer>();
  const added = new Set<string>();
  const differences: FileDifference[] = [];
  const submodules: string[] = [];
  for (const { difference, before: text, isSubmodule } of files) {
    const [oldPath, path] = [place(difference.oldPath), place(difference.path)];
    if (isSubmodule && path !== undefined) submodules.push(path);
    if (isSubmodule || (oldPath === undefined && path === undefined)) continue;
    // Of a mode alone nothing is reviewed.
    if (oldPath === path && difference.hunks.length === 0) continue;
    if (oldPath !== undefined && text !== undefined) before.set(oldPath, text);
    if (path !== undefined && path !== oldPath) added.add(path);
    differences.push({ oldPath, path, hunks: difference.hunks });
  }
  const nameOf = ({ path, oldPath = '' }: FileDifference) => path ?? oldPath;
  differences.sort((left, right) => byBytes(nameOf(left), nameOf(right)));
  return { differences, before, added, submodules };
}

function patchedFiles(entries: readonly PatchEntry[], naming: Naming): PatchedFile[] {
  const seen = new Set<string>();
  const present = new Set(
    entries.map((entry) => entry.newName && stripped(entry.newName, stripOf(entry, naming))),
  );
  return entries.map((entry) => {
    const name = stripped(entry.newName ?? entry.oldName ?? '', stripOf(entry, naming));
    const key = `${entry.newName === undefined ? 'old' : 'new'} ${name}`;
    if (seen.has(key)) {
      throw new UsageError(
        `the patch changes ${name} twice, as that of several commits: make one of all, such as with 'git diff BASE'`,
      );
    }
    seen.add(key);
    // A file that becomes a link is deleted and made.
    const isMadeAgain = entry.newName === undefined && present.has(name);
    return patchedFile(entry, naming, isMadeAgain);
  });
}

function patchedFile(entry: PatchEntry, naming: Naming, isMadeAgain: boolean): PatchedFile {
  const { folder } = naming;
  const strip = stripOf(entry, naming);
  const path = entry.newName === undefined ? undefined : stripped(entry.newName, strip);
  const former = entry.oldName === undefined ? undefined : stripped(entry.oldName, strip);
  const oldPath = path === undefined || entry.isRename ? former : former && path;
  if (path !== undefined) checkPlace(folder, path, entry.newName);
  if (oldPath !== undefined)
    checkPlace(folder, oldPath, path === oldPath ? entry.newName : entry.oldName);
  const file = (before: string | undefined, hunks: FileDifference['hunks']): PatchedFile => ({
    difference: { oldPath, path, hunks },
    before: before === undefined ? undefined : Buffer.from(before, 'latin1'),
    isSubmodule: entry.kind === 'submodule',
  });
  const name = path ?? oldPath ?? '';
  const now = path === undefined ? undefined : entryAt(folder, path);
  if (path !== undefined && now === undefined) throw notThere(name);
  // What a link leads to is no line of it, and what a submodule moves to is no file here.
  if (entry.kind === 'submodule' || entry.kind === 'link' || now?.isSymbolicLink() === true)
    return file(undefined, WHOLE);
  if (entry.kind === 'binary') {
    if (!isSourcePath(name)) return file(undefined, []);
    throw new UsageError(`the patch has no lines of ${name}: 'git diff --text' writes them`);
  }
  if (path === undefined && !isMadeAgain && entryAt(folder, name) !== undefined)
    throw new UsageError(`the patch deletes ${name}, which is there: ${APPLY}`);
  const reversed = reverseHunks(path === undefined ? '' : textOf(folder, path), entry.hunks);
  if ('mismatch' in reversed) {
    const why = reversed.isBefore ? 'is as before the patch' : 'is not as the patch has it';
    throw new UsageError(`line ${reversed.mismatch} of ${name} ${why}: ${APPLY}`);
  }
  return oldPath === undefined ? file(undefined, WHOLE) : file(reversed.text, reversed.hunks);
}

/** Of what has no lines to compare, all counts as changed. */
const WHOLE: FileDifference['hunks'] = [
  { oldStart: 0, oldCount: 0, start: 1, count: Number.MAX_SAFE_INTEGER },
];

const APPLY = "the work tree must have the patch, such as by 'git apply'";

function notThere(name: string): UsageError {
  return new UsageError(`the patch changes ${name}, which is not there: ${APPLY}`);
}

function textOf(folder: string, path: string): string {
  const limits = { ...TEXT_LIMITS, maxLineBytes: Number.POSITIVE_INFINITY };
  const source = readSourceBytes(folder, path, limits);
  if ('skip' in source) throw new UsageError(`${path} ${source.skip.reason}`);
  return source.bytes.toString('latin1');
}

/**
 * The names are those of who wrote the patch.
 * @param said the name as the patch has it
 */
function checkPlace(folder: string, path: string, said: string = path): void {
  const refuse = (name: string, why: string) =>
    new UsageError(`the patch names ${JSON.stringify(name)}, ${why}`);
  // Without its first part it might be empty.
  if (!isPlace(path)) throw refuse(said, 'which is no path of a file below the tree');
  const above = path.split('/').slice(0, -1);
  const isBelowLink = above.some(
    (_, depth) => entryAt(folder, above.slice(0, depth + 1).join('/'))?.isSymbolicLink() === true,
  );
  if (isBelowLink) throw refuse(path, 'which is below a link');
}

function isPlace(path: string): boolean {
  return (
    !path.includes('\0') && !path.split('/').some((part) => /^(?:|[.]{1,2}|[.]git)$/i.test(part))
  );
}

function isThere(entry: PatchEntry, naming: Naming): boolean {
  if (entry.newName === undefined) return false;
  const path = stripped(entry.newName, stripOf(entry, naming));
  return isPlace(path) && entryAt(naming.folder, path) !== undefined;
}

/** Undefined also for a name that no file can have. */
function entryAt(folder: string, path: string): Stats | undefined {
  try {
    return lstatSync(join(folder, path), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Of a file that was renamed and not changed, the names have prefixes from the parser alone. */
function stripOf({ isRename, hunks }: PatchEntry, { strip }: Naming): number {
  return isRename && hunks.length === 0 ? 1 : strip;
}

function stripped(name: string, parts: number): string {
  return name.split('/').slice(parts).join('/');
}
