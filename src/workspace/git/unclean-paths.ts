import { runGitOrThrow } from './git-command.ts';
import { filterOverrides } from './repository.ts';

/**
 * Which of some files git could not bring back: changed since HEAD, staged or not, unknown to git, or ignored.
 * @param folder in a git work tree; paths are relative to it
 * @throws UsageError when git refuses
 */
export async function uncleanPaths(folder: string, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const known = await listed(folder, ['ls-files', '-z'], paths);
  const changed = await listed(
    folder,
    [
      'diff',
      '--name-only',
      '-z',
      '--no-ext-diff',
      '--no-textconv',
      '--no-renames',
      '--relative',
      'HEAD',
    ],
    paths,
  );
  return paths.filter((path) => !known.has(path) || changed.has(path));
}

async function listed(
  folder: string,
  command: readonly string[],
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const literal = paths.map((path) => `:(literal)${path}`);
  const output = await runGitOrThrow(
    folder,
    [...command, '--', ...literal],
    await filterOverrides(folder),
  );
  return new Set(output.split('\0'));
}
