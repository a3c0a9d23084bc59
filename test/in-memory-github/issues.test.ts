import { expect, test } from '@jest/globals';
import { client, openedGitHub } from '../support/opened-github.ts';

const demo = { owner: 'ada', repo: 'demo' };

async function opened() {
  const github = await openedGitHub();
  const { rest } = client(github, github.addUser('ada'));
  await github.addRepository('ada/demo');
  const { data } = await rest.issues.create({ ...demo, title: 'broken', labels: ['bug'] });
  return { github, rest, issue: { ...demo, issue_number: data.number } };
}

test('issues are opened, changed, listed by label, and closed', async () => {
  const { rest, issue } = await opened();
  await rest.issues.update({ ...issue, title: 'mended', body: 'text' });
  const { data } = await rest.issues.listForRepo({ ...demo, labels: 'bug' });
  expect(data).toMatchObject([{ number: 1, title: 'mended', labels: [{ name: 'bug' }] }]);
  await rest.issues.update({ ...issue, state: 'closed' });
  expect((await rest.issues.listForRepo(demo)).data).toEqual([]);
  expect((await rest.issues.get(issue)).data).toMatchObject({ state: 'closed', body: 'text' });
});

test('comments are written, changed by who wrote them, and removed', async () => {
  const { github, rest, issue } = await opened();
  const { rest: bob } = client(github, github.addUser('bob'));
  const { data } = await bob.issues.createComment({ ...issue, body: 'hello' });
  const mine = await rest.issues.createComment({ ...issue, body: 'mine' });
  const theirs = { ...demo, comment_id: mine.data.id, body: 'bad' };
  await expect(bob.issues.updateComment(theirs)).rejects.toMatchObject({ status: 403 });
  await bob.issues.updateComment({ ...demo, comment_id: data.id, body: 'bye' });
  expect((await rest.issues.listComments(issue)).data).toMatchObject([
    { body: 'bye', user: { login: 'bob' }, author_association: 'NONE' },
    { body: 'mine', author_association: 'OWNER' },
  ]);
  const long = { ...issue, body: 'x'.repeat(65_537) };
  await expect(bob.issues.createComment(long)).rejects.toThrow('maximum is 65536 characters');
  await rest.issues.deleteComment({ ...demo, comment_id: data.id });
  expect((await rest.issues.listComments(issue)).data).toHaveLength(1);
});

test('a reaction is given once', async () => {
  const { rest, issue } = await opened();
  const { data } = await rest.issues.createComment({ ...issue, body: 'hello' });
  const eyes = { ...demo, comment_id: data.id, content: 'eyes' } as const;
  expect((await rest.reactions.createForIssueComment(eyes)).status).toBe(201);
  expect((await rest.reactions.createForIssueComment(eyes)).status).toBe(200);
  expect((await rest.reactions.listForIssueComment(eyes)).data).toMatchObject([
    { content: 'eyes', user: { login: 'ada' } },
  ]);
});

test('labels need a role; unknown ones are made', async () => {
  const { github, rest, issue } = await opened();
  const { rest: bob } = client(github, github.addUser('bob'));
  const labels = { ...issue, labels: ['new'] };
  await expect(bob.issues.addLabels(labels)).rejects.toMatchObject({ status: 403 });
  github.setRole('ada/demo', 'bob', 'triage');
  expect((await bob.issues.addLabels(labels)).data).toHaveLength(2);
  expect((await bob.issues.removeLabel({ ...issue, name: 'bug' })).data).toHaveLength(1);
  const set = await bob.issues.setLabels({ ...issue, labels: ['bug', 'sure'] });
  expect(set.data).toMatchObject([{ name: 'bug' }, { name: 'sure' }]);
  await expect(rest.issues.createLabel({ ...demo, name: 'New' })).rejects.toMatchObject({
    status: 422,
  });
  expect((await rest.issues.listLabelsForRepo(demo)).data).toHaveLength(3);
});

test('a pull request that has a new label can be listed', async () => {
  const { github, rest } = await opened();
  await github.commit('ada/demo', 'topic', { 'b.c': '' });
  const { data } = await rest.pulls.create({ ...demo, title: 't', head: 'topic', base: 'main' });
  await rest.issues.addLabels({ ...demo, issue_number: data.number, labels: ['new'] });
  expect((await rest.pulls.list(demo)).data).toMatchObject([{ labels: [{ name: 'new' }] }]);
});
