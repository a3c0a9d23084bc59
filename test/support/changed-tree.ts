import { commitAll, git, gitRepository } from './git-repository.ts';
import { addFiles } from './temporary-folder.ts';

type Files = Readonly<Record<string, string>>;

/** A work tree with a pull request checked out as actions/checkout does it: its merge, detached. */
export interface ChangedTree {
  readonly folder: string;
  readonly base: string;
  readonly head: string;
  /** What `GITHUB_SHA` is. */
  readonly merge: string;
  /** The event `pull_request`; `fork` is the id of another repository that the head is in. */
  event(fork?: number): unknown;
}

const HOME = { id: 7, name: 'demo', owner: { login: 'ada' } };

/**
 * @param before the files of the base
 * @param change files that the pull request changes
 * @param meanwhile files that are changed on the base branch since then
 */
export function changedTree(before: Files, change: Files, meanwhile: Files = {}): ChangedTree {
  const folder = gitRepository(before);
  const commit = (files: Files) => {
    addFiles(folder, files);
    commitAll(folder);
    return git(folder, 'rev-parse', 'HEAD').trim();
  };
  git(folder, 'checkout', '--quiet', '-b', 'topic');
  const head = commit(change);
  git(folder, 'checkout', '--quiet', 'main');
  const base = commit(meanwhile);
  git(folder, 'checkout', '--quiet', '--detach', 'main');
  git(folder, 'merge', '--quiet', '--no-ff', '--message=merge', 'topic');
  return {
    ...{ folder, base, head, merge: git(folder, 'rev-parse', 'HEAD').trim() },
    event: (fork) => ({
      repository: HOME,
      pull_request: {
        number: 3,
        user: { login: 'eve' },
        head: { sha: head, repo: { ...HOME, id: fork ?? HOME.id } },
        base: { sha: base, repo: HOME },
      },
    }),
  };
}
