import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { FindingSettings } from './finding-settings.ts';

/**
 * One line for every folder that something is settled of and that the tree does not have: a path that was mistyped, or
 * that has moved, decides nothing.
 */
export function absentFolders(root: string, settings: readonly FindingSettings[]): string[] {
  const folders = new Set(settings.map(({ folder }) => folder));
  return [...folders]
    .filter((folder) => folder !== '' && !isThere(join(root, folder)))
    .map((folder) => `review.folders names ${folder}, which is not in what is scanned`);
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
