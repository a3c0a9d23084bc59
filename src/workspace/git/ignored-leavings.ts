import { runGit } from './git-command.ts';

/**
 * What lies in a work tree, is ignored and is in no commit, such as what a build has left: as lines of a `.gitignore`. It
 * is asked of git, so that nothing that git tracks is among it, whatever a `.gitignore` says.
 * @param folder in the work tree
 * @returns paths from the folder on; none where git does not say
 */
export async function ignoredLeavings(folder: string): Promise<string[]> {
  const question = ['-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const { status, stdout } = await runGit(folder, ['ls-files', ...question, '--', '.']);
  if (status !== 0) return [];
  return stdout
    .split('\0')
    .filter((path) => path !== '' && !path.includes('\n'))
    .map((path) => `/${path.replaceAll(/[\\*?[\]!# ]/g, '\\$&')}`);
}
