import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from './run-git.ts';

/** A path of a new tree: an object there, or nothing where there was one. */
export interface TreeChange {
  readonly path: string;
  readonly mode: string;
  /** Null takes the path away. */
  readonly sha: string | null;
}

let indexes = 0;

/** Writes a tree: another one with changes, or of these alone. Returns its id. */
export async function writeTree(
  folder: string,
  base: string | undefined,
  changes: readonly TreeChange[],
): Promise<string> {
  indexes += 1;
  const index = join(folder, `index-${indexes}`);
  try {
    if (base !== undefined) await runGit(folder, ['read-tree', base], { index });
    const lines = await Promise.all(changes.map((change) => indexLines(folder, change)));
    const input = lines.flat().map((line) => `${line}\0`);
    await runGit(folder, ['update-index', '-z', '--index-info'], { index, input: input.join('') });
    return (await runGit(folder, ['write-tree'], { index })).toString().trim();
  } finally {
    await rm(index, { force: true });
  }
}

/** An index has files only: a folder is all the files below it. */
async function indexLines(folder: string, { path, mode, sha }: TreeChange): Promise<string[]> {
  if (sha === null) return [`0 ${'0'.repeat(40)}\t${path}`];
  if (mode !== '040000') return [`${mode} ${sha}\t${path}`];
  const text = (await runGit(folder, ['ls-tree', '-r', '-z', sha])).toString();
  return text
    .split('\0')
    .filter((line) => line !== '')
    .map((line) =>
      line.replace(/^(\d+) \w+ (\w+)\t/, (_all, kind, id) => `${kind} ${id}\t${path}/`),
    );
}
