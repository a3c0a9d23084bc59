import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, UsageError } from '../../errors.ts';
import type { Report } from '../../security/report/report.ts';
import { scriptName, selfContainedScript } from '../../security/report/reproduction-view.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { makeFolders } from '../../workspace/files/make-folders.ts';
import { makeFolderBelow } from '../../workspace/files/open-folder.ts';
import { openStateFolder } from '../../workspace/state/state-folder.ts';

/** Where scripts go: a folder that a person named, or below that with the state of a tree. */
export type ReproductionsFolder = { readonly named: string } | { readonly stateBelow: string };

/**
 * Writes what shows the reproduced findings of a report again: a script for each, which has all that it needs in it.
 * @returns the paths of the scripts
 * @throws UsageError when one cannot be written
 */
export function writeReproductions({ candidates }: Report, where: ReproductionsFolder): string[] {
  const scripts = candidates.flatMap(({ id, reproduction }) =>
    reproduction?.outcome === 'reproduced'
      ? [{ name: scriptName(id), text: selfContainedScript(reproduction) }]
      : [],
  );
  if (scripts.length === 0) return [];
  const folder = openFolder(where);
  return scripts.map(({ name, text }) => {
    const path = join(folder, name);
    writeFileAtomically(path, text);
    return path;
  });
}

function openFolder(where: ReproductionsFolder): string {
  if ('stateBelow' in where) {
    return makeFolderBelow(openStateFolder(where.stateBelow), 'reproductions');
  }
  try {
    makeFolders(where.named);
    return realpathSync(where.named);
  } catch (thrown) {
    throw new UsageError(`cannot make the folder ${where.named}: ${messageOf(thrown)}`);
  }
}
