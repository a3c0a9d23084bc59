import type { Skip } from '../../workspace/files/skip.ts';
import type { GitRepository } from '../../workspace/git/repository.ts';

/**
 * The submodules below a folder that a change moves to other commits: another repository has their sources, so that a
 * review says nothing of them, and has to say so.
 * @param commit that the change is compared with
 * @param known what is said already of files that are not in the folder
 */
export async function movedSubmodules(
  git: GitRepository,
  commit: string,
  known: readonly Skip[],
): Promise<Skip[]> {
  return submoduleSkips(await git.movedSubmodules(commit), known);
}

/** The same of those that are known to be moved. */
export function submoduleSkips(paths: readonly string[], known: readonly Skip[]): Skip[] {
  const named = new Set(known.map(({ file }) => file));
  const moved = paths.filter((path) => !named.has(path));
  const reason =
    'is a submodule, which the change moves to another commit: what that brings is not reviewed';
  return moved.map((file) => ({ file, reason, failed: false }));
}
