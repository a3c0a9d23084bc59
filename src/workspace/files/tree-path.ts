import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { UsageError } from '../../errors.ts';

/**
 * The real path of an untrusted path below a tree, or of the folder that a new file would be in.
 * Nothing is opened or made here.
 * @param root the real path of the tree
 * @param path relative, `/`-separated; empty or `.` for the tree itself
 * @throws UsageError for absolute paths, `..`, NUL, links that lead out of the tree, and what is
 *   neither a file nor a folder
 */
export function resolveInsideTree(root: string, path: string): string {
  const refuse = (why: string) => new UsageError(`the path ${JSON.stringify(path)} ${why}`);
  if (path.includes('\0')) throw refuse('holds a NUL');
  if (isAbsolute(path)) throw refuse('is absolute; give it relative to the tree');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw refuse('leads upwards; give it relative to the tree');
  if (parts.some((part) => part.toLowerCase() === '.git')) throw refuse('is part of git itself');
  const wanted = join(root, ...parts);
  const real = existing(wanted) ?? join(realFolder(dirname(wanted), refuse), parts.at(-1) ?? '');
  const below = relative(root, real);
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    throw refuse('leads out of the tree through a link');
  }
  const entry = lstatSync(real, { throwIfNoEntry: false });
  if (entry !== undefined && !entry.isFile() && !entry.isDirectory()) {
    throw refuse('is neither a file nor a folder');
  }
  return real;
}

function realFolder(folder: string, refuse: (why: string) => UsageError): string {
  const real = existing(folder);
  if (real === undefined) throw refuse('does not exist, and neither does its folder');
  return real;
}

/** Undefined for what does not exist, and for a link that leads nowhere. */
function existing(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
