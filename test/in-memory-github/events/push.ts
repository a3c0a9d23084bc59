import { type PushedCommit, pushedCommits } from '../git/pushed-commits.ts';
import { isAncestor } from '../git/store.ts';
import { readCommit } from '../operations/commit-json.ts';
import type { Account } from '../state/caller.ts';
import type { Repository } from '../state/repository.ts';
import { fullName } from '../state/repository-facts.ts';
import type { World } from '../state/world.ts';
import { emit } from './emit.ts';

/** How one ref changed; undefined where it was not there. */
export interface RefChange {
  readonly ref: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const NONE = '0'.repeat(40);

export async function emitPush(
  world: World,
  repository: Repository,
  sender: Account,
  { ref, before, after }: RefChange,
): Promise<void> {
  await emit(world, { name: 'push', action: null, repository, sender }, async () => {
    const { folder, refs, defaultBranch } = repository;
    const main = `refs/heads/${defaultBranch}`;
    // A new branch brings what the default branch does not have.
    const since = before ?? (ref === main ? undefined : refs.get(main));
    const range = since === undefined ? [] : [`^${since}`];
    const pushed = after === undefined ? [] : await pushedCommits(folder, after, ...range);
    const [tip] = after === undefined ? [] : await pushedCommits(folder, '--max-count=1', after);
    const json = (one: PushedCommit) => pushedJson(world, repository, one);
    const page = `${world.url}/${fullName(repository)}`;
    const overwritten = before && after && !(await isAncestor(folder, before, after));
    return {
      ...{ ref, before: before ?? NONE, after: after ?? NONE, base_ref: null },
      ...{ created: before === undefined, deleted: after === undefined },
      ...{ forced: overwritten === true, commits: await Promise.all(pushed.map(json)) },
      head_commit: tip === undefined ? null : await json(tip),
      compare: `${page}/compare/${before ?? NONE}...${after ?? NONE}`,
      pusher: { name: sender.login, email: `${sender.login}@users.noreply.github.com` },
    };
  });
}

async function pushedJson(world: World, repository: Repository, commit: PushedCommit) {
  const { sha, added, removed, modified } = commit;
  const { tree, message, author, committer } = await readCommit(repository.folder, sha);
  return {
    ...{ id: sha, tree_id: tree, message, timestamp: author.date, distinct: true },
    ...{ author, committer, added, removed, modified },
    url: `${world.url}/${fullName(repository)}/commit/${sha}`,
  };
}
