import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf, UsageError } from '../../errors.ts';
import type { Report } from '../../security/report/report.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { makeFolderBelow } from '../../workspace/files/open-folder.ts';
import { openStateFolder } from '../../workspace/state/state-folder.ts';

/** Where drivers go: a folder that a person named, or below that with the state of a tree. */
export type ReproductionsFolder = { readonly named: string } | { readonly stateBelow: string };

/**
 * Writes what shows the reproduced findings of a report again: a folder for each, by the id of the finding.
 * @returns the folders
 * @throws UsageError when one cannot be written
 */
export function writeReproductions({ candidates }: Report, where: ReproductionsFolder): string[] {
  const reproduced = candidates.filter(
    ({ reproduction }) => reproduction?.outcome === 'reproduced',
  );
  if (reproduced.length === 0) return [];
  const root = openFolder(where);
  return reproduced.flatMap(({ id, reproduction }) => {
    if (reproduction?.outcome !== 'reproduced') return [];
    const folder = makeFolderBelow(root, id);
    for (const { path, text } of reproduction.files) {
      makeFolderBelow(folder, dirname(path));
      writeFileAtomically(join(folder, path), text);
    }
    writeFileSync(join(folder, 'input'), Buffer.from(reproduction.input, 'base64'));
    return [folder];
  });
}

function openFolder(where: ReproductionsFolder): string {
  if ('stateBelow' in where)
    return makeFolderBelow(openStateFolder(where.stateBelow), 'reproductions');
  try {
    mkdirSync(where.named, { recursive: true });
    return realpathSync(where.named);
  } catch (thrown) {
    throw new UsageError(`cannot make the folder ${where.named}: ${messageOf(thrown)}`);
  }
}
