import { expect, test } from '@jest/globals';
import { followInstruction } from '../../../src/github/instructions/follow-instruction.ts';
import { demo, instructed, said } from './instructed.ts';

test('help is for everybody who may read, and the question gets eyes', async () => {
  const { tell, answers, ada } = await instructed();
  const { comment } = await tell('rita', { name: 'help' });
  expect(await answers()).toEqual([expect.stringContaining('`/rustward fix KEY`')]);
  const { data } = await ada.rest.reactions.listForIssueComment({
    ...demo,
    comment_id: comment.id,
  });
  expect(data.map(({ content, user }) => [content, user?.login])).toEqual([['eyes', 'ward[bot]']]);
});

test('a command that is carried out twice is answered once', async () => {
  const { tell, answers, deps } = await instructed();
  const command = await tell('rita', { name: 'help' });
  await followInstruction(command, deps);
  expect(await answers()).toHaveLength(1);
});

test('what was meant for us and makes no sense is explained, and does nothing', async () => {
  const { tell, answers } = await instructed();
  await tell('rita', { name: 'mistaken', problem: 'there is no `fx`; did you mean @fix #1?' });
  const [answer] = await answers();
  expect(answer).toContain('there is no \\`fx\\`; did you mean `@fix` `#1`?');
});

test('a reader is refused what writes, once, in a friendly way', async () => {
  const { tell, answers, requested, key } = await instructed();
  await tell('rita', { name: 'review' });
  await tell('rita', { name: 'fp', finding: key, reason: 'I say so' });
  expect(await answers()).toEqual([
    'Thank you, but only people with write access to this repository can ask for review. One of them can do it for you.',
  ]);
  expect(requested).toEqual([]);
});

test('a writer gets a review of the head as it is now', async () => {
  const { tell, answers, requested, head, github, name } = await instructed();
  await tell('wanda', { name: 'review' });
  const next = await github.commit(name, 'change', { 'b.c': 'int b;\n' });
  await tell('wanda', { name: 'review' });
  expect(requested).toMatchObject([
    { kind: 'review-pull-request', head, reason: 'asked' },
    { head: next },
  ]);
  expect(await answers()).toEqual([
    expect.stringContaining(head.slice(0, 10)),
    expect.stringContaining(next.slice(0, 10)),
  ]);
});

test('a writer pauses the reviews of pushes, and resumes them with one of what came in between', async () => {
  const { tell, answers, requested, head, ada, pull: number } = await instructed();
  const labels = async () => {
    const { data } = await ada.rest.issues.listLabelsOnIssue({ ...demo, issue_number: number });
    return data.map(({ name }) => name);
  };
  await tell('wanda', { name: 'pause' });
  await tell('wanda', { name: 'pause' });
  expect([await labels(), requested]).toEqual([['rustward: paused'], []]);
  await tell('wanda', { name: 'resume' });
  expect(await labels()).toEqual([]);
  expect(requested).toMatchObject([{ kind: 'review-pull-request', head, reason: 'asked' }]);
  expect((await answers())[0]).toContain('while this pull request has the label');
  await tell('rita', { name: 'pause' });
  expect(await labels()).toEqual([]);
});

test.each([
  ['whose login belongs to another account by now', { id: 4711, login: 'wanda' }],
  ['that is an app', { id: 0, login: 'helper[bot]' }],
])('nobody listens to an account %s', async (_what, user) => {
  const { ask, deps, answers, requested } = await instructed();
  const command = await ask('wanda', { name: 'review' });
  await followInstruction({ ...command, user }, deps);
  expect([await answers(), requested]).toEqual([[], []]);
});

test('a comment that was deleted is not answered', async () => {
  const { ask, deps, answers, ada } = await instructed();
  const command = await ask('wanda', { name: 'help' });
  await ada.rest.issues.deleteComment({ ...demo, comment_id: command.comment.id });
  await followInstruction(command, deps);
  expect(await answers()).toEqual([]);
});

test('whoever asks too often is told so once, until an hour has passed', async () => {
  const instructions = { times: 2, seconds: 3600 };
  const { tell, answers, clock } = await instructed({ limits: { instructions } });
  for (let time = 0; time < 4; time += 1) await tell('wanda', { name: 'help' });
  expect(await answers()).toHaveLength(3);
  expect((await answers()).at(-1)).toBe(
    'That was enough for now: at most 2 instructions in 1 hour. Please try again later.',
  );
  await clock.advance(3600_000);
  await tell('wanda', { name: 'help' });
  expect((await answers()).at(-1)).toContain('`/rustward help`');
});

test('in a thread, the answer stands in that thread', async () => {
  const { tell, answers, bot, ada, pull, head, key } = await instructed();
  const { data: first } = await bot.rest.pulls.createReviewComment({
    ...{ ...demo, pull_number: pull, commit_id: head, path: 'src/main.c', line: 7 },
    ...{ side: 'RIGHT', body: 'A finding.' },
  });
  await tell('rita', { name: 'explain', finding: key }, first.id);
  const { data } = await ada.rest.pulls.listReviewComments({ ...demo, pull_number: pull });
  expect(data.map(({ in_reply_to_id }) => in_reply_to_id)).toEqual([undefined, first.id, first.id]);
  expect(said(data.at(-1)?.body)).toContain('strcpy');
  expect(await answers()).toEqual([]);
});
