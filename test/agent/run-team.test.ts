import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { runTeam, type TeamMember } from '../../src/agent/run-team.ts';
import { type ScriptedTurn, scriptedModel } from '../fakes/scripted-model.ts';

interface Verdict {
  readonly approved: boolean;
}

function member(role: string, rest: Partial<TeamMember<Verdict>> = {}): TeamMember<Verdict> {
  const limits = { turns: 5, tokens: 10_000, seconds: 60 };
  const answer = { tag: 'VERDICT', schema: z.strictObject({ approved: z.boolean() }) };
  return {
    agent: { role, tier: 'normal', tools: [], permissions: ['read'], limits, answer },
    task: { subject: 'f', messages: [{ role: 'user', content: `You are the ${role}.` }] },
    ...rest,
  };
}

const send = (to: unknown, content: unknown): ScriptedTurn => ({
  calls: [{ name: 'send_message', arguments: { to, content } }],
});
const APPROVED = '<VERDICT>{approved: true}</VERDICT>';
const OPTIONS = { first: 'author', maxHandOvers: 5 };

function team(author: Partial<TeamMember<Verdict>> = {}) {
  return new Map([
    ['author', member('author', author)],
    ['reviewer', member('reviewer')],
  ]);
}

describe('a team', () => {
  test('hands over until one answers', async () => {
    const turns = [
      send('reviewer', 'look'),
      send('author', 'correct it'),
      send('reviewer', 'done'),
      APPROVED,
    ];
    const model = scriptedModel(turns);
    const outcome = await runTeam(team(), { model }, OPTIONS);
    expect(outcome).toEqual({ kind: 'answered', by: 'reviewer', value: { approved: true } });
    expect(model.requests.map(({ conversation }) => conversation.role)).toEqual([
      ...['author', 'reviewer', 'author', 'reviewer'],
    ]);
    const last = model.requests[3]?.messages ?? [];
    expect(last[0]?.content).toBe('You are the reviewer.');
    expect(last.map(({ content }) => content).join('\n')).toMatch(/look[\s\S]*done/);
    expect(last.at(-1)?.content).toMatch(
      /^A message from author:\n\n<data-\w+ is="message">\ndone\n/,
    );
  });

  test.each([
    ['nobody', 'x', /no agent called nobody; send it to one of: reviewer/],
    ['author', 'x', /no agent called author/],
    [1, 'x', /arguments of send_message are wrong: at to/],
    ['reviewer', '', /arguments of send_message are wrong: at content/],
  ])('hears how to correct a message to %j that says %j', async (to, content, message) => {
    const model = scriptedModel([send(to, content), APPROVED]);
    const outcome = await runTeam(team(), { model }, OPTIONS);
    expect(outcome).toMatchObject({ kind: 'answered', by: 'author' });
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(message);
  });

  test('gives one message a turn', async () => {
    const calls = ['one', 'two'].map((content) => ({
      name: 'send_message',
      arguments: { to: 'reviewer', content },
    }));
    const model = scriptedModel([{ calls }, APPROVED]);
    await runTeam(team(), { model }, OPTIONS);
    const content = model.requests[1]?.messages.map((message) => message.content).join('\n');
    expect(content).toContain('one');
    expect(content).not.toContain('two');
  });

  test('forgets when it is told to, but not its prompt', async () => {
    const model = scriptedModel([send('reviewer', 'look'), send('author', 'correct it'), APPROVED]);
    await runTeam(team({ forgets: true }), { model }, OPTIONS);
    expect(model.requests[2]?.messages).toHaveLength(2);
    expect(model.requests[2]?.messages[0]?.content).toBe('You are the author.');
  });

  test('sends a summary along when it is told to', async () => {
    const model = scriptedModel([send('reviewer', 'look'), 'I changed a.c:7.', APPROVED]);
    await runTeam(team({ summarises: true }), { model }, OPTIONS);
    expect(model.requests[1]?.conversation).toMatchObject({ role: 'author', turn: 1 });
    expect(model.requests[1]?.tools).toBeUndefined();
    expect(model.requests[2]?.messages.at(-1)?.content).toMatch(/look[\s\S]*I changed a\.c:7\./);
  });

  test('does not go on for ever', async () => {
    const model = scriptedModel(({ conversation }) =>
      send(conversation.role === 'author' ? 'reviewer' : 'author', 'again'),
    );
    expect(await runTeam(team(), { model }, { ...OPTIONS, maxHandOvers: 3 })).toEqual({
      kind: 'stopped',
      by: 'author',
      limit: 'hand-overs',
    });
    const outcome = await runTeam(team(), { model }, { ...OPTIONS, maxHandOvers: 99 });
    expect(outcome).toEqual({ kind: 'stopped', by: 'author', limit: 'turns' });
  });
});
