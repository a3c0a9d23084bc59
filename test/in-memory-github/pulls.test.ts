import { expect, test } from '@jest/globals';
import { client, openedGitHub } from '../support/opened-github.ts';
import type { GitHub } from './open-github.ts';

const demo = { owner: 'ada', repo: 'demo' };
const LINES = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);

/** Lines 1 to 30, some of them replaced. */
function text(changes: Readonly<Record<number, string>> = {}): string {
  return LINES.map((line, index) => `${changes[index + 1] ?? line}\n`).join('');
}

/** A pull request of ada's that changes line 10, and adds a file of two lines. */
async function opened(github: GitHub) {
  const token = github.addUser('ada');
  await github.addRepository('ada/demo', { files: { 'a.c': text() } });
  await github.commit('ada/demo', 'main', { 'other.c': 'int x;\n' });
  const { rest, paginate } = client(github, token);
  const main = await rest.git.getRef({ ...demo, ref: 'heads/main' });
  const { sha } = main.data.object;
  await rest.git.createRef({ ...demo, ref: 'refs/heads/topic', sha });
  await github.commit('ada/demo', 'topic', { 'a.c': text({ 10: 'ten' }), 'b.c': 'b1\nb2\n' });
  const { data } = await rest.pulls.create({ ...demo, title: 't', head: 'topic', base: 'main' });
  return { rest, paginate, pull: { ...demo, pull_number: data.number }, data };
}

test('a pull request is opened, listed, changed and closed', async () => {
  const github = await openedGitHub();
  const { rest, pull, data } = await opened(github);
  expect(data).toMatchObject({ number: 1, state: 'open', commits: 1, changed_files: 2 });
  expect(data).toMatchObject({ additions: 3, deletions: 1, author_association: 'OWNER' });
  expect((await rest.pulls.listCommits(pull)).data).toHaveLength(1);
  const again = rest.pulls.create({ ...demo, title: 't', head: 'topic', base: 'main' });
  await expect(again).rejects.toThrow('already exists');
  const pushed = await github.commit('ada/demo', 'topic', { 'c.c': '' });
  expect((await rest.pulls.get(pull)).data.head.sha).toBe(pushed);
  expect((await rest.pulls.list(demo)).data).toHaveLength(1);
  await rest.pulls.update({ ...pull, state: 'closed' });
  expect((await rest.pulls.list(demo)).data).toEqual([]);
  const nothing = rest.pulls.create({ ...demo, title: 't', head: 'main', base: 'main' });
  await expect(nothing).rejects.toThrow('No commits between');
});

test('its head follows a push once, however many ask for it at that moment', async () => {
  const github = await openedGitHub();
  const { rest, pull } = await opened(github);
  for (let round = 0; round < 5; round += 1) {
    const pushing = github.commit('ada/demo', 'topic', { 'c.c': `${round}\n` });
    const asked = Array.from({ length: 8 }, () => rest.pulls.get(pull));
    const [pushed] = await Promise.all([pushing, ...asked]);
    expect((await rest.pulls.get(pull)).data.head.sha).toBe(pushed);
  }
});

test('its files come with their hunks, in pages', async () => {
  const github = await openedGitHub();
  const { rest, paginate, pull } = await opened(github);
  const files = await paginate(rest.pulls.listFiles, { ...pull, per_page: 1 });
  expect(files).toMatchObject([
    { filename: 'a.c', status: 'modified', additions: 1, deletions: 1 },
    { filename: 'b.c', status: 'added', patch: '@@ -0,0 +1,2 @@\n+b1\n+b2' },
  ]);
  expect(files[0]?.patch).toMatch(/^@@ -7,7 \+7,7 @@.*\n line 7\n/);
  const diff = await rest.pulls.get({ ...pull, mediaType: { format: 'diff' } });
  expect(String(diff.data)).toMatch(/^diff --git a\/a.c b\/a.c\n/);
});

test('a fork can open one, whose commits can be fetched from the base', async () => {
  const github = await openedGitHub();
  await opened(github);
  const token = github.addUser('eve');
  await github.addFork('ada/demo', 'eve');
  const head = await github.commit('eve/demo', 'fix', { 'e.c': 'e\n' });
  const { rest } = client(github, token);
  const request = { ...demo, title: 'from eve', head: 'eve:fix', base: 'main' };
  const { data } = await rest.pulls.create(request);
  expect(data).toMatchObject({ head: { sha: head, repo: { full_name: 'eve/demo' } } });
  const file = await rest.repos.getContent({ ...demo, path: 'e.c', ref: head });
  expect(file.status).toBe(200);
});

const OUTSIDE =
  'Pull request review thread line must be part of the diff' +
  " and Pull request review thread diff hunk can't be blank";
const HUNK = 'Pull request review thread start line must be part of the same hunk as the line.';

test.each([
  ['a line outside the diff', { path: 'a.c', line: 25 }, OUTSIDE],
  ['a line of the other side', { path: 'b.c', line: 1, side: 'LEFT' }, OUTSIDE],
  ['a file outside the diff', { path: 'other.c', line: 1 }, 'Path could not be resolved'],
  ['a start outside the hunk', { path: 'a.c', line: 10, start_line: 2 }, HUNK],
])('a review with %s is refused as a whole', async (_what, place, message) => {
  const github = await openedGitHub();
  const { rest, pull } = await opened(github);
  const comments = [
    { path: 'a.c', line: 10, body: 'right' },
    { body: 'wrong', ...place },
  ];
  const review = rest.pulls.createReview({ ...pull, event: 'COMMENT', body: 'all', comments });
  await expect(review).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining(message),
  });
  expect((await rest.pulls.listReviews(pull)).data).toEqual([]);
  expect((await rest.pulls.listReviewComments(pull)).data).toEqual([]);
});

test('comments follow their lines until these are changed', async () => {
  const github = await openedGitHub();
  const { rest, pull } = await opened(github);
  const comments = [
    { path: 'a.c', line: 10, side: 'RIGHT', start_line: 8, start_side: 'RIGHT', body: 'new' },
    { path: 'a.c', line: 10, side: 'LEFT', body: 'old' },
    { path: 'b.c', line: 2, body: 'moves' },
  ];
  const review = { ...pull, event: 'COMMENT', body: 'all', comments } as const;
  expect((await rest.pulls.createReview(review)).data.state).toBe('COMMENTED');
  const change = { 'a.c': text({ 10: 'zehn' }), 'b.c': 'b0\nb1\nb2\n' };
  const before = await rest.pulls.listReviewComments(pull);
  expect(before.data).toMatchObject([
    { line: 10, start_line: 8, original_line: 10, body: 'new' },
    { line: 10, side: 'LEFT' },
    { line: 2, position: 2, diff_hunk: '@@ -0,0 +1,2 @@\n+b1\n+b2' },
  ]);
  await github.commit('ada/demo', 'topic', change);
  const { data } = await rest.pulls.listReviewComments(pull);
  expect(data).toMatchObject([
    { line: null, position: null, original_line: 10 },
    { line: 10, side: 'LEFT' },
    { line: 3, original_line: 2 },
  ]);
});

test('single comments, on lines and files, and replies', async () => {
  const github = await openedGitHub();
  const { rest, pull, data } = await opened(github);
  const commit_id = data.head.sha;
  const place = { ...pull, commit_id, path: 'a.c', body: 'here' };
  const outside = rest.pulls.createReviewComment({ ...place, line: 29 });
  await expect(outside).rejects.toMatchObject({ status: 422 });
  const file = await rest.pulls.createReviewComment({ ...place, subject_type: 'file' });
  expect(file.data).toMatchObject({ subject_type: 'file', line: null });
  const { data: first } = await rest.pulls.createReviewComment({ ...place, line: 12 });
  const reply = { ...pull, comment_id: first.id, body: 'yes' };
  const { data: second } = await rest.pulls.createReplyForReviewComment(reply);
  expect(second).toMatchObject({ in_reply_to_id: first.id, line: 12 });
  const edited = { ...demo, comment_id: first.id, body: 'there' };
  expect((await rest.pulls.updateReviewComment(edited)).data.body).toBe('there');
  const { rest: bob } = client(github, github.addUser('bob'));
  await expect(bob.pulls.updateReviewComment(edited)).rejects.toMatchObject({ status: 403 });
  const long = { ...edited, body: 'x'.repeat(65_537) };
  await expect(rest.pulls.updateReviewComment(long)).rejects.toThrow('too long');
  await rest.pulls.deleteReviewComment({ ...demo, comment_id: second.id });
  expect((await rest.pulls.listReviewComments(pull)).data).toHaveLength(2);
});
