import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { makeFolderBelow } from '../files/open-folder.ts';

/** What is kept below `.rustward`: the artifacts of the review, of the migration, what agents learnt. */
export type StateKind = 'sec' | 'c2rust' | 'memory';

/** What is meant to be committed beside the code. */
const COMMITTED: ReadonlySet<StateKind> = new Set(['c2rust']);

/** Headers that the build of a C project makes, which whatever compiles single files of it needs. */
export const GENERATED_HEADERS = '.rustward/c2rust/generated';

/** All folders of state, relative to where it is kept. */
export const STATE_FOLDERS: readonly string[] = [
  ...['.rustward/sec', '.rustward/c2rust', '.rustward/memory'],
];

/**
 * The path of `.rustward/sec` (or another kind) below a folder where that is there already.
 * @throws UsageError when something else is in its place, such as a link
 */
export function findStateFolder(root: string, kind: StateKind = 'sec'): string | undefined {
  let path = root;
  for (const name of ['.rustward', kind]) {
    path = join(path, name);
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return undefined;
    if (!entry.isDirectory()) throw new UsageError(`cannot read ${path}: it is not a folder`);
  }
  return path;
}

/**
 * Makes `.rustward/sec` (or another kind) below a folder and returns its path. The folder may be a
 * stranger's, so a link in the way is refused rather than followed; git is told
 * to leave the artifacts alone, but for those of a migration.
 * @throws UsageError when the folder cannot be made.
 */
export function openStateFolder(root: string, kind: StateKind = 'sec'): string {
  const path = makeFolderBelow(root, `.rustward/${kind}`);
  if (COMMITTED.has(kind)) return path;
  const ignore = join(path, '.gitignore');
  if (lstatSync(ignore, { throwIfNoEntry: false }) === undefined) {
    writeFileAtomically(ignore, '*\n');
  }
  return path;
}
