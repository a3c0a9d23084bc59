import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { FindingSettings } from './finding-settings.ts';

/**
 * One line for every folder that something is settled of and that the tree does not have: a path that was mistyped, or
 * that has moved, decides nothing.
 */
export function absentFolders(root: string, settings: readonly FindingSettings[]): string[] {
  const lines = settings
    .filter(({ folder }) => folder !== '' && !isThere(join(root, folder)))
    .map(({ folder, at }) => {
      const place = at?.folder === undefined ? '' : `${at.folder}: `;
      return `${place}review.folders names ${folder}, which is not in what is scanned`;
    });
  return [...new Set(lines)];
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
