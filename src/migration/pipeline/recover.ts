import { UsageError } from '../../errors.ts';
import { openRepository } from '../../workspace/git/repository.ts';
import { loadProgress } from '../state/progress.ts';
import { SYMBOL_MAP_PATH } from '../state/symbol-map.ts';
import { finishPending } from '../state/write-and-commit.ts';

/**
 * Finishes what an earlier run had begun to write, and sees that nothing of a person's is lost.
 * @param crate the folder of the crate, relative to the project's
 * @throws UsageError without a commit, and for work that no commit holds
 */
export async function recoverInterruptedRun(
  project: string,
  crate: string,
  onProgress: (line: string) => void,
): Promise<void> {
  const finished = await finishPending(project);
  if (finished) onProgress('an earlier run was ended while it wrote: finished');
  const git = await openRepository(project);
  const head = await git.head();
  if (head === undefined) {
    throw new UsageError(
      `${project} has no commit yet; commit the C first: git add . && git commit`,
    );
  }
  const { changed, untracked } = await git.uncommitted();
  const own = [...changed, ...untracked].find(
    (path) => path.startsWith(`${crate}/`) || path.startsWith(SYMBOL_MAP_PATH),
  );
  if (own !== undefined) {
    throw new UsageError(
      `${own} has changes that no commit holds; commit or undo them, then run again`,
    );
  }
  const last = loadProgress(project)?.commit ?? '';
  if (last !== '' && last !== head) {
    const base = await git.commonAncestor(last).catch(() => undefined);
    const how = base === last ? 'has commits on top of' : 'is no longer';
    onProgress(
      `HEAD ${how} the last commit of the migration, ${last.slice(0, 12)}: going by what the crate holds now`,
    );
  }
}
