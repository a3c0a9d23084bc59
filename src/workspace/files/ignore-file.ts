import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byBytes } from './byte-order.ts';
import { SKIPPED_FOLDERS } from './source-files.ts';

/** Says which files Rustward leaves out, in the words of a `.gitignore`, for its folder and what is below it. */
export const IGNORE_FILE = '.rustwardignore';

/** A longer file is none. */
export const MAX_IGNORE_BYTES = 1_000_000;

/** A file of that name. */
export interface IgnoreFile {
  /** Relative to the root, `/`-separated; empty for the root. */
  readonly folder: string;
  readonly text: string;
}

/** The folder of a path that names an ignore file; undefined for any other path. */
export function folderOfIgnoreFile(path: string): string | undefined {
  if (path === IGNORE_FILE) return '';
  return path.endsWith(`/${IGNORE_FILE}`) ? path.slice(0, -IGNORE_FILE.length - 1) : undefined;
}

/**
 * The ignore files of a tree. Folders that a scan skips for their names are not looked into, and links are not followed, as
 * git does not follow a `.gitignore` that is one.
 */
export function ignoreFilesIn(root: string): IgnoreFile[] {
  return foldersWithIgnoreFile(root).flatMap((folder) => {
    const text = textOf(join(root, folder, IGNORE_FILE));
    return text === undefined ? [] : [{ folder, text }];
  });
}

/** The paths of what has the name of an ignore file, and counts for nothing. */
export function unreadIgnoreFiles(root: string): string[] {
  return foldersWithIgnoreFile(root)
    .filter((folder) => textOf(join(root, folder, IGNORE_FILE)) === undefined)
    .map((folder) => join(folder, IGNORE_FILE))
    .sort(byBytes);
}

function foldersWithIgnoreFile(root: string): string[] {
  const found: string[] = [];
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === IGNORE_FILE) found.push(folder);
      if (entry.isDirectory() && !SKIPPED_FOLDERS.includes(entry.name)) pending.push(path);
    }
  }
  return found;
}

/**
 * The lines of one `.gitignore` at the root that say what all of the files say: those of a folder come after those of the
 * folders above, so that they decide.
 */
export function ignoreLines(files: readonly IgnoreFile[]): string[] {
  const depth = ({ folder }: IgnoreFile) => (folder === '' ? 0 : folder.split('/').length);
  return files
    .toSorted((left, right) => depth(left) - depth(right) || byBytes(left.folder, right.folder))
    .flatMap(({ folder, text }) =>
      text
        .replace(/^\uFEFF/, '')
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
        .map((line) => lineFromRoot(line, folder)),
    );
}

function lineFromRoot(line: string, folder: string): string {
  if (folder === '') return line;
  const [, not = '', pattern = ''] = /^(!?)(.*)$/.exec(line) ?? [];
  const place = folder.replaceAll(/[\\*?[\]!# ]/g, '\\$&');
  // Without a slash but at its end, a line holds at every depth.
  const isAnywhere = !pattern.trimEnd().slice(0, -1).includes('/');
  return `${not}/${place}/${isAnywhere ? '**/' : ''}${pattern.replace(/^\//, '')}`;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // The scan says of a folder that it cannot be listed.
    return [];
  }
}

function textOf(path: string): string | undefined {
  try {
    const entry = lstatSync(path);
    const isRead = entry.isFile() && entry.size <= MAX_IGNORE_BYTES;
    return isRead ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
