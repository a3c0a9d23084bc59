import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { CHECK_NAME } from '../../../src/github/publish/check-name.ts';
import { client } from '../../support/opened-github.ts';
import { finding, manyFindings, numbered, openedPull, plan } from '../../support/published-pull.ts';

test('a plan becomes one review and a completed check', async () => {
  const { publish, comments, reviews, checks } = await openedPull();
  const findings = [
    finding('11111111', { start_line: 10, end_line: 12 }),
    finding('22222222', { path: 'old.c', start_line: 4, end_line: 4 }),
  ];
  const outcome = await publish(plan(findings));
  expect(outcome).toMatchObject({
    ...{ kind: 'published', conclusion: 'failure', posted: ['11111111'], listed: ['22222222'] },
    ...{ known: [], notices: [] },
  });
  expect(await comments()).toMatchObject([
    { path: 'a.c', line: 12, start_line: 10, body: expect.stringContaining('11111111') },
  ]);
  expect(await reviews()).toMatchObject([
    {
      state: 'COMMENTED',
      body: expect.stringContaining(
        '`old.c:4` Copy without a check, 22222222 (high), `22222222`: the file is not part of the change',
      ),
    },
  ]);
  expect(await checks()).toMatchObject([
    {
      ...{ name: CHECK_NAME, status: 'completed', conclusion: 'failure' },
      output: { title: '2 findings', summary: expect.stringContaining('`old.c:4`') },
    },
  ]);
});

test.each([
  ['clean', 'success'],
  ['findings', 'failure'],
  ['inconclusive', 'action_required'],
] as const)('%s is %s', async (verdict, conclusion) => {
  const { publish, checks } = await openedPull();
  expect(await publish(plan([], { verdict }))).toMatchObject({ conclusion, reviews: [] });
  expect(await checks()).toMatchObject([{ conclusion }]);
});

test('what was not examined whole is not green, whatever else a plan says', async () => {
  const { publish } = await openedPull();
  const outcome = await publish(plan([], { verdict: 'clean', complete: false }));
  expect(outcome).toMatchObject({ conclusion: 'action_required' });
});

test('a commit without a pull request has a check and its results, and nobody is told', async () => {
  const { publisher, reviews, checks } = await openedPull();
  const ref = 'refs/heads/gh-readonly-queue/main/pr-1';
  const one = await publisher({ pull: undefined, ref });
  const check = await one.open([]);
  const outcome = await one.publish(check, plan([finding('11111111')]));
  expect(outcome).toMatchObject({ conclusion: 'failure', posted: [], listed: [], reviews: [] });
  expect(await reviews()).toEqual([]);
  expect(await checks()).toMatchObject([{ id: check.id, conclusion: 'failure' }]);
});

test('what has a comment is not said again, wherever its line went', async () => {
  const { publish, push, comments, reviews } = await openedPull();
  const listed = finding('22222222', { path: 'old.c' });
  await publish(plan([finding('11111111'), listed]));
  await push({ 'a.c': `new\n${numbered('a', 60)}` });
  const moved = finding('11111111', { start_line: 4, end_line: 4 });
  const same = await publish(plan([moved, listed]));
  expect(same).toMatchObject({
    posted: [],
    known: ['11111111'],
    listed: ['22222222'],
    reviews: [],
  });
  expect(await reviews()).toHaveLength(1);
  const more = await publish(plan([moved, finding('33333333'), listed]));
  expect(more).toMatchObject({ posted: ['33333333'], known: ['11111111'] });
  expect(await comments()).toHaveLength(2);
});

test('a marker that somebody else wrote, or that was copied, is not believed', async () => {
  const { publish, ada, comments, pull } = await openedPull();
  await publish(plan([finding('11111111')]));
  const [first] = await comments();
  const { body = '', commit_id = '' } = first ?? {};
  const demo = { owner: 'ada', repo: 'demo', pull_number: pull };
  const forged = { body: body.replaceAll('11111111', '22222222'), path: 'a.c', line: 9 };
  await ada.rest.pulls.createReviewComment({ ...demo, commit_id, ...forged });
  const outcome = await publish(plan([finding('11111111'), finding('22222222')]));
  expect(outcome).toMatchObject({ known: ['11111111'], posted: ['22222222'] });
});

test('the highest scores have comments, the others are listed, and move up when there is room', async () => {
  const { publish, comments, checks } = await openedPull();
  const findings = manyFindings(20);
  const first = await publish(plan(findings));
  expect(await comments()).toHaveLength(15);
  expect(first).toMatchObject({ listed: findings.slice(15).map(({ key }) => key) });
  const [check] = await checks();
  expect(check?.output.summary).toContain('15 findings with a comment, 5 without');
  const second = await publish(plan(findings.slice(3)));
  expect(second).toMatchObject({ posted: findings.slice(15, 18).map(({ key }) => key) });
});

test('where no comment is wanted, the summary has it all', async () => {
  const { publish, reviews, checks } = await openedPull();
  const outcome = await publish(plan([finding('11111111')]), { maxComments: 0 });
  expect(outcome).toMatchObject({ posted: [], listed: ['11111111'], reviews: [] });
  expect(await reviews()).toEqual([]);
  expect((await checks())[0]?.output.summary).toContain('nothing is commented now');
});

test('more annotations than fit into a request', async () => {
  const { publish, checks } = await openedPull();
  const annotations = Array.from({ length: 120 }, (_, index) => ({
    ...{ path: 'a.c', start_line: index + 1, end_line: index + 2, start_column: 3 },
    ...{ level: 'warning' as const, title: 'one', message: 'two' },
  }));
  await publish(plan([], { annotations }));
  const [check] = await checks();
  expect(check?.output.annotations_count).toBe(120);
});

test('a newer push stops the publication before anything is posted', async () => {
  const { publisher, push, comments, ada } = await openedPull();
  const old = await publisher();
  const check = await old.open([]);
  await push({ 'b.c': 'b\n' });
  expect(await old.publish(check, plan([finding('11111111')]))).toEqual({ kind: 'superseded' });
  expect(await comments()).toEqual([]);
  const { data } = await ada.rest.checks.get({
    owner: 'ada',
    repo: 'demo',
    check_run_id: check.id,
  });
  expect(data.conclusion).toBe('cancelled');
});

test('a line that GitHub refuses after all takes nothing else with it', async () => {
  const { publish, comments, reviews, bot } = await openedPull();
  // GitHub's list shows lines that a comment may not be on.
  bot.hook.after('request', (response, options) => {
    if (!options.url.includes('/files')) return;
    const [file] = z.tuple([z.looseObject({ patch: z.string() })]).parse(response.data);
    response.data = [{ ...file, patch: file.patch.replace('+1,60', '+1,61').concat('\n+more') }];
  });
  const odd = finding('bbbbbbbb', { start_line: 61, end_line: 61 });
  const outcome = await publish(plan([...manyFindings(6), odd]));
  expect(outcome).toMatchObject({
    listed: ['bbbbbbbb'],
    posted: manyFindings(6).map(({ key }) => key),
  });
  expect(await comments()).toHaveLength(6);
  const bodies = (await reviews()).map(({ body }) => body);
  expect(bodies.at(-1)).toMatch(/`bbbbbbbb`: GitHub takes no comment there: .*part of the diff/);
});

test('a pull request that may not be commented on has it all in its check', async () => {
  const { github, publish, comments, checks } = await openedPull();
  github.fail({ operation: 'pulls/create-review', kind: 'refuse', status: 403 });
  const outcome = await publish(plan([finding('11111111')]));
  expect(outcome).toMatchObject({ conclusion: 'failure', listed: ['11111111'], reviews: [] });
  expect(await comments()).toEqual([]);
  const [check] = await checks();
  expect(check?.output.summary).toContain('GitHub takes no comment there: Server Error');
});

test('a fork is reviewed like a branch', async () => {
  const { github, ada, publisher } = await openedPull();
  const bob = client(github, github.addUser('bob'));
  await github.addFork('ada/demo', 'bob');
  await github.commit('bob/demo', 'mine', { 'b.c': numbered('b', 5) });
  const demo = { owner: 'ada', repo: 'demo' };
  const made = await bob.rest.pulls.create({ ...demo, title: 'f', head: 'bob:mine', base: 'main' });
  const { number: pull, head } = made.data;
  const one = await publisher({ pull, head: head.sha, ref: `refs/pull/${pull}/head` });
  const found = finding('11111111', { path: 'b.c', start_line: 2, end_line: 2 });
  const outcome = await one.publish(await one.open([]), plan([found]));
  expect(outcome).toMatchObject({ posted: ['11111111'], conclusion: 'failure' });
  const { data } = await ada.rest.pulls.listReviewComments({ ...demo, pull_number: pull });
  expect(data).toMatchObject([{ path: 'b.c', line: 2 }]);
});

test('bodies at the limits are taken', async () => {
  const { publish, comments, checks } = await openedPull();
  const long = (length: number) => 'é'.repeat(length);
  const suggestion = {
    title: 'Do it',
    start_line: 3,
    end_line: 4,
    replacement: 'x'.repeat(20_000),
  };
  const given = { body: long(60_000), title: long(255), suggestion };
  const findings = manyFindings(400).map((one) => ({ ...one, path: 'old.c', title: long(200) }));
  const what = plan([finding('eeeeeeee', given), ...findings], { summary: long(30_000) });
  expect(await publish(what)).toMatchObject({ posted: ['eeeeeeee'] });
  expect((await comments())[0]?.body).not.toContain('suggestion');
  const [check] = await checks();
  expect(Buffer.byteLength(check?.output.summary ?? '')).toBeLessThanOrEqual(65_535);
});

test('a tested fix is offered on the lines that it replaces', async () => {
  const { publish, comments } = await openedPull();
  const suggestion = { title: 'Do it', start_line: 4, end_line: 5, replacement: 'one ``` two\n' };
  const hidden = { ...suggestion, replacement: 'one\u202e' };
  const outside = { ...suggestion, end_line: 99 };
  await publish(
    plan([
      finding('11111111', { suggestion }),
      finding('22222222', { suggestion: hidden }),
      finding('33333333', { suggestion: outside }),
    ]),
  );
  const [first, ...others] = await comments();
  expect(first).toMatchObject({ start_line: 4, line: 5 });
  expect(first?.body).toContain('\n````suggestion\none ``` two\n````\n');
  for (const { body } of others) expect(body).not.toContain('suggestion');
});
