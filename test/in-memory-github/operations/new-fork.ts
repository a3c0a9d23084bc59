import { join } from 'node:path';
import { runGit } from '../git/run-git.ts';
import { makeStore } from '../git/store.ts';
import { afterPush } from '../merging/settle.ts';
import type { Account } from '../state/caller.ts';
import { emptyRepository, type Repository } from '../state/repository.ts';
import { fullName } from '../state/repository-facts.ts';
import { timestamp, type World } from '../state/world.ts';

/** Makes a fork with all the branches of a repository. */
export async function newFork(
  world: World,
  parent: Repository,
  owner: Account,
  name = parent.name,
): Promise<Repository> {
  const id = world.nextId();
  const folder = join(world.folder, `${id}.git`);
  const { defaultBranch } = parent;
  const fork = emptyRepository({
    ...{ id, owner, name, parent, folder, defaultBranch, private: parent.private },
    created: timestamp(world),
  });
  await makeStore(folder, defaultBranch);
  await runGit(folder, ['fetch', '--quiet', parent.folder, 'refs/heads/*:refs/heads/*']);
  world.repositories.set(fullName(fork).toLowerCase(), fork);
  await afterPush(world, fork, owner);
  return fork;
}
