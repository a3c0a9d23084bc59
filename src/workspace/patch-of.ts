import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../errors.ts';
import { runGit } from './git-command.ts';
import { openFolder } from './open-folder.ts';
import { insideTree } from './tree-path.ts';

/** A file as it is to be, relative to the repository; without content it goes. */
interface PatchedFile {
  readonly path: string;
  readonly content: string | null;
}

/**
 * What `git apply` takes to make a commit's files into others. The files are written to the folder,
 * which must be a copy that nobody needs afterwards.
 * @param folder with the commit checked out, and no links in it
 * @throws UsageError for a path that leads out of the folder
 */
export async function patchOf(folder: string, files: readonly PatchedFile[]): Promise<string> {
  for (const { path, content } of files) {
    const above = dirname(path);
    if (above !== '.') openFolder(folder, above);
    const file = insideTree(realpathSync(folder), path);
    if (content === null) rmSync(file, { force: true });
    else writeFileSync(file, content);
  }
  const paths = files.map(({ path }) => `:(literal)${path}`);
  const done = async (args: readonly string[]) => {
    const { status, stdout, stderr } = await runGit(folder, args);
    if (status === 0) return stdout;
    const [first = `status ${status}`] = stderr.trim().split('\n');
    throw new UsageError(`git ${args[0]} failed in ${folder}: ${first}`);
  };
  await done(['add', '--all', '--force', '--', ...paths]);
  const form = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--binary'];
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/'];
  return await done(['diff', '--cached', ...form, ...prefixes, 'HEAD', '--', ...paths]);
}
