import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { loadSourceChange, type WeakenedPlace } from '../../src/security/slice/source-change.ts';
import { SourceIndex } from '../../src/security/slice/source-index.ts';
import { openRepository } from '../../src/workspace/git/repository.ts';
import { changedRepository } from './changed-repository.ts';
import { scanOf } from './scanned-tree.ts';

/** The index of a head whose base holds other files, as a review of the change has it. */
export async function changedIndex(
  base: Readonly<Record<string, string>>,
  head: Readonly<Record<string, string | undefined>>,
  weakened: readonly WeakenedPlace[] = [],
): Promise<SourceIndex> {
  const { root, commit } = changedRepository(base, head);
  const git = await openRepository(root);
  const differences = await git.differences(commit);
  const change = await loadSourceChange(git, { commit, differences }, weakened);
  return new SourceIndex(await scanOf(root), loadGrammars(), { change });
}
