import { listRefs } from '../git/refs.ts';
import { ensureSuite } from '../operations/check-suite.ts';
import type { Account } from '../state/caller.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { emitSuite } from './check.ts';
import { followHeads, loseBase, noticeMerges } from './follow-branch.ts';
import { emitPush, type RefChange } from './push.ts';

/**
 * Compares the refs of a repository with those that were last seen, and tells what was pushed: for
 * whoever wrote refs to call, whichever way they were written.
 */
export async function noticePushes(
  world: World,
  repository: Repository,
  sender: Account,
): Promise<void> {
  // One comparison at a time: no push is seen twice.
  await repository.noticing(async () => {
    const seen = repository.refs;
    const present = listRefs(repository.folder);
    // Those of pull requests are written by GitHub alone.
    const refs = new Map([...present].filter(([ref]) => !ref.startsWith('refs/pull/')));
    repository.refs = refs;
    for (const ref of new Set([...seen.keys(), ...refs.keys()])) {
      const change = { ref, before: seen.get(ref), after: refs.get(ref) };
      if (change.before !== change.after) await pushed(world, repository, sender, change);
    }
  });
}

async function pushed(world: World, repository: Repository, sender: Account, change: RefChange) {
  await emitPush(world, repository, sender, change);
  const { ref, before, after } = change;
  const [, branch] = /^refs\/heads\/(.+)$/.exec(ref) ?? [];
  if (branch === undefined) return;
  await followHeads(world, repository, sender, branch, { before, after });
  if (after === undefined) return await loseBase(world, repository, sender, branch, before);
  await noticeMerges(world, repository, sender, branch, { before, after });
  await world.actions.start(repository, sender, { event: 'push', branch, sha: after });
  for (const { app, permissions, repositories } of world.installations.values()) {
    if (permissions['checks'] !== 'write' || !repositories.has(repository.id)) continue;
    const suite = ensureSuite(world, repository, app, after);
    await emitSuite(world, repository, sender, suite, 'requested');
  }
}
