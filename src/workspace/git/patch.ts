import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolderBelow } from '../files/open-folder.ts';
import { resolveInsideTree } from '../files/tree-path.ts';
import { runGitOrThrow } from './git-command.ts';

/** A file as it is to be, relative to the repository; without content it goes. */
interface PatchedFile {
  readonly path: string;
  readonly content: string | null;
}

/**
 * What `git apply` takes to make a commit's files into others. The files are written to the folder,
 * which must be a copy made for this call.
 * @param folder with the commit checked out, and no links in it
 * @throws UsageError for a path that leads out of the folder
 */
export async function buildPatch(folder: string, files: readonly PatchedFile[]): Promise<string> {
  for (const { path, content } of files) {
    const above = dirname(path);
    if (above !== '.') makeFolderBelow(folder, above);
    const file = resolveInsideTree(realpathSync(folder), path);
    if (content === null) rmSync(file, { force: true });
    else writeFileSync(file, content);
  }
  const paths = files.map(({ path }) => `:(literal)${path}`);
  await runGitOrThrow(folder, ['add', '--all', '--force', '--', ...paths]);
  const form = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--binary'];
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/'];
  const shown = ['diff', '--cached', ...form, ...prefixes, 'HEAD', '--', ...paths];
  return await runGitOrThrow(folder, shown);
}
