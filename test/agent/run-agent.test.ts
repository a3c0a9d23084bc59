import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import type { Agent, AgentTask } from '../../src/agent/agent.ts';
import type { AgentEvent } from '../../src/agent/agent-events.ts';
import { runAgent } from '../../src/agent/run-agent.ts';
import { defineTool, type Tool } from '../../src/agent/tool.ts';
import { folderCache } from '../../src/model/calls/call-cache.ts';
import { modelServer } from '../fakes/model-server.ts';
import { type ScriptedTurn, scriptedModel } from '../fakes/scripted-model.ts';
import type { Reply } from '../fakes/served-reply.ts';
import { servedModel } from '../support/served-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const answer = { tag: 'REPORT', schema: z.strictObject({ verdict: z.enum(['safe', 'unsafe']) }) };
const LIMITS = { turns: 10, tokens: 100_000, seconds: 60 };
const task: AgentTask = {
  subject: 'a.c',
  messages: [
    { role: 'system', content: 'You look at code.' },
    { role: 'user', content: 'Is it safe?' },
  ],
};
const DONE = '<REPORT>{verdict: "safe"}</REPORT>';

const look = defineTool({
  name: 'look',
  description: 'Looks.',
  permission: 'read',
  args: z.strictObject({ at: z.string() }),
  run: ({ at }) => `seen ${at}`,
});

function agent(tools: readonly Tool[] = [look], rest: Partial<Agent<unknown>> = {}) {
  return {
    ...({ role: 'analyst', tier: 'normal', permissions: ['read'], limits: LIMITS } as const),
    ...rest,
    tools,
    answer,
  };
}

const call = (name: string, args: unknown): ScriptedTurn => ({
  calls: [{ name, arguments: args }],
});

describe('answers that cannot be read', () => {
  test('are asked for anew by the next run, and what was called before them is not', async () => {
    const folder = temporaryFolder();
    const unread: Reply = { kind: 'answer', content: 'hello' };
    const looks: Reply = { kind: 'answer', calls: [{ name: 'look', arguments: { at: 'x' } }] };
    const answered: Reply = { kind: 'answer', content: DONE };
    const server = await modelServer([looks, unread, unread, unread, answered]);
    const run = async () => {
      const cache = folderCache(folder, () => undefined, Date.now());
      return await runAgent(agent(), task, { model: servedModel([server], { cache }).model });
    };
    await expect(run()).rejects.toMatchObject({ failure: 'answer' });
    expect(server.requests).toHaveLength(4);
    expect(await run()).toMatchObject({ kind: 'answered' });
    expect(server.requests).toHaveLength(5);
    // What could be used in the end is kept, with what led to it.
    expect(await run()).toMatchObject({ kind: 'answered' });
    expect(server.requests).toHaveLength(5);
  });
});

describe('an agent', () => {
  test('calls tools until it answers', async () => {
    const model = scriptedModel([call('look', { at: 'x' }), call('look', { at: 'y' }), DONE]);
    const outcome = await runAgent(agent(), task, { model });
    expect(outcome).toMatchObject({ kind: 'answered', value: { verdict: 'safe' } });
    expect(outcome.spent).toMatchObject({ turns: 3, tokens: 60 });
    expect(model.requests.map(({ conversation }) => conversation.turn)).toEqual([0, 1, 2]);
    const [, , said, result] = model.requests[1]?.messages ?? [];
    expect(said).toMatchObject({ role: 'assistant', toolCalls: [{ name: 'look' }] });
    expect(result).toMatchObject({
      role: 'tool',
      content: expect.stringMatching(/is="result of look">\nseen x\n</),
    });
  });

  test('without tools has its answer held to the schema, by a provider that can', async () => {
    const server = await modelServer([
      { kind: 'answer', content: '<REPORT>{"verdict": tru</REPORT>' },
      { kind: 'answer', content: '{"verdict": "safe"}' },
    ]);
    const { model } = servedModel([server], { models: [{ jsonSchema: true }] });
    const outcome = await runAgent(agent([]), task, { model });
    expect(outcome).toMatchObject({ kind: 'answered', value: { verdict: 'safe' } });
    expect(server.problems).toEqual([]);
    for (const { response_format } of server.requests) {
      expect(response_format).toMatchObject({
        type: 'json_schema',
        json_schema: { name: 'report', schema: { type: 'object', required: ['verdict'] } },
      });
    }
  });

  test('with tools, or whose answer is no object, is asked for no schema', async () => {
    const model = scriptedModel([DONE, '<REPORT>[1]</REPORT>']);
    await runAgent(agent(), task, { model });
    const list = { tag: 'REPORT', schema: z.array(z.number()) };
    await runAgent({ ...agent([]), answer: list }, task, { model });
    expect(model.requests.map(({ answerSchema }) => answerSchema)).toEqual([undefined, undefined]);
  });

  test('is told what is wrong with its answer, twice, and not a third time', async () => {
    const bad = '<REPORT>{verdict: "fine"}</REPORT>';
    const model = scriptedModel([bad, bad, DONE]);
    await expect(runAgent(agent(), task, { model })).resolves.toMatchObject({ kind: 'answered' });
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/verdict/);
    const hopeless = scriptedModel([bad, bad, bad, DONE]);
    await expect(runAgent(agent(), task, { model: hopeless })).rejects.toThrow(/in 3 tries/);
  });

  test.each([
    [
      'an unknown tool',
      call('delete_everything', {}),
      /there is no tool of that name. There are: look/,
    ],
    ['wrong arguments', call('look', { where: 1 }), /arguments of look are wrong/],
    ['arguments that are no JSON', call('look', '{at: '), /arguments are no JSON/],
  ])('that makes a mistake (%s) hears how to go on', async (_what, turn, message) => {
    const model = scriptedModel([turn, DONE]);
    const outcome = await runAgent(agent(), task, { model });
    expect(outcome.kind).toBe('answered');
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(message);
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/is="error of/);
  });

  test('cannot use a tool that its run does not permit', async () => {
    let ran = false;
    const run = () => {
      ran = true;
      return '';
    };
    const write = defineTool({
      name: 'write',
      description: '',
      permission: 'write',
      args: z.object({}),
      run,
    });
    const model = scriptedModel([call('write', {}), DONE]);
    await runAgent(agent([write]), task, { model });
    expect(ran).toBe(false);
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/needs the permission to write/);
  });

  test('outlives a tool that fails or hangs', async () => {
    const broken = defineTool({
      ...({ name: 'broken', description: '', permission: 'read', args: z.object({}) } as const),
      run() {
        throw new TypeError('a bug');
      },
    });
    const hangs = defineTool({
      ...({ name: 'hangs', description: '', permission: 'read', args: z.object({}) } as const),
      timeoutSeconds: 0.05,
      run: () => new Promise<string>(() => undefined),
    });
    const model = scriptedModel([call('broken', {}), call('hangs', {}), DONE]);
    const outcome = await runAgent(agent([broken, hangs]), task, { model });
    expect(outcome.kind).toBe('answered');
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/broken failed: .*a bug/);
    expect(model.requests[2]?.messages.at(-1)?.content).toMatch(
      /hangs took longer than 0.05 seconds/,
    );
  });

  test('makes one call a turn unless it may make several', async () => {
    const turn = {
      calls: [
        { name: 'look', arguments: { at: 'x' } },
        { name: 'look', arguments: { at: 'y' } },
      ],
    };
    const results = async (parallelToolCalls: boolean) => {
      const model = scriptedModel([turn, DONE]);
      await runAgent(agent([look], { parallelToolCalls }), task, { model });
      return (model.requests[1]?.messages ?? []).slice(3).map(({ content }) => content);
    };
    expect(await results(false)).toEqual([
      expect.stringContaining('seen x'),
      expect.stringContaining('not carried out'),
    ]);
    expect(await results(true)).toEqual([
      expect.stringContaining('seen x'),
      expect.stringContaining('seen y'),
    ]);
  });
});

describe('limits', () => {
  const forever = () => scriptedModel(() => call('look', { at: 'x' }));

  test('of turns: the last one has no tools and asks for an answer', async () => {
    const model = forever();
    const outcome = await runAgent(agent([look], { limits: { ...LIMITS, turns: 3 } }), task, {
      model,
    });
    expect(outcome).toMatchObject({ kind: 'stopped', limit: 'turns' });
    expect(model.requests.map(({ tools = [] }) => tools.length)).toEqual([1, 1, 0]);
    expect(model.requests[2]?.messages.at(-1)?.content).toMatch(/Answer now, in <REPORT>/);
  });

  test('of tokens and cost', async () => {
    const stopped = (limits: object) =>
      runAgent(agent([look], { limits: { ...LIMITS, ...limits } }), task, {
        model: forever(),
        costOf: () => 0.25,
      });
    expect(await stopped({ tokens: 50 })).toMatchObject({ limit: 'tokens', spent: { tokens: 60 } });
    expect(await stopped({ cost: 0.5 })).toMatchObject({ limit: 'cost', spent: { cost: 0.5 } });
  });

  test('of time, in the middle of a call of a model or a tool', async () => {
    const model = { window: () => 1000, ask: () => new Promise<never>(() => undefined) };
    const slow = {
      ...model,
      ask: (_request: unknown, { signal }: { signal?: AbortSignal } = {}) =>
        new Promise<never>((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        ),
    };
    const limits = { ...LIMITS, seconds: 0.05 };
    expect(await runAgent(agent([look], { limits }), task, { model: slow })).toMatchObject({
      limit: 'time',
    });
    const hangs = defineTool({
      ...({ name: 'look', description: '', permission: 'read', args: z.object({}) } as const),
      run: () => new Promise<string>(() => undefined),
    });
    const calls = scriptedModel([call('look', {})]);
    expect(await runAgent(agent([hangs], { limits }), task, { model: calls })).toMatchObject({
      limit: 'time',
    });
  });

  test('an abort from outside ends it with the reason', async () => {
    const stop = new AbortController();
    const stops = defineTool({
      ...({ name: 'look', description: '', permission: 'read', args: z.object({}) } as const),
      run() {
        stop.abort(new Error('enough'));
        return new Promise<string>(() => undefined);
      },
    });
    const model = scriptedModel([call('look', {}), DONE]);
    const run = runAgent(agent([stops]), task, { model }, { signal: stop.signal });
    await expect(run).rejects.toThrow('enough');
    expect(model.requests).toHaveLength(1);
  });
});

describe('a conversation that becomes too long', () => {
  test('is summarised, and the instructions stay', async () => {
    const chatty = defineTool({ ...look_(), run: () => 'x'.repeat(1500) });
    let asked = 0;
    const model = scriptedModel((request) => {
      const last = request.messages.at(-1)?.content ?? '';
      if (/has become too long/.test(last)) return 'The index is checked in a.c:7.';
      asked += 1;
      return asked < 6 ? call('look', { at: 'x' }) : DONE;
    }, 2500);
    const events: AgentEvent[] = [];
    const outcome = await runAgent(agent([chatty]), task, {
      model,
      listeners: [(event) => void events.push(event)],
    });
    expect(outcome.kind).toBe('answered');
    expect(events.some(({ kind }) => kind === 'history-summarised')).toBe(true);
    const after = model.requests.find(({ messages }) => /a\.c:7/.test(messages[2]?.content ?? ''));
    expect(after?.messages.slice(0, 2)).toEqual(task.messages);
    expect(after?.messages[2]?.content).toMatch(/<data-\w+ is="summary">\nThe index is checked/);
    expect(after?.messages).toHaveLength(3);
  });

  test('a result that would fill the window is cut', async () => {
    const flood = defineTool({ ...look_(), maxChars: 1e9, run: () => 'line\n'.repeat(100_000) });
    const model = scriptedModel([call('look', { at: 'x' }), DONE], 4000);
    await runAgent(agent([flood]), task, { model });
    const content = model.requests[1]?.messages.at(-1)?.content ?? '';
    expect(content.length).toBeLessThan(2200);
    expect(content).toMatch(/are left out here: ask again for a smaller part/);
  });

  function look_() {
    const args = z.strictObject({ at: z.string() });
    return { name: 'look', description: '', permission: 'read', args } as const;
  }
});

test('listeners hear what happens, and none can break the loop', async () => {
  const heard: string[] = [];
  const model = scriptedModel([call('look', { at: 'x' }), DONE]);
  const outcome = await runAgent(agent(), task, {
    model,
    listeners: [
      () => {
        throw new Error('broken');
      },
      () => Promise.reject(new Error('broken later')),
      ({ kind }) => void heard.push(kind),
    ],
  });
  expect(outcome.kind).toBe('answered');
  expect(heard.filter((kind) => kind !== 'listener-failed')).toEqual([
    'task-started',
    ...['model-called', 'model-answered', 'tool-called', 'tool-answered'],
    ...['model-called', 'model-answered', 'task-completed'],
  ]);
  expect(heard).toContain('listener-failed');
});
