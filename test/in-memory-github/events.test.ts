import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { listeningApp } from '../support/listening-app.ts';
import { client, openedGitHub } from '../support/opened-github.ts';
import { addFiles, temporaryFolder } from '../support/temporary-folder.ts';
import { gitEnvironment } from './git/run-git.ts';
import type { GitHub } from './open-github.ts';

const demo = { owner: 'ada', repo: 'demo' };
const ALL = {
  ...{ checks: 'write', contents: 'write', issues: 'write', pull_requests: 'write' },
};
const EVENTS = [
  ...['push', 'issues', 'issue_comment', 'pull_request'],
  ...['pull_request_review', 'pull_request_review_comment'],
];

/** A repository with a branch `topic`, and an app that hears of everything there. */
async function opened(github: GitHub) {
  const token = github.addUser('ada');
  await github.addRepository('ada/demo', { files: { 'a.c': 'int a;\n' } });
  await github.commit('ada/demo', 'topic', { 'a.c': 'int b;\n' });
  const app = await listeningApp(github, ALL, { events: EVENTS });
  const installation = github.install(app.app, ['ada/demo']);
  await app.heard();
  const { rest } = client(github, token);
  const open = async () => {
    const { data } = await rest.pulls.create({ ...demo, title: 't', head: 'topic', base: 'main' });
    await app.heard();
    return { pull: { ...demo, pull_number: data.number }, sha: data.head.sha };
  };
  return { app, installation, rest, token, open };
}

test('an issue from opening to closing', async () => {
  const github = await openedGitHub();
  const { app, rest } = await opened(github);
  const { data } = await rest.issues.create({ ...demo, title: 'broken', labels: ['bug'] });
  const issue = { ...demo, issue_number: data.number };
  await rest.issues.update({ ...issue, title: 'mended', body: 'text' });
  await rest.issues.addLabels({ ...issue, labels: ['bug', 'new'] });
  await rest.issues.removeLabel({ ...issue, name: 'bug' });
  await rest.issues.update({ ...issue, labels: [], state: 'closed' });
  await rest.issues.update({ ...issue, state: 'open' });
  await github.delivered();
  const edited = app.received.find(({ name }) => name === 'issues edited');
  expect(edited?.payload['changes']).toEqual({ title: { from: 'broken' }, body: { from: '' } });
  expect(await app.heard()).toEqual([
    ...['issues opened', 'issues labeled', 'issues edited', 'issues labeled', 'issues unlabeled'],
    ...['issues closed', 'issues unlabeled', 'issues reopened'],
  ]);
});

test('a comment, on an issue and on a pull request', async () => {
  const github = await openedGitHub();
  const { app, rest, open } = await opened(github);
  const { pull } = await open();
  const issue = { ...demo, issue_number: pull.pull_number };
  const { data } = await rest.issues.createComment({ ...issue, body: 'one' });
  const comment = { ...demo, comment_id: data.id };
  await rest.issues.updateComment({ ...comment, body: 'two' });
  await rest.issues.deleteComment(comment);
  await github.delivered();
  expect(app.received.map(({ payload }) => payload)).toMatchObject([
    { action: 'created', comment: { body: 'one', user: { login: 'ada' } } },
    { action: 'edited', comment: { body: 'two' }, changes: { body: { from: 'one' } } },
    { action: 'deleted', issue: { number: 1, pull_request: {} } },
  ]);
});

test('a pull request from opening to closing', async () => {
  const github = await openedGitHub();
  const { app, rest } = await opened(github);
  const request = { ...demo, title: 't', head: 'topic', base: 'main', draft: true };
  const { data } = await rest.pulls.create(request);
  const pull = { ...demo, pull_number: data.number };
  const issue = { ...demo, issue_number: data.number };
  await rest.pulls.update({ ...pull, title: 'new', body: 'b' });
  await rest.issues.addLabels({ ...issue, labels: ['bug'] });
  await rest.issues.removeLabel({ ...issue, name: 'bug' });
  await rest.pulls.update({ ...pull, state: 'closed' });
  await rest.pulls.update({ ...pull, state: 'open' });
  expect(await app.heard()).toEqual([
    ...['pull_request opened', 'pull_request edited', 'pull_request labeled'],
    ...['pull_request unlabeled', 'pull_request closed', 'pull_request reopened'],
  ]);
});

test('a push: what came in, the pull request that follows, a suite to fill', async () => {
  const github = await openedGitHub();
  const { app, open } = await opened(github);
  const { sha: before } = await open();
  const after = await github.commit('ada/demo', 'topic', { 'a.c': null, 'b.c': 'b\n' }, 'more');
  await github.delivered();
  expect(app.received.map(({ payload }) => payload)).toMatchObject([
    {
      ...{ ref: 'refs/heads/topic', before, after, created: false, forced: false },
      commits: [{ id: after, message: 'more', added: ['b.c'], removed: ['a.c'], modified: [] }],
    },
    { action: 'synchronize', before, after, pull_request: { head: { sha: after } } },
    {
      action: 'requested',
      check_suite: { head_sha: after, head_branch: 'topic', pull_requests: [{ number: 1 }] },
    },
  ]);
});

test('a push by git and by the interface, and a branch that goes', async () => {
  const github = await openedGitHub();
  const { app, rest, token, open } = await opened(github);
  await open();
  const folder = temporaryFolder();
  const git = (...args: string[]) =>
    promisify(execFile)('git', args, { cwd: folder, env: gitEnvironment(1) });
  const url = new URL('/ada/demo.git', github.url);
  const { href } = Object.assign(url, { username: 'x', password: token });
  await git('clone', '--quiet', '--branch=topic', href, '.');
  addFiles(folder, { 'c.c': 'c\n' });
  await git('add', '--all');
  await git('commit', '--quiet', '--amend', '--message=c');
  await git('push', '--quiet', '--force', 'origin', 'topic', 'HEAD:two');
  await github.delivered();
  expect(app.received[0]?.payload).toMatchObject({ forced: true, sender: { login: 'ada' } });
  const followed = ['pull_request synchronize', 'check_suite requested'];
  expect(await app.heard()).toEqual(['push', ...followed, 'push', 'check_suite requested']);
  await rest.git.deleteRef({ ...demo, ref: 'heads/topic' });
  expect(await app.heard()).toEqual(['push', 'pull_request closed']);
  const file = { ...demo, path: 'd.c', message: 'd', content: '' };
  await rest.repos.createOrUpdateFileContents(file);
  expect(await app.heard()).toEqual(['push', 'check_suite requested']);
});

test('a push to a fork moves its pull request, and is not heard of itself', async () => {
  const github = await openedGitHub();
  const { app } = await opened(github);
  const { rest: eve } = client(github, github.addUser('eve'));
  await github.addFork('ada/demo', 'eve');
  await github.commit('eve/demo', 'fix', { 'e.c': 'e\n' });
  await eve.pulls.create({ ...demo, title: 'e', head: 'eve:fix', base: 'main' });
  await github.commit('eve/demo', 'fix', { 'e.c': 'f\n' });
  expect(await app.heard()).toEqual(['pull_request opened', 'pull_request synchronize']);
});

test('reviews, their comments, and answers to these', async () => {
  const github = await openedGitHub();
  const { app, rest, open } = await opened(github);
  const { sha: commit_id, pull } = await open();
  const comments = [{ path: 'a.c', line: 1, body: 'here' }];
  const { data } = await rest.pulls.createReview({ ...pull, comments });
  expect(await app.heard()).toEqual([]);
  const review = { ...pull, review_id: data.id, event: 'COMMENT', body: 'all' } as const;
  await rest.pulls.submitReview(review);
  const created = 'pull_request_review_comment created';
  expect(await app.heard()).toEqual(['pull_request_review submitted', created]);
  const single = { ...pull, commit_id, path: 'a.c', line: 1, body: 'there' };
  const { data: first } = await rest.pulls.createReviewComment(single);
  const comment = { ...demo, comment_id: first.id };
  await rest.pulls.createReplyForReviewComment({ ...pull, ...comment, body: 'yes' });
  await rest.pulls.updateReviewComment({ ...comment, body: 'no' });
  await rest.pulls.deleteReviewComment(comment);
  await rest.pulls.updateReview({ ...pull, review_id: data.id, body: 'some' });
  expect(await app.heard()).toEqual([
    ...['pull_request_review submitted', created, 'pull_request_review submitted', created],
    ...['pull_request_review_comment edited', 'pull_request_review_comment deleted'],
    'pull_request_review edited',
  ]);
});

test('checks, which the app that made them hears of too', async () => {
  const github = await openedGitHub();
  const { app, installation, open } = await opened(github);
  const { sha: head_sha } = await open();
  const { rest: bot } = await app.bot(installation);
  const { data } = await bot.checks.create({ ...demo, name: 'one', head_sha });
  await github.delivered();
  expect(app.received.map(({ payload }) => payload)).toMatchObject([
    {
      action: 'created',
      sender: { login: 'ward[bot]', type: 'Bot' },
      check_run: { status: 'queued', pull_requests: [{ number: 1 }] },
      installation: { id: installation },
    },
  ]);
  await app.heard();
  const second = { ...demo, name: 'two', head_sha, conclusion: 'success' } as const;
  await bot.checks.create(second);
  expect(await app.heard()).toEqual(['check_run created', 'check_run completed']);
  await bot.checks.update({ ...demo, check_run_id: data.id, conclusion: 'failure' });
  await github.delivered();
  expect(app.received.map(({ payload }) => payload)).toMatchObject([
    { action: 'completed', check_run: { conclusion: 'failure' } },
    { action: 'completed', check_suite: { conclusion: 'failure', head_branch: 'topic' } },
  ]);
});

test('an app hears where it is installed, until it is not', async () => {
  const github = await openedGitHub();
  await github.addRepository('ada/demo');
  await github.addRepository('ada/other');
  const app = await listeningApp(github, { contents: 'read' }, { events: ['push'] });
  const installation = github.install(app.app, ['ada/demo']);
  const { rest: bot } = await app.bot(installation);
  await github.commit('ada/other', 'main', { 'o.c': 'o\n' });
  expect(app.received.map(({ payload }) => payload)).toMatchObject([
    { action: 'created', installation: { id: installation }, repositories: [{ name: 'demo' }] },
  ]);
  await github.commit('ada/demo', 'main', { 'd.c': 'd\n' });
  github.uninstall(installation);
  await github.commit('ada/demo', 'main', { 'd.c': 'e\n' });
  expect(await app.heard()).toEqual(['installation created', 'push', 'installation deleted']);
  await expect(bot.repos.get(demo)).rejects.toThrow('Bad credentials');
});

test('nobody subscribes to what he may not read', async () => {
  const github = await openedGitHub();
  const app = github.addApp('ward', '', { contents: 'read' });
  const hook = { url: github.url, secret: 's' };
  const set = (events: string[]) => github.setWebhook(app, { ...hook, events });
  expect(() => set(['issues'])).toThrow('issues needs the permission issues: read');
  expect(() => set(['issue'])).toThrow('this GitHub has no event issue');
});
