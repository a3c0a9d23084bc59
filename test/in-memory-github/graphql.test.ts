import { expect, test } from '@jest/globals';
import type { Octokit } from '@octokit/rest';
import { listeningApp } from '../support/listening-app.ts';
import { client, openedGitHub } from '../support/opened-github.ts';

const demo = { owner: 'ada', repo: 'demo' };
const PUSH = { contents: 'write', pull_requests: 'write', issues: 'read' };

const THREADS = `query ($owner: String!, $repo: String!, $after: String) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: 1) {
      reviewThreads(first: 2, after: $after) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          id isResolved isOutdated path line resolvedBy { login }
          comments(first: 10) { nodes { databaseId body isMinimized author { login } } }
        }
      }
    }
  }
}`;
const RESOLVE = `mutation ($id: ID!) {
  resolveReviewThread(input: { threadId: $id }) { thread { id isResolved } }
}`;
const UNRESOLVE = `mutation ($id: ID!) {
  unresolveReviewThread(input: { threadId: $id }) { thread { isResolved } }
}`;
const HIDE = `mutation ($id: ID!) {
  minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) {
    minimizedComment { isMinimized minimizedReason }
  }
}`;

/** A draft of ada's with three threads of eve's, who may only read. */
async function opened() {
  const github = await openedGitHub();
  const [ada, eve] = [github.addUser('ada'), github.addUser('eve')].map((token) =>
    client(github, token),
  );
  if (ada === undefined || eve === undefined) throw new Error('two clients');
  await github.addRepository('ada/demo');
  await github.commit('ada/demo', 'topic', { 'a.c': 'one\ntwo\nthree\n' });
  const request = { ...demo, title: 't', head: 'topic', base: 'main', draft: true };
  await ada.rest.pulls.create(request);
  const comments = [1, 2, 3].map((line) => ({ path: 'a.c', line, body: `on ${line}` }));
  const review = { ...demo, pull_number: 1, event: 'COMMENT', body: 'all', comments } as const;
  await eve.rest.pulls.createReview(review);
  const { data } = await ada.rest.pulls.listReviewComments({ ...demo, pull_number: 1 });
  const [first] = data;
  if (first === undefined) throw new Error('a comment');
  return { github, ada, eve, first, thread: first.node_id.replace('PRRC', 'PRRT') };
}

async function threads(asking: Octokit, after?: string) {
  const answer = await asking.graphql<{
    repository: { pullRequest: { reviewThreads: Record<string, unknown> } };
  }>(THREADS, { ...demo, after });
  return answer.repository.pullRequest.reviewThreads;
}

test('threads come in pages, with their lines and comments', async () => {
  const { github, ada, eve, first } = await opened();
  const reply = { ...demo, pull_number: 1, comment_id: first.id, body: 'yes' };
  await ada.rest.pulls.createReplyForReviewComment(reply);
  await github.commit('ada/demo', 'topic', { 'a.c': 'zero\none\nTWO\nthree\n' });
  const page = await threads(eve);
  expect(page).toMatchObject({
    ...{ totalCount: 3, pageInfo: { hasNextPage: true } },
    nodes: [
      {
        ...{ isResolved: false, isOutdated: false, path: 'a.c', line: 2 },
        comments: {
          nodes: [
            { databaseId: first.id, body: 'on 1', author: { login: 'eve' } },
            { body: 'yes', author: { login: 'ada' } },
          ],
        },
      },
      { isOutdated: true, line: null },
    ],
  });
  const { endCursor } = Object(page['pageInfo']);
  expect(await threads(eve, endCursor)).toMatchObject({
    ...{ pageInfo: { hasNextPage: false }, nodes: [{ line: 4 }] },
  });
});

test('a thread is resolved, and opened again', async () => {
  const { github, ada, thread } = await opened();
  const events = ['pull_request_review_thread'];
  const app = await listeningApp(github, { pull_requests: 'read' }, { events });
  github.install(app.app, ['ada/demo']);
  await app.heard();
  expect(await ada.graphql(RESOLVE, { id: thread })).toEqual({
    resolveReviewThread: { thread: { id: thread, isResolved: true } },
  });
  expect(await threads(ada)).toMatchObject({
    nodes: [{ isResolved: true, resolvedBy: { login: 'ada' } }, { isResolved: false }],
  });
  await ada.graphql(UNRESOLVE, { id: thread });
  expect(await app.heard()).toEqual([
    ...['pull_request_review_thread resolved', 'pull_request_review_thread unresolved'],
  ]);
});

test('to resolve, an app needs to write contents, and a person to push', async () => {
  const { github, eve, thread } = await opened();
  const resolve = (asking: Octokit) => asking.graphql(RESOLVE, { id: thread });
  const bot = (permissions: Record<string, string>) =>
    client(github, github.actionsToken('ada/demo', permissions));
  const refused = 'Resource not accessible by integration';
  await expect(resolve(bot({ ...PUSH, contents: 'read' }))).rejects.toThrow(refused);
  await expect(resolve(bot({ ...PUSH, pull_requests: 'read' }))).rejects.toThrow(refused);
  await expect(resolve(eve)).rejects.toMatchObject({ errors: [{ type: 'FORBIDDEN' }] });
  await resolve(bot(PUSH));
  // A bot is no user.
  expect(await threads(eve)).toMatchObject({ nodes: [{ isResolved: true, resolvedBy: null }, {}] });
});

test('a comment is folded away by its author, or by who may write', async () => {
  const { github, ada, eve, first } = await opened();
  const hidden = { isMinimized: true, minimizedReason: 'outdated' };
  expect(await eve.graphql(HIDE, { id: first.node_id })).toEqual({
    minimizeComment: { minimizedComment: hidden },
  });
  const comment = { ...demo, issue_number: 1, body: 'hello' };
  const { data } = await ada.rest.issues.createComment(comment);
  const { node_id: id } = data;
  await expect(eve.graphql(HIDE, { id })).rejects.toMatchObject({
    errors: [{ type: 'FORBIDDEN' }],
  });
  const bot = client(github, github.actionsToken('ada/demo', { issues: 'write' }));
  await bot.graphql(HIDE, { id });
});

test('a draft is made ready, and a draft again', async () => {
  const { github, ada } = await opened();
  const events = ['pull_request'];
  const app = await listeningApp(github, PUSH, { events });
  const installation = github.install(app.app, ['ada/demo']);
  await app.heard();
  const { token } = await app.bot(installation);
  const { data } = await ada.rest.pulls.get({ ...demo, pull_number: 1 });
  const change = (name: string) =>
    client(github, token).graphql(
      `mutation ($id: ID!) { ${name}(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`,
      { id: data.node_id },
    );
  expect(await change('markPullRequestReadyForReview')).toMatchObject({
    markPullRequestReadyForReview: { pullRequest: { isDraft: false } },
  });
  await change('convertPullRequestToDraft');
  expect(await app.heard()).toEqual([
    ...['pull_request ready_for_review', 'pull_request converted_to_draft'],
  ]);
});

test('bots have no [bot] after their name, and know who they are', async () => {
  const { github } = await opened();
  const bot = client(github, github.actionsToken('ada/demo', { pull_requests: 'write' }));
  await bot.rest.issues.createComment({ ...demo, issue_number: 1, body: 'hello' });
  const query = `{
    viewer { login }
    repository(owner: "ada", name: "demo") {
      pullRequest(number: 1) { comments(last: 1) { nodes { author { login __typename } } } }
    }
  }`;
  expect(await bot.graphql(query)).toMatchObject({
    viewer: { login: 'github-actions[bot]' },
    repository: {
      pullRequest: {
        comments: { nodes: [{ author: { login: 'github-actions', __typename: 'Bot' } }] },
      },
    },
  });
});

test.each([
  ['a field that GitHub has not', '{ viewer { nickname } }', 'Cannot query field "nickname"'],
  ['a field that is missing here', '{ viewer { bio } }', 'User.bio is not part of this GitHub'],
  ['no GraphQL', '{ viewer', 'Syntax Error'],
])('%s is no null', async (_what, query, message) => {
  const { github, ada } = await opened();
  await expect(ada.graphql(query)).rejects.toThrow(message);
  expect(github.problems.splice(0)).toEqual([expect.stringContaining(message)]);
});

test('what GitHub refuses is no misuse', async () => {
  const { github, ada } = await opened();
  const pull = (fields: string) =>
    ada.graphql(
      `{ repository(owner: "ada", name: "demo") { pullRequest(number: 1) { ${fields} } } }`,
    );
  await expect(pull('reviewThreads { totalCount }')).rejects.toMatchObject({
    errors: [{ type: 'MISSING_PAGINATION_BOUNDARIES' }],
  });
  await expect(pull('reviewThreads(first: 101) { totalCount }')).rejects.toMatchObject({
    errors: [{ type: 'EXCESSIVE_PAGINATION' }],
  });
  await expect(ada.graphql(RESOLVE, { id: 'PRRT_1' })).rejects.toMatchObject({
    errors: [{ type: 'NOT_FOUND' }],
  });
  await expect(client(github).graphql('{ viewer { login } }')).rejects.toThrow('authenticated');
});
