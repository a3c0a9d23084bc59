import { isAbsolute, relative } from 'node:path';

/**
 * Whether a path leads out of the folder that it starts from.
 * @param path as `relative` gives it: normalised, with `/`
 */
export function leadsOutside(path: string): boolean {
  return path === '..' || path.startsWith('../') || isAbsolute(path);
}

/** Whether a path lies in a folder, at any depth, and is not the folder itself; both are absolute and normalised. */
export function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== '' && !leadsOutside(below);
}
