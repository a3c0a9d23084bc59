import { statSync } from 'node:fs';

/**
 * Whether a path that a person names leads to a file. A name that no file can have, such as one that is too
 * long or a link that leads to itself, leads to none.
 */
export function isFileAt(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
