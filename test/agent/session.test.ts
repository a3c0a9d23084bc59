import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import type { AgentState } from '../../src/agent/agent.ts';
import { runAgent } from '../../src/agent/run-agent.ts';
import { restoreSession, type SessionIdentity, saveSession } from '../../src/agent/session.ts';
import { defineTool } from '../../src/agent/tool.ts';
import { redactor } from '../../src/model/redaction/redact.ts';
import { scriptedModel } from '../fakes/scripted-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SECRET = 'canary-0123456789';
const identity: SessionIdentity = {
  repository: '/tree@c0ffee',
  agent: 'analyst',
  prompt: 'abc',
  model: 'normal:scripted',
  subject: 'a.c',
};
const look = defineTool({
  ...({ name: 'look', description: '', permission: 'read', args: z.strictObject({}) } as const),
  run: () => `the key is ${SECRET}`,
});
const agent = {
  ...({ role: 'analyst', tier: 'normal', permissions: ['read'], tools: [look] } as const),
  answer: { tag: 'REPORT', schema: z.strictObject({ safe: z.boolean() }) },
};
const task = { subject: 'a.c', messages: [{ role: 'user', content: 'Safe?' }] } as const;
const CALL = { calls: [{ name: 'look', arguments: {} }] };

/** Runs until the model fails in its third turn; the session is saved after each turn. */
async function interrupted(): Promise<string> {
  const path = join(temporaryFolder(), 'session.json');
  const redact = redactor([SECRET]);
  const onState = (state: AgentState) => saveSession(path, identity, state, redact);
  const model = scriptedModel([CALL, CALL]);
  await expect(runAgent(agent, task, { model, onState })).rejects.toThrow(/no answer 3/);
  return path;
}

test('a run goes on where it stopped, with what it has spent', async () => {
  const restored = restoreSession(await interrupted(), identity);
  if ('refused' in restored) throw new Error(restored.refused);
  expect(restored.state.spent).toMatchObject({ turns: 2, tokens: 40 });
  const model = scriptedModel(['<REPORT>{safe: true}</REPORT>']);
  const outcome = await runAgent(agent, task, { model }, restored);
  expect(outcome).toMatchObject({ kind: 'answered', value: { safe: true }, spent: { turns: 3 } });
  expect(model.requests[0]?.conversation.turn).toBe(2);
  expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual([
    ...['user', 'assistant', 'tool', 'assistant', 'tool'],
  ]);
});

test('its file holds no secret', async () => {
  const text = readFileSync(await interrupted(), 'utf8');
  expect(text).not.toContain(SECRET);
  expect(text).toContain('the key is [redacted]');
});

test.each(['repository', 'agent', 'prompt', 'model', 'subject'] as const)(
  'a session of another %s is refused',
  async (name) => {
    const restored = restoreSession(await interrupted(), { ...identity, [name]: 'other' });
    expect(restored).toEqual({ refused: `it is of another ${name}` });
  },
);

test.each([
  ['is absent', undefined, /there is no session/],
  ['is cut off', '{"version":1,', /cannot be read/],
  ['is of another version', '{"version":2}', /wrong form: at version/],
  ['has a message of another role', '{"version":1,"messages":[{"role":"root"}]}', /wrong form/],
])('a file that %s is refused gently', (_what, text, why) => {
  const path = join(temporaryFolder(), 'session.json');
  if (text !== undefined) writeFileSync(path, text);
  expect(restoreSession(path, identity)).toEqual({ refused: expect.stringMatching(why) });
});
