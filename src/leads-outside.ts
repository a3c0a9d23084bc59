import { isAbsolute } from 'node:path';

/**
 * Whether a path leads out of the folder that it starts from.
 * @param path as `relative` gives it: normalised, with `/`
 */
export function leadsOutside(path: string): boolean {
  return path === '..' || path.startsWith('../') || isAbsolute(path);
}
