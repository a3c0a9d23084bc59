import { expect, test } from '@jest/globals';
import type { CommandOf } from '../../../src/github/commands/command.ts';
import { followInstruction } from '../../../src/github/instructions/follow-instruction.ts';
import { DEFAULT_QUOTAS } from '../../../src/github/permissions/quotas.ts';
import { reviewPullRequest } from '../../../src/github/review/review-pull-request.ts';
import { reviewingApp } from '../../support/reviewing-app.ts';
import { UNSAFE } from './greeting.ts';

const demo = { owner: 'ada', repo: 'demo' };
const attempt = { signal: new AbortController().signal, last: false };

test('a decision lasts when the code moves, and is over when it is taken back', async () => {
  const app = await reviewingApp({ 'README.md': 'A greeting.\n' });
  const { github, ada, installation, repository, deps } = app;
  await github.commit('ada/demo', 'topic', { 'src/main.c': UNSAFE });
  const number = await app.open('topic');
  const review = async () => {
    const { head } = await app.pull(number);
    const command = { kind: 'review-pull-request', installation, repository } as const;
    const pushed = { ...command, pull: number, head: head.sha, reason: 'pushed' } as const;
    await reviewPullRequest(pushed, attempt, deps);
    return (await app.check(number))?.conclusion;
  };
  const say = async (instruction: CommandOf<'follow-instruction'>['instruction']) => {
    const { data } = await ada.rest.issues.createComment({
      ...{ ...demo, issue_number: number, body: '/rustward' },
    });
    await followInstruction(
      {
        ...{ kind: 'follow-instruction', installation, repository, number, isPull: true },
        comment: { kind: 'issue', id: data.id },
        user: { id: data.user?.id ?? 0, login: 'ada' },
        instruction,
      },
      {
        ...{ ...deps, signal: attempt.signal, limits: DEFAULT_QUOTAS },
        quotas: { take: async () => true },
        requestReview: async () => {},
        requestMigration: async () => {},
        stopMigrations: async () => {},
      },
    );
  };

  expect(await review()).toBe('failure');
  const [comment] = await app.comments(number);
  const finding = /\/rustward fp ([0-9a-f]{8})/.exec(comment?.body ?? '')?.[1] ?? '';
  const { head: reviewed } = await app.pull(number);
  await say({ name: 'accept', finding, reason: 'a demonstration' });
  expect((await app.check(reviewed.sha))?.conclusion).toBe('success');

  await github.commit('ada/demo', 'topic', { 'src/main.c': `// Greets.\n\n${UNSAFE}` });
  expect(await review()).toBe('success');
  expect((await app.check(number))?.output.summary).toContain('a demonstration');

  // The next line, and another function.
  const edited = UNSAFE.replace('puts(text)', 'puts("done")').replace('argc > 1', 'argc == 2');
  await github.commit('ada/demo', 'topic', { 'src/main.c': `// Greets.\n\n${edited}` });
  expect(await review()).toBe('success');

  // GitHub tells the times of comments in seconds.
  app.pass(1000);
  await say({ name: 'reopen', finding });
  expect(await review()).toBe('failure');
  expect(await app.comments(number)).toHaveLength(1);

  app.pass(1000);
  await say({ name: 'fp', finding, reason: 'bounded' });
  const opened = edited.replace('text[16]', 'text[8]');
  await github.commit('ada/demo', 'topic', { 'src/main.c': opened });
  expect(await review()).toBe('failure');
  const [, again] = await app.comments(number);
  const next = /\/rustward fp ([0-9a-f]{8})/.exec(again?.body ?? '')?.[1] ?? '';
  expect(next).not.toBe(finding);
  expect((await app.check(number))?.output.summary).toContain(
    `What is at src/main.c:7 was settled as ${finding}, and is open again: the code that was decided on has changed.`,
  );
  await say({ name: 'accept', finding: next, reason: 'still bounded' });
  expect((await app.check(number))?.conclusion).toBe('success');
});
