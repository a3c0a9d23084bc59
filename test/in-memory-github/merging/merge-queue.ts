import { emitMergeGroup } from '../events/merge-group.ts';
import { noticePushes } from '../events/notice-pushes.ts';
import { emitPull } from '../events/pull-request.ts';
import { mergedCommit } from '../git/merge.ts';
import { runGit } from '../git/run-git.ts';
import { resolveCommit } from '../git/store.ts';
import { pullEnds } from '../operations/find-issue.ts';
import { Refusal } from '../server/refusal.ts';
import type { Account } from '../state/caller.ts';
import type { PullRequest } from '../state/issue.ts';
import { ensureAccount } from '../state/look-up.ts';
import type { QueueEntry } from '../state/merge-queue.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { signatureOf } from './merge-pull.ts';
import { mergeability, requiredState } from './mergeability.ts';
import { setMerged } from './set-merged.ts';

/** Puts a pull request at the end of its branch's queue. @throws Refusal 422 when it is not ready */
export async function enqueue(
  world: World,
  repository: Repository,
  sender: Account,
  request: PullRequest,
): Promise<void> {
  const { base } = request.pull;
  if (!repository.protections.get(base)?.mergeQueue) {
    throw new Refusal(422, `There is no merge queue for ${base}`);
  }
  const { problem } = await mergeability(repository, request);
  if (problem !== undefined) throw new Refusal(422, problem);
  const queue = queueOf(repository, base);
  if (queue.some((one) => one.request === request)) {
    throw new Refusal(422, 'Pull request is already in the merge queue');
  }
  await emitPull(world, repository, sender, request, 'enqueued');
  await addGroup(world, repository, { request, by: sender });
}

/** Takes a pull request out of its queue; those after it are put together anew. */
export async function dequeue(
  world: World,
  repository: Repository,
  sender: Account,
  request: PullRequest,
  reason: 'MANUAL' | 'CI_FAILURE' | 'MERGE_CONFLICT',
): Promise<void> {
  const queue = queueOf(repository, request.pull.base);
  const index = queue.findIndex((one) => one.request === request);
  const [entry, ...later] = index < 0 ? [] : queue.splice(index);
  if (entry === undefined) throw new Refusal(422, 'Pull request is not in the merge queue');
  await removeGroup(world, repository, entry, 'dequeued');
  await emitPull(world, repository, sender, request, 'dequeued', { reason });
  for (const one of later) await removeGroup(world, repository, one, 'invalidated');
  for (const one of later) await addGroup(world, repository, one);
}

/** Merges what has passed, from the front, and takes out what has failed. */
export async function settleQueues(world: World, repository: Repository): Promise<void> {
  for (const [branch, queue] of repository.mergeQueues) {
    for (let step = await next(repository, branch, queue); step !== undefined; ) {
      const { entry, reason } = step;
      if (reason !== undefined) {
        await dequeue(world, repository, queueBot(world), entry.request, reason);
      } else {
        await mergeFirst(world, repository, branch, queue);
      }
      step = await next(repository, branch, queue);
    }
  }
}

/** What is to be done next; undefined when everything waits for checks. */
async function next(repository: Repository, branch: string, queue: readonly QueueEntry[]) {
  for (const entry of queue) {
    const { head } = await pullEnds(repository, entry.request);
    const changed = entry.request.state === 'closed' || head !== entry.pullHead;
    if (changed) return { entry, reason: 'MANUAL' as const };
    const state = requiredState(repository, branch, entry.headSha);
    if (state === 'failed') return { entry, reason: 'CI_FAILURE' as const };
  }
  const [entry] = queue;
  const passed = entry && requiredState(repository, branch, entry.headSha) === 'passed';
  return passed ? { entry, reason: undefined } : undefined;
}

async function mergeFirst(
  world: World,
  repository: Repository,
  branch: string,
  queue: QueueEntry[],
): Promise<void> {
  const [entry] = queue;
  if (entry === undefined) return;
  const ref = `refs/heads/${branch}`;
  if ((await resolveCommit(repository.folder, ref)) !== entry.baseSha) {
    // Somebody pushed past the queue: every group is built on what is no longer there.
    const all = queue.splice(0);
    for (const one of all) await removeGroup(world, repository, one, 'invalidated');
    for (const one of all) await addGroup(world, repository, one);
    return;
  }
  queue.shift();
  const { headSha: commit, baseSha: base, request } = entry;
  await runGit(repository.folder, ['update-ref', ref, commit, base]);
  await setMerged(world, repository, request, { by: queueBot(world), commit, base });
  await removeGroup(world, repository, entry, 'merged');
}

async function addGroup(
  world: World,
  repository: Repository,
  { request, by }: Pick<QueueEntry, 'request' | 'by'>,
): Promise<void> {
  const { number, title, pull } = request;
  const { folder } = repository;
  const queue = queueOf(repository, pull.base);
  const { head, base: tip } = await pullEnds(repository, request);
  const base = queue.at(-1)?.headSha ?? tip;
  const bot = queueBot(world);
  const message = `Merge pull request #${number} from ${pull.head.branch}\n\n${title}`;
  const author = signatureOf(world, bot);
  const commit = await mergedCommit(folder, { base, head, method: 'merge', message, author });
  if (commit === undefined) {
    const reason = 'MERGE_CONFLICT';
    return await emitPull(world, repository, bot, request, 'dequeued', { reason });
  }
  const ref = `refs/heads/gh-readonly-queue/${pull.base}/pr-${number}-${base}`;
  await runGit(folder, ['update-ref', ref, commit]);
  const entry = { request, by, pullHead: head, ref, baseSha: base, headSha: commit };
  queue.push(entry);
  await noticePushes(world, repository, bot);
  await emitMergeGroup(world, repository, bot, entry);
}

async function removeGroup(
  world: World,
  repository: Repository,
  entry: QueueEntry,
  reason: 'merged' | 'invalidated' | 'dequeued',
): Promise<void> {
  await runGit(repository.folder, ['update-ref', '-d', entry.ref]);
  await noticePushes(world, repository, queueBot(world));
  await emitMergeGroup(world, repository, queueBot(world), entry, reason);
}

function queueOf({ mergeQueues }: Repository, branch: string): QueueEntry[] {
  const queue = mergeQueues.get(branch) ?? [];
  mergeQueues.set(branch, queue);
  return queue;
}

/** Whom GitHub signs with what its queue does. */
function queueBot(world: World): Account {
  return ensureAccount(world, 'github-merge-queue[bot]', 'Bot');
}
