import { describe, expect, test } from '@jest/globals';
import type { PublicationPlan } from '../../../src/github/publication-plan/publication-plan.ts';
import { client } from '../../support/opened-github.ts';
import { finding, numbered, openedPull, plan } from '../../support/published-pull.ts';

const KEY = '11111111';
const demo = { owner: 'ada', repo: 'demo' };

/** `a.c` of the pull request with other text in some lines. */
function changed(lines: Readonly<Record<number, string>>): Record<string, string> {
  const text = numbered('a', 60).split('\n');
  return { 'a.c': text.map((line, index) => lines[index + 1] ?? line).join('\n') };
}

const FIXED = changed({ 3: 'fixed' });

/** The pull request with a comment on a finding in line 3. */
async function commented(contents: 'read' | 'write' = 'write') {
  const opened = await openedPull(contents);
  await opened.publish(plan([finding(KEY)]));
  const [first] = await opened.comments();
  if (first === undefined) throw new Error('there is no comment');
  const resolve = async (name: 'resolve' | 'unresolve') => {
    const [thread] = await opened.threads();
    const mutation = `mutation ($id: ID!) { ${name}ReviewThread(input: { threadId: $id }) { thread { id } } }`;
    await opened.ada.graphql(mutation, { id: thread?.id ?? '' });
  };
  return { ...opened, first, resolve };
}

test('a finding that is fixed has its thread resolved, and the comment says so', async () => {
  const { push, publish, threads } = await commented();
  const sha = await push(FIXED);
  expect(await publish(plan([]))).toMatchObject({
    ...{ conclusion: 'success', resolved: [KEY], reviews: [], notices: [] },
  });
  expect(await threads()).toMatchObject([
    {
      isResolved: true,
      said: [expect.stringContaining(`\n\n**No longer found** in ${sha.slice(0, 10)}.\n\n<!--`)],
    },
  ]);
  expect(await publish(plan([]))).toMatchObject({ resolved: [] });
});

describe('a thread stays open', () => {
  const gone = plan([]);
  test.each<[string, PublicationPlan, Record<string, string>]>([
    ['when the run was not complete', plan([], { complete: false }), FIXED],
    ['when what it is about is there, and only settled', plan([], { still_there: [KEY] }), FIXED],
    ['when its lines were not changed', gone, changed({ 40: 'other' })],
    [
      'when another finding is on its lines',
      plan([finding('22222222', { start_line: 1, end_line: 5 })]),
      FIXED,
    ],
  ])('%s', async (_why, next, files) => {
    const { push, publish, threads } = await commented();
    await push(files);
    expect(await publish(next)).toMatchObject({ resolved: [] });
    expect((await threads())[0]).toMatchObject({ isResolved: false });
  });

  test('when somebody has answered', async () => {
    const { push, publish, threads, ada, pull, first } = await commented();
    const body = 'We need to talk.';
    const reply = { ...demo, pull_number: pull, comment_id: first.id, body };
    await ada.rest.pulls.createReplyForReviewComment(reply);
    await push(FIXED);
    expect(await publish(gone)).toMatchObject({ resolved: [] });
    expect(await threads()).toMatchObject([{ isResolved: false }]);
  });

  test('when somebody else has begun it, whatever marker it has', async () => {
    const { publish, push, threads, ada, pull, first } = await commented();
    const { body, commit_id, path } = first;
    const place = { ...demo, pull_number: pull, commit_id, path, line: 5 };
    await ada.rest.pulls.createReviewComment({ ...place, body });
    await push(changed({ 3: 'fixed', 5: 'too' }));
    await publish(gone);
    expect(await threads()).toMatchObject([{ isResolved: true }, { isResolved: false }]);
  });

  test('when a person has opened it again', async () => {
    const { push, publish, threads, resolve } = await commented();
    await push(FIXED);
    await publish(gone);
    await resolve('unresolve');
    await push(changed({ 3: 'fixed', 4: 'more' }));
    expect(await publish(gone)).toMatchObject({ resolved: [] });
    expect(await threads()).toMatchObject([{ isResolved: false }]);
  });

  test('when the app may not resolve it, which it says', async () => {
    const { push, publish, threads, checks } = await commented('read');
    await push(FIXED);
    expect(await publish(gone)).toMatchObject({
      resolved: [],
      notices: [expect.stringContaining('permission to write contents')],
    });
    expect(await threads()).toMatchObject([{ isResolved: false }]);
    expect((await checks())[0]?.output.summary).toContain('permission to write contents');
  });
});

test('where its lines are as they were, the comment alone says that a finding is gone', async () => {
  const { push, publish, threads, comments } = await commented();
  const said = async () => (await threads()).map((one) => [one.isResolved, one.said.join()]);
  const sha = await push(changed({ 40: 'other' }));
  const note = `**No longer found** in ${sha.slice(0, 10)}; the thread is left for you to resolve.`;
  expect(await publish(plan([]))).toMatchObject({ resolved: [] });
  expect(await said()).toEqual([[false, expect.stringContaining(note)]]);
  await push(changed({ 41: 'other' }));
  await publish(plan([]));
  expect(await said()).toEqual([[false, expect.stringContaining(note)]]);
  // It is back: nothing was resolved, so there is nothing to tell.
  expect(await publish(plan([finding(KEY)]))).toMatchObject({ known: [KEY], returned: [] });
  expect(await said()).toEqual([[false, expect.not.stringContaining('No longer found')]]);
  expect(await comments()).toHaveLength(1);
  await publish(plan([]));
  await push(FIXED);
  expect(await publish(plan([]))).toMatchObject({ resolved: [KEY] });
  expect(await said()).toEqual([[true, expect.not.stringContaining('left for you')]]);
});

test('a client that may resolve is made when there is something to resolve', async () => {
  const { github, push, publisher, threads } = await commented('read');
  await push(FIXED);
  let made = 0;
  const resolving = () => {
    made += 1;
    const permissions = { contents: 'write', pull_requests: 'write' };
    return Promise.resolve(client(github, github.actionsToken('ada/demo', permissions)));
  };
  const one = await publisher({ openWriteGitHub: resolving });
  await one.publish(await one.open([]), plan([finding(KEY)]));
  expect(made).toBe(0);
  await one.publish(await one.open([]), plan([]));
  expect(made).toBe(1);
  expect(await threads()).toMatchObject([{ isResolved: true }]);
});

test('a refusal of GraphQL is a notice, and the check ends', async () => {
  const { push, publish, bot } = await commented();
  await push(FIXED);
  bot.hook.wrap('request', (request, options) => {
    if (!options.url.endsWith('/graphql')) return request(options);
    const answer = { status: 200, url: options.url, headers: {} };
    const errors = [{ type: 'FORBIDDEN', message: 'Resource not accessible by integration' }];
    return { ...answer, data: { data: null, errors } };
  });
  expect(await publish(plan([]))).toMatchObject({
    conclusion: 'success',
    notices: [expect.stringContaining('Resource not accessible by integration')],
  });
});

test('a finding that is back opens its thread again, and is not posted anew', async () => {
  const { push, publish, threads, comments } = await commented();
  await push(FIXED);
  await publish(plan([]));
  const sha = await push(changed({}));
  const back = plan([finding(KEY)]);
  expect(await publish(back)).toMatchObject({ posted: [], known: [KEY], returned: [KEY] });
  expect(await threads()).toMatchObject([
    {
      isResolved: false,
      said: [
        expect.not.stringContaining('No longer found'),
        expect.stringContaining(`This is back in ${sha.slice(0, 10)}.`),
      ],
    },
  ]);
  expect(await publish(back)).toMatchObject({ returned: [] });
  expect(await comments()).toHaveLength(2);
  await push(FIXED);
  expect(await publish(plan([]))).toMatchObject({ resolved: [KEY] });
});

test('what a person has resolved stays resolved when it is found again', async () => {
  const { publish, threads, resolve } = await commented();
  await resolve('resolve');
  expect(await publish(plan([finding(KEY)]))).toMatchObject({ known: [KEY], returned: [] });
  expect(await threads()).toMatchObject([{ isResolved: true }]);
});

describe('a lost answer changes nothing', () => {
  test.each(['graphql', 'pulls/list-review-comments', 'pulls/update-review-comment'])(
    'of %s when a thread is resolved',
    async (operation) => {
      const { github, push, publisher, threads } = await commented();
      await push(FIXED);
      const one = await publisher();
      github.fail({ operation, kind: 'lose-answer', times: 2 });
      await one.publish(await one.open([]), plan([]));
      expect(await threads()).toMatchObject([{ isResolved: true, said: [expect.any(String)] }]);
    },
  );

  test.each(['graphql', 'pulls/create-reply-for-review-comment', 'pulls/update-review-comment'])(
    'of %s when a finding is back',
    async (operation) => {
      const { github, push, publisher, publish, threads } = await commented();
      await push(FIXED);
      await publish(plan([]));
      await push(changed({}));
      const one = await publisher();
      github.fail({ operation, kind: 'lose-answer', times: 2 });
      await one.publish(await one.open([]), plan([finding(KEY)]));
      expect(await threads()).toMatchObject([{ isResolved: false, said: { length: 2 } }]);
    },
  );

  test('when the process dies after any request, and the job is taken up again', async () => {
    const { push, publish, publisher, bot, threads, comments } = await commented();
    await publish(plan([finding(KEY), finding('22222222', { start_line: 20, end_line: 20 })]));
    await push(FIXED);
    await publish(plan([finding('22222222', { start_line: 20, end_line: 20 })]));
    await push(changed({ 20: 'fixed' }));
    // The first is back, the second is gone.
    for (let requests = 1; ; requests += 1) {
      const dying = new AbortController();
      let count = 0;
      bot.hook.after('request', () => {
        count += 1;
        if (count === requests) dying.abort(new Error('killed'));
      });
      const one = await publisher({ signal: dying.signal });
      try {
        await one.publish(await one.open([]), plan([finding(KEY)]));
        break;
      } catch (thrown) {
        expect(dying.signal.reason).toBe(thrown);
      }
    }
    expect(await threads()).toMatchObject([
      { isResolved: false, said: { length: 2 } },
      { isResolved: true, said: [expect.stringContaining('No longer found')] },
    ]);
    expect(await comments()).toHaveLength(3);
  });
});
