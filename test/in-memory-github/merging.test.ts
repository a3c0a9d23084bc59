import { expect, test } from '@jest/globals';
import { listeningApp } from '../support/listening-app.ts';
import { client, openedGitHub } from '../support/opened-github.ts';
import type { GitHub } from './open-github.ts';

const demo = { owner: 'ada', repo: 'demo' };
const BOT = { checks: 'write', contents: 'write', pull_requests: 'write' };
const ENABLE = `mutation ($id: ID!) {
  enablePullRequestAutoMerge(input: { pullRequestId: $id, mergeMethod: SQUASH }) {
    pullRequest { autoMergeRequest { mergeMethod enabledBy { login } } }
  }
}`;

/** A repository of ada's with branches that change a file each, and a bot that makes checks. */
async function opened(...branches: string[]) {
  const github = await openedGitHub();
  const { rest, graphql } = client(github, github.addUser('ada'));
  await github.addRepository('ada/demo', {
    ...{ files: { 'a.c': 'a\n' }, allowAutoMerge: true },
  });
  const bot = client(github, github.actionsToken('ada/demo', BOT));
  for (const head of branches) {
    await github.commit('ada/demo', head, { [`${head}.c`]: `${head}\n` }, `adds ${head}`);
    await rest.pulls.create({ ...demo, title: `Add ${head}`, head, base: 'main' });
  }
  const pass = (head_sha: string, conclusion: 'success' | 'failure' = 'success') =>
    bot.rest.checks.create({ ...demo, name: 'review', head_sha, conclusion });
  const pull = async (pull_number: number) => (await rest.pulls.get({ ...demo, pull_number })).data;
  const passPull = async (number: number) => pass((await pull(number)).head.sha);
  const tip = async (branch = 'main') =>
    (await rest.repos.getBranch({ ...demo, branch })).data.commit;
  return { github, rest, graphql, bot, pass, passPull, pull, tip };
}

test.each([
  ['merge', 2, 'Merge pull request #1 from ada/topic\n\nAdd topic'],
  ['squash', 1, 'Add topic (#1)'],
  ['rebase', 1, 'adds topic'],
] as const)('a pull request is merged: %s', async (merge_method, parents, message) => {
  const { github, rest, pull, tip } = await opened('topic');
  await github.commit('ada/demo', 'main', { 'm.c': 'm\n' });
  const files = await rest.pulls.listFiles({ ...demo, pull_number: 1 });
  const { data } = await rest.pulls.merge({ ...demo, pull_number: 1, merge_method });
  const head = await tip();
  expect(head.sha).toBe(data.sha);
  expect(head.parents).toHaveLength(parents);
  expect(head.commit.message).toBe(message);
  const merged = { merged: true, state: 'closed', merge_commit_sha: data.sha };
  expect(await pull(1)).toMatchObject({ ...merged, merged_by: { login: 'ada' } });
  // What it changed is still to be seen.
  expect(await rest.pulls.listFiles({ ...demo, pull_number: 1 })).toMatchObject({
    data: files.data.map(({ filename, patch }) => ({ filename, patch })),
  });
  await rest.pulls.checkIfMerged({ ...demo, pull_number: 1 });
  const again = rest.pulls.merge({ ...demo, pull_number: 1 });
  await expect(again).rejects.toMatchObject({ status: 405 });
});

test('what keeps a pull request from being merged', async () => {
  const { github, rest, graphql, passPull, pass, pull } = await opened('topic');
  const merge = (sha?: string) =>
    rest.pulls.merge({ ...demo, pull_number: 1, ...(sha && { sha }) });
  github.protectBranch('ada/demo', 'main', { checks: ['review'] });
  await expect(merge()).rejects.toThrow('Required status check "review" is expected.');
  expect(await pull(1)).toMatchObject({ mergeable: true, mergeable_state: 'blocked' });
  const { head, node_id: id } = await pull(1);
  await pass(head.sha, 'failure');
  await expect(merge()).rejects.toThrow('Required status check "review" is failing.');
  await passPull(1);
  expect(await pull(1)).toMatchObject({ mergeable_state: 'clean' });
  await expect(merge('0'.repeat(40))).rejects.toMatchObject({ status: 409 });
  const draft = `mutation ($id: ID!) {
    convertPullRequestToDraft(input: { pullRequestId: $id }) { clientMutationId }
  }`;
  await graphql(draft, { id });
  await expect(merge()).rejects.toThrow('still a draft');
  await github.markReady('ada/demo', 1, 'ada');
  await github.commit('ada/demo', 'main', { 'topic.c': 'other\n' });
  expect(await pull(1)).toMatchObject({ mergeable: false, mergeable_state: 'dirty' });
  await expect(merge()).rejects.toThrow('not mergeable');
});

test('to merge, an app writes contents', async () => {
  const { github } = await opened('topic');
  const permissions = { contents: 'read', pull_requests: 'write' };
  const { rest } = client(github, github.actionsToken('ada/demo', permissions));
  const merge = rest.pulls.merge({ ...demo, pull_number: 1 });
  await expect(merge).rejects.toMatchObject({ status: 403 });
});

test('a merge is heard of, also one that was pushed', async () => {
  const { github, rest } = await opened('one', 'two');
  const events = ['pull_request', 'push'];
  const app = await listeningApp(github, BOT, { events });
  github.install(app.app, ['ada/demo']);
  await app.heard();
  await rest.pulls.merge({ ...demo, pull_number: 1 });
  const { data } = await rest.git.getRef({ ...demo, ref: 'heads/two' });
  const { sha } = data.object;
  await rest.git.updateRef({ ...demo, ref: 'heads/main', sha, force: true });
  await github.delivered();
  const closed = app.received.filter(({ name }) => name === 'pull_request closed');
  expect(closed.map(({ payload }) => payload)).toMatchObject([
    { number: 1, pull_request: { merged: true } },
    { number: 2, pull_request: { merged: true, merge_commit_sha: sha } },
  ]);
  expect(await app.heard()).toEqual([
    ...['pull_request closed', 'push', 'check_suite requested'],
    ...['push', 'pull_request closed', 'check_suite requested'],
  ]);
});

test('a pull request is merged by itself once its checks pass', async () => {
  const { github, graphql, passPull, pull, tip } = await opened('topic');
  const { node_id: id } = await pull(1);
  await expect(graphql(ENABLE, { id })).rejects.toThrow('Pull request is in clean status');
  github.protectBranch('ada/demo', 'main', { checks: ['review'] });
  expect(await graphql(ENABLE, { id })).toMatchObject({
    enablePullRequestAutoMerge: {
      pullRequest: { autoMergeRequest: { mergeMethod: 'SQUASH', enabledBy: { login: 'ada' } } },
    },
  });
  expect(await pull(1)).toMatchObject({ auto_merge: { merge_method: 'squash' }, merged: false });
  await passPull(1);
  expect(await pull(1)).toMatchObject({ merged: true, auto_merge: null });
  expect((await tip()).commit.message).toBe('Add topic');
});

test('a push of who may not write switches it off', async () => {
  const { github, rest, graphql, pull } = await opened();
  const { rest: eve } = client(github, github.addUser('eve'));
  await github.addFork('ada/demo', 'eve');
  await github.commit('eve/demo', 'fix', { 'e.c': 'e\n' });
  await rest.repos.get(demo);
  await eve.pulls.create({ ...demo, title: 'e', head: 'eve:fix', base: 'main' });
  github.protectBranch('ada/demo', 'main', { checks: ['review'] });
  await graphql(ENABLE, { id: (await pull(1)).node_id });
  await github.commit('eve/demo', 'fix', { 'e.c': 'f\n' });
  expect((await pull(1)).auto_merge).toBeNull();
});

/** Three pull requests with passing checks, and an app that hears of the queue. */
async function queued() {
  const all = await opened('one', 'two', 'three');
  const { github, passPull } = all;
  github.protectBranch('ada/demo', 'main', { checks: ['review'], mergeQueue: true });
  for (const number of [1, 2, 3]) await passPull(number);
  const app = await hearing(github);
  const groups = async () => {
    await github.delivered();
    return app.received.splice(0).map(({ name, payload }) => {
      const group = Object(payload['merge_group']);
      return { name, payload, sha: String(group.head_sha), ref: String(group.head_ref) };
    });
  };
  return { ...all, groups };
}

async function hearing(github: GitHub) {
  const permissions = { merge_queues: 'read', pull_requests: 'read', contents: 'read' };
  const app = await listeningApp(github, permissions, { events: ['merge_group'] });
  github.install(app.app, ['ada/demo']);
  await app.heard();
  return app;
}

test('the merge queue merges in order what passes', async () => {
  const { github, rest, pass, pull, tip, groups } = await queued();
  const merge = rest.pulls.merge({ ...demo, pull_number: 1 });
  await expect(merge).rejects.toThrow('merge queue');
  const main = (await tip()).sha;
  await github.enqueue('ada/demo', 1, 'ada');
  await github.enqueue('ada/demo', 2, 'ada');
  const [first, second] = await groups();
  expect(first).toMatchObject({
    name: 'merge_group checks_requested',
    payload: { merge_group: { base_sha: main, base_ref: 'refs/heads/main' } },
    ref: `refs/heads/gh-readonly-queue/main/pr-1-${main}`,
  });
  expect(second?.ref).toBe(`refs/heads/gh-readonly-queue/main/pr-2-${first?.sha}`);
  await pass(`${second?.sha}`);
  expect((await pull(2)).merged).toBe(false);
  await pass(`${first?.sha}`);
  expect((await tip()).sha).toBe(second?.sha);
  expect([(await pull(1)).merged, (await pull(2)).merged]).toEqual([true, true]);
  expect(await groups()).toMatchObject([
    { name: 'merge_group destroyed', payload: { reason: 'merged' }, ref: first?.ref },
    { name: 'merge_group destroyed', payload: { reason: 'merged' }, ref: second?.ref },
  ]);
  const gone = rest.repos.getBranch({ ...demo, branch: `${first?.ref.slice(11)}` });
  await expect(gone).rejects.toMatchObject({ status: 404 });
});

test('what fails leaves the queue, and what is behind it is put together anew', async () => {
  const { github, pass, pull, tip, groups } = await queued();
  const main = (await tip()).sha;
  await github.enqueue('ada/demo', 1, 'ada');
  await github.enqueue('ada/demo', 2, 'ada');
  const [first, second] = await groups();
  await pass(`${first?.sha}`, 'failure');
  const after = await groups();
  expect(after).toMatchObject([
    { payload: { action: 'destroyed', reason: 'dequeued' }, ref: first?.ref },
    { payload: { action: 'destroyed', reason: 'invalidated' }, ref: second?.ref },
    { payload: { action: 'checks_requested', merge_group: { base_sha: main } } },
  ]);
  await pass(`${after[2]?.sha}`);
  expect([(await pull(1)).state, (await pull(2)).merged]).toEqual(['open', true]);
});

test('a push takes a pull request out of the queue, and so does a hand', async () => {
  const { github, groups } = await queued();
  await github.enqueue('ada/demo', 1, 'ada');
  await github.enqueue('ada/demo', 2, 'ada');
  await github.dequeue('ada/demo', 2, 'ada');
  await github.commit('ada/demo', 'one', { 'one.c': 'changed\n' });
  const heard = await groups();
  expect(heard.map(({ payload }) => payload['reason'])).toEqual([
    ...[undefined, undefined, 'dequeued', 'dequeued'],
  ]);
  const early = github.enqueue('ada/demo', 1, 'ada');
  await expect(early).rejects.toThrow('Required status check "review" is expected.');
});

test('auto-merge waits for the checks, then for the queue', async () => {
  const { graphql, pass, pull, groups, github } = await queued();
  const head_sha = await github.commit('ada/demo', 'three', { 'three.c': 'more\n' });
  await graphql(ENABLE, { id: (await pull(3)).node_id });
  expect(await groups()).toEqual([]);
  await pass(head_sha);
  const [group] = await groups();
  expect(group?.name).toBe('merge_group checks_requested');
  await pass(`${group?.sha}`);
  expect((await pull(3)).merged).toBe(true);
});

test('who wrote a pull request, and may not push, cannot let it merge by itself', async () => {
  const { github, pull } = await opened();
  const eve = client(github, github.addUser('eve'));
  await github.addFork('ada/demo', 'eve');
  await github.commit('eve/demo', 'fix', { 'e.c': 'e\n' });
  await eve.rest.pulls.create({ ...demo, title: 'e', head: 'eve:fix', base: 'main' });
  github.protectBranch('ada/demo', 'main', { checks: ['review'] });
  const { node_id: id } = await pull(1);
  await expect(eve.graphql(ENABLE, { id })).rejects.toMatchObject({
    errors: [{ type: 'FORBIDDEN' }],
  });
  await expect(eve.rest.pulls.merge({ ...demo, pull_number: 1 })).rejects.toMatchObject({
    status: 403,
  });
});

test('what was built on a merged branch goes into where that went; without one it closes', async () => {
  const { github, rest, pull } = await opened('one', 'two');
  for (const [base, head] of [
    ['one', 'on-one'],
    ['two', 'on-two'],
  ] as const) {
    const { data } = await rest.git.getRef({ ...demo, ref: `heads/${base}` });
    await rest.git.createRef({ ...demo, ref: `refs/heads/${head}`, sha: data.object.sha });
    await github.commit('ada/demo', head, { [`${head}.c`]: 'x\n' });
    await rest.pulls.create({ ...demo, title: head, head, base });
  }
  const app = await listeningApp(github, BOT, { events: ['pull_request'] });
  github.install(app.app, ['ada/demo']);
  await rest.pulls.merge({ ...demo, pull_number: 1 });
  await app.heard();
  await rest.git.deleteRef({ ...demo, ref: 'heads/one' });
  await github.delivered();
  expect(app.received[0]?.payload).toMatchObject({
    ...{ action: 'edited', number: 3, changes: { base: { ref: { from: 'one' } } } },
    pull_request: { base: { ref: 'main' }, changed_files: 1 },
  });
  await app.heard();
  await rest.git.deleteRef({ ...demo, ref: 'heads/two' });
  expect(await app.heard()).toEqual(['pull_request closed', 'pull_request closed']);
  expect(await pull(4)).toMatchObject({ state: 'closed', merged: false, changed_files: 1 });
  await rest.pulls.update({ ...demo, pull_number: 3, base: 'on-two' });
  expect(await app.heard()).toEqual(['pull_request edited']);
  const nowhere = rest.pulls.update({ ...demo, pull_number: 3, base: 'two' });
  await expect(nowhere).rejects.toMatchObject({ status: 422 });
});
