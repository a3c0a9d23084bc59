import { isAncestor, listRefs } from '../git/store.ts';
import { setMerged } from '../merging/set-merged.ts';
import { ensureSuite } from '../operations/check-suite.ts';
import { isPull, pullEnds } from '../operations/find-issue.ts';
import type { Account } from '../state/caller.ts';
import { type Repository, roleOf } from '../state/repository.ts';
import { timestamp, type World } from '../state/world.ts';
import { emitSuite } from './check.ts';
import { emitPull } from './pull-request.ts';
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
    const present = await listRefs(repository.folder);
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
  if (after === undefined) return;
  await noticeMerges(world, repository, sender, branch, { before, after });
  for (const { app, permissions, repositories } of world.installations.values()) {
    if (permissions['checks'] !== 'write' || !repositories.has(repository.id)) continue;
    const suite = ensureSuite(world, repository, app, after);
    await emitSuite(world, repository, sender, suite, 'requested');
  }
}

/** Pull requests of a branch, here and where this is a fork of, follow it; without it they close. */
async function followHeads(
  world: World,
  repository: Repository,
  sender: Account,
  branch: string,
  { before, after }: Pick<RefChange, 'before' | 'after'>,
): Promise<void> {
  for (const base of world.repositories.values()) {
    for (const request of [...base.issues.values()].filter(isPull)) {
      const { head } = request.pull;
      if (request.state !== 'open' || head.branch !== branch) continue;
      if (head.repository.id !== repository.id) continue;
      request.updated = timestamp(world);
      if (after === undefined) {
        request.state = 'closed';
        request.closed = timestamp(world);
        await emitPull(world, base, sender, request, 'closed');
        continue;
      }
      await pullEnds(base, request);
      if (request.pull.autoMerge && !mayWrite(base, sender)) {
        request.pull.autoMerge = undefined;
        const reason = 'A user without write access pushed';
        await emitPull(world, base, sender, request, 'auto_merge_disabled', { reason });
      }
      await emitPull(world, base, sender, request, 'synchronize', { before, after });
    }
  }
}

/** A pull request whose commits somebody pushed to its base branch is merged. */
async function noticeMerges(
  world: World,
  repository: Repository,
  by: Account,
  branch: string,
  { before, after }: { readonly before: string | undefined; readonly after: string },
): Promise<void> {
  for (const request of [...repository.issues.values()].filter(isPull)) {
    if (request.state !== 'open' || request.pull.base !== branch || before === undefined) continue;
    const { head } = await pullEnds(repository, request);
    if (!(await isAncestor(repository.folder, head, after))) continue;
    await setMerged(world, repository, request, { by, commit: after, base: before });
  }
}

function mayWrite(repository: Repository, { login, type }: Account): boolean {
  return type === 'Bot' || ['write', 'maintain', 'admin'].includes(roleOf(repository, login));
}
