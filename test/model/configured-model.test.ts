import { describe, expect, test } from '@jest/globals';
import { folderCache } from '../../src/model/calls/call-cache.ts';
import type { Message, StreamEvent } from '../../src/model/model.ts';
import { fakeClock } from '../fakes/fake-clock.ts';
import { modelServer } from '../fakes/model-server.ts';
import { COST, type Reply, USAGE } from '../fakes/served-reply.ts';
import { eventually } from '../support/eventually.ts';
import { KEY, question, servedModel, TOOL } from '../support/served-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FINE: Reply = { kind: 'answer', content: 'All is fine here.' };
const BUSY: Reply = { kind: 'status', status: 429, headers: { 'retry-after': '7' } };
const BROKEN: Reply = { kind: 'status', status: 500 };

describe('a server that answers', () => {
  test.each([true, false])('streaming %s: text, usage and cost', async (stream) => {
    const server = await modelServer([FINE]);
    const { model, ledger } = servedModel([server], { models: [{ stream }] });
    const heard: StreamEvent[] = [];
    const answer = await model.ask(question(), { onStream: (event) => heard.push(event) });
    expect(answer).toEqual({
      content: 'All is fine here.',
      toolCalls: [],
      finish: 'stop',
      model: 'first',
      usage: { input: 100, cached: 0, output: 20, estimated: false },
      source: 'provider',
      repairs: [],
    });
    const text = heard.map((event) => (event.kind === 'text' ? event.text : '|')).join('');
    expect(text).toBe('All is fine here.');
    expect(ledger.total()).toMatchObject({ calls: 1, input: 100, output: 20, cost: COST });
    expect(server.requests[0]).toMatchObject({
      model: 'first-model',
      headers: { authorization: `Bearer ${KEY}` },
    });
  });

  test('tool calls come in pieces, and are put together', async () => {
    const calls = [
      { name: 'read_code', arguments: { line: 3 } },
      { name: 'read_code', arguments: { line: 4 } },
    ];
    const server = await modelServer([{ kind: 'answer', calls }]);
    const answer = await servedModel([server]).model.ask(question({ tools: [TOOL] }));
    expect(answer.finish).toBe('tool_calls');
    expect(answer.toolCalls).toEqual([
      { id: 'served_0', name: 'read_code', arguments: '{"line":3}' },
      { id: 'served_1', name: 'read_code', arguments: '{"line":4}' },
    ]);
  });

  test('what the provider had in its cache is cheaper', async () => {
    const usage = { ...USAGE, prompt_tokens_details: { cached_tokens: 80 } };
    const server = await modelServer([{ ...FINE, usage }]);
    const { model, ledger } = servedModel([server]);
    const answer = await model.ask(question());
    expect(answer.usage).toMatchObject({ input: 100, cached: 80 });
    expect(ledger.total().cost).toBeCloseTo((20 + 80 * 0.1 + 20 * 2) / 1e6, 12);
  });

  test('a server that does not count is counted for', async () => {
    const server = await modelServer([{ ...FINE, usage: null }]);
    const { model, ledger } = servedModel([server]);
    const { usage } = await model.ask(question());
    expect(usage.estimated).toBe(true);
    expect(usage.output).toBe(6);
    expect(ledger.total()).toMatchObject({ calls: 1, estimated: 1, input: usage.input });
  });

  test('a slow one is waited for, and heard while it writes', async () => {
    const gate = Promise.withResolvers<void>();
    const slow: Reply = { kind: 'answer', content: 'All\nis\nfine.', until: gate.promise };
    const server = await modelServer([slow]);
    const answer = await servedModel([server]).model.ask(question(), {
      // The server does not end its answer before the client has heard the beginning.
      onStream: () => gate.resolve(),
    });
    expect(answer.content).toBe('All\nis\nfine.');
  });
});

describe('a server that does not answer is tried again', () => {
  test('429: no sooner than it asks, and for nothing', async () => {
    const server = await modelServer([BUSY, FINE]);
    const { model, ledger, clock } = servedModel([server]);
    expect((await model.ask(question())).content).toBe('All is fine here.');
    expect(clock.sleeps).toEqual([7500]);
    expect(ledger.total()).toMatchObject({ calls: 1, cost: COST });
  });

  test('500: with growing pauses', async () => {
    const server = await modelServer([BROKEN, BROKEN, FINE]);
    const { model, ledger, clock } = servedModel([server]);
    expect((await model.ask(question())).content).toBe('All is fine here.');
    expect(clock.sleeps).toEqual([750, 1500]);
    expect(ledger.total()).toMatchObject({ calls: 1, cost: COST });
  });

  test.each([
    ['a broken connection', { kind: 'cut-off', content: 'All is' }],
    ['a stream that just ends', { kind: 'cut-off', content: 'All is', politely: true }],
  ] as const)('%s in the middle: the half answer is void, and paid for', async (_name, reply) => {
    const server = await modelServer([reply, FINE]);
    const { model, ledger } = servedModel([server]);
    const heard: StreamEvent['kind'][] = [];
    const answer = await model.ask(question(), { onStream: ({ kind }) => heard.push(kind) });
    expect(answer.content).toBe('All is fine here.');
    expect(heard).toContain('restart');
    const [half, whole] = ledger.entries;
    expect(half).toMatchObject({ usage: { output: 2, estimated: true } });
    expect(half?.failure).toContain('broke off');
    expect(whole).toMatchObject({ usage: { output: 20 }, cost: COST });
  });

  test.each([
    ['a page for people', { kind: 'html' }],
    ['JSON of another kind', { kind: 'garbage', body: '{"status": "ok"}' }],
    ['no JSON at all', { kind: 'garbage', body: '<oops>' }],
    ['a stream of something else', { kind: 'garbage', body: 'data: {"choices": 3}\n\n' }],
    [
      'an error within the stream',
      { kind: 'garbage', body: 'data: {"error": {"message": "overloaded"}}\n\n' },
    ],
  ] as const)('%s', async (_name, reply) => {
    for (const stream of [true, false]) {
      const server = await modelServer([reply, FINE]);
      const { model } = servedModel([server], { models: [{ stream }] });
      expect((await model.ask(question())).content).toBe('All is fine here.');
    }
  });

  test('silence from the start', async () => {
    const server = await modelServer([{ kind: 'hang' }, FINE]);
    const { model, clock, ledger } = servedModel([server]);
    const answer = model.ask(question());
    await server.hanging();
    await clock.advance(60_000);
    expect((await answer).content).toBe('All is fine here.');
    expect(ledger.total().calls).toBe(1);
    await eventually(() => expect(server.abandoned()).toBe(1));
  });

  test('silence in the middle: the half answer is void, and paid for', async () => {
    const server = await modelServer([{ kind: 'hang', content: 'All is\n' }, FINE]);
    const { model, clock, ledger } = servedModel([server]);
    const heard: StreamEvent['kind'][] = [];
    const begun = Promise.withResolvers<void>();
    const answer = model.ask(question(), {
      onStream: ({ kind }) => {
        heard.push(kind);
        begun.resolve();
      },
    });
    await begun.promise;
    await clock.advance(60_000);
    expect((await answer).content).toBe('All is fine here.');
    expect(heard).toEqual(['text', 'restart', 'text']);
    expect(ledger.total().calls).toBe(2);
    await eventually(() => expect(server.abandoned()).toBe(1));
    expect(ledger.entries[0]?.failure).toBe('was silent for 60 s');
  });

  test('a server that is not there', async () => {
    const { model } = servedModel([], {});
    await expect(model.ask(question())).rejects.toThrow('no model answered');
    const server = await modelServer([FINE]);
    const two = servedModel([server, server], { models: [{ baseUrl: 'http://127.0.0.1:9/v1' }] });
    expect((await two.model.ask(question())).model).toBe('second');
  });
});

describe('the next model has its turn', () => {
  test('when a model is exhausted', async () => {
    const [first, second] = [await modelServer(() => BUSY), await modelServer([FINE])];
    const { model } = servedModel([first, second]);
    expect((await model.ask(question())).model).toBe('second');
    expect(first.requests).toHaveLength(4);
  });

  test('when a circuit opens, and until a probe closes it', async () => {
    let works = false;
    const first = await modelServer(() => (works ? FINE : BROKEN));
    const second = await modelServer(() => FINE);
    const { model, clock } = servedModel([first, second]);
    const ask = async (turn: number) => {
      const conversation = { role: 'tester', subject: 'a.c', turn };
      return (await model.ask(question({ conversation }))).model;
    };
    expect(await ask(0)).toBe('second');
    expect(first.requests).toHaveLength(3);
    expect(await ask(1)).toBe('second');
    expect(first.requests).toHaveLength(3);
    await clock.advance(60_000);
    expect(await ask(2)).toBe('second');
    expect(first.requests).toHaveLength(4);
    works = true;
    expect(await ask(3)).toBe('second');
    await clock.advance(60_000);
    expect([await ask(4), await ask(5)]).toEqual(['first', 'first']);
  });

  test.each([
    ['refuses the key', { kind: 'status', status: 401 }],
    ['has no such model', { kind: 'status', status: 404 }],
    ['is out of money', { kind: 'status', status: 429, code: 'insufficient_quota' }],
    ['does not take the request', { kind: 'status', status: 400 }],
    ['redirects', { kind: 'status', status: 302, headers: { location: 'https://else.where' } }],
  ] as const)('at once when one %s', async (_name, reply) => {
    const [first, second] = [await modelServer([reply]), await modelServer([FINE])];
    const { model, clock } = servedModel([first, second]);
    expect((await model.ask(question())).model).toBe('second');
    expect(first.requests).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });

  test('with a single model that stays broken, all that wait give up after one probe', async () => {
    const server = await modelServer(() => BROKEN);
    const { model, clock } = servedModel([server], { clock: fakeClock({ jump: false }) });
    const before = clock.now();
    let open = 8;
    const asked = Array.from({ length: open }, async (_, turn) => {
      const conversation = { role: 'tester', subject: 'a.c', turn };
      await expect(model.ask(question({ conversation }))).rejects.toThrow('answered 500');
      open -= 1;
    });
    while (open > 0) {
      await eventually(() => expect(clock.sleeping()).toBe(open));
      await clock.advance(1000);
    }
    await Promise.all(asked);
    expect(clock.now() - before).toBeLessThan(2 * 60_000);
  });

  test('with a single model that never works, later questions fail at once, with the reason', async () => {
    const server = await modelServer(() => BROKEN);
    const { model, clock } = servedModel([server]);
    const before = clock.now();
    await expect(model.ask(question())).rejects.toThrow('answered 500');
    const after = clock.now();
    expect(after - before).toBeLessThan(15_000);
    const conversation = { role: 'tester', subject: 'a.c', turn: 1 };
    await expect(model.ask(question({ conversation }))).rejects.toThrow(
      /^no model answered: \S+ answered 500.*, and is left alone for now$/,
    );
    expect([clock.now() - after, server.requests.length]).toEqual([0, 4]);
  });

  test('with a single model, an open circuit is waited for', async () => {
    const server = await modelServer([BROKEN, BROKEN, BROKEN, FINE]);
    const { model, clock } = servedModel([server]);
    expect((await model.ask(question())).content).toBe('All is fine here.');
    expect(clock.sleeps).toEqual([750, 1500, 10_000]);
  });

  test('when all have failed, each is named with its reason', async () => {
    const first = await modelServer([{ kind: 'status', status: 401, message: `bad key ${KEY}` }]);
    const second = await modelServer(() => BUSY);
    const { model, ledger } = servedModel([first, second]);
    const error = await model.ask(question()).catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'ModelError', failure: 'unavailable' });
    expect(error.message).toBe(
      'no model answered: first answered 401: bad key [redacted]; second answered 429: as told: 429 (after 4 tries)',
    );
    expect(ledger.total().calls).toBe(0);
  });
});

describe('time', () => {
  test('all retries share it, and none begins that cannot end in time', async () => {
    const server = await modelServer(() => BROKEN);
    const { model, clock } = servedModel([server], { timeout: 2000 });
    const before = clock.now();
    await expect(model.ask(question())).rejects.toThrow('no model answered');
    expect(clock.sleeps).toEqual([750]);
    expect(clock.now() - before).toBeLessThan(2000);
  });

  test('it ends a call that hangs', async () => {
    const server = await modelServer([{ kind: 'hang' }]);
    const { model, clock } = servedModel([server], { timeout: 5000 });
    const answer = model.ask(question());
    const outcome = expect(answer).rejects.toMatchObject({
      failure: 'timeout',
      message: 'no model answered within 5 s',
    });
    await server.hanging();
    await clock.advance(5000);
    await outcome;
  });

  test.each([
    ['before the first byte', { kind: 'hang' }],
    ['in the middle', { kind: 'hang', content: 'All is' }],
  ] as const)('the caller may end it %s', async (_name, reply) => {
    const server = await modelServer([reply]);
    const { model, ledger } = servedModel([server]);
    const stop = new AbortController();
    const answer = model.ask(question(), { signal: stop.signal });
    const outcome = expect(answer).rejects.toThrow('enough of it');
    await server.hanging();
    stop.abort(new Error('enough of it'));
    await outcome;
    // What had begun is taken to be billed.
    expect(ledger.total()).toMatchObject({ calls: 1, estimated: 1 });
  });

  test('or while it waits', async () => {
    const server = await modelServer(() => BROKEN);
    const clock = fakeClock({ jump: false });
    const stop = new AbortController();
    const answer = servedModel([server], { clock }).model.ask(question(), { signal: stop.signal });
    const outcome = expect(answer).rejects.toThrow('enough of it');
    await eventually(() => expect(clock.sleeping()).toBeGreaterThan(0));
    stop.abort(new Error('enough of it'));
    await outcome;
    expect(server.requests).toHaveLength(1);
  });
});

describe('answers that are not as they should be', () => {
  test('an empty one is asked for again, with a hint', async () => {
    const server = await modelServer([{ kind: 'answer', content: ' ' }, FINE]);
    const { model, ledger } = servedModel([server]);
    const answer = await model.ask(question());
    expect(answer).toMatchObject({
      content: 'All is fine here.',
      usage: { input: 200, output: 40 },
      repairs: ['the answer was empty, and asked for again'],
    });
    expect(server.requests[1]?.messages.at(-1)?.content).toContain('Your last answer was empty');
    expect(ledger.total()).toMatchObject({ calls: 2, cost: 2 * COST });
  });

  test('one that stays empty is an error', async () => {
    const server = await modelServer(() => ({ kind: 'answer', content: '' }));
    await expect(servedModel([server]).model.ask(question())).rejects.toMatchObject({
      failure: 'answer',
      message: 'first gave an empty answer, twice',
    });
    expect(server.requests).toHaveLength(2);
  });

  test('no text beside tool calls is as it should be', async () => {
    const calls = [{ name: 'read_code', arguments: {} }];
    const server = await modelServer([{ kind: 'answer', calls }]);
    const answer = await servedModel([server]).model.ask(question({ tools: [TOOL] }));
    expect([answer.content, answer.toolCalls.length, answer.repairs]).toEqual(['', 1, []]);
  });

  test('one that was cut off is continued', async () => {
    const server = await modelServer([
      { kind: 'answer', content: 'The index is checked bef', finish: 'length' },
      { kind: 'answer', content: 'ore it is used, and the ', finish: 'length' },
      { kind: 'answer', content: 'index is checked before it is used, and the length, too.' },
    ]);
    const { model, ledger } = servedModel([server]);
    const answer = await model.ask(question());
    expect(answer.content).toBe('The index is checked before it is used, and the length, too.');
    expect([answer.finish, ledger.total().calls]).toEqual(['stop', 3]);
    expect(server.problems).toEqual([]);
  });

  test('one that never ends is given as far as it goes, and says so', async () => {
    let part = 0;
    const server = await modelServer(() => {
      part += 1;
      return { kind: 'answer', content: `part ${part} `, finish: 'length' };
    });
    const answer = await servedModel([server]).model.ask(question());
    expect([answer.content, answer.finish]).toEqual([
      'part 1 part 2 part 3 part 4 part 5 ',
      'length',
    ]);
  });

  test('a tool call that was cut off is dropped, and asked for again', async () => {
    const cut = [{ name: 'read_code', arguments: '{"li' }];
    const whole = [{ name: 'read_code', arguments: { line: 3 } }];
    const server = await modelServer([
      { kind: 'answer', calls: cut, finish: 'length' },
      { kind: 'answer', calls: whole },
    ]);
    const answer = await servedModel([server]).model.ask(question({ tools: [TOOL] }));
    expect(answer.toolCalls.map((call) => call.arguments)).toEqual(['{"line":3}']);
    expect(answer.repairs[0]).toBe('a call of read_code was cut off, and dropped');
  });

  test('ids that are missing or taken are given anew, and the history stays valid', async () => {
    const calls = [
      { id: null, name: 'read_code', arguments: { line: 1 } },
      { id: 'same', name: 'read_code', arguments: { line: 2 } },
    ];
    const server = await modelServer((_request, index) =>
      index < 3 ? { kind: 'answer', calls } : FINE,
    );
    const { model } = servedModel([server]);
    const messages: Message[] = [...question().messages];
    for (let turn = 0; turn < 4; turn += 1) {
      const conversation = { role: 'tester', subject: 'a.c', turn };
      const answer = await model.ask(question({ conversation, messages, tools: [TOOL] }));
      const { content, toolCalls } = answer;
      messages.push({ role: 'assistant', content, toolCalls });
      for (const { id } of toolCalls) {
        messages.push({ role: 'tool', toolCallId: id, content: 'int x;' });
      }
    }
    expect(server.problems).toEqual([]);
    const ids = messages.flatMap((message) => (message.role === 'tool' ? message.toolCallId : []));
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  });

  test('a tool call written as text becomes one', async () => {
    const text = '<tool_call>\n{"name": "read_code", "arguments": {"line": 3}}\n</tool_call>';
    const server = await modelServer([{ kind: 'answer', content: text }]);
    const answer = await servedModel([server]).model.ask(question({ tools: [TOOL] }));
    expect(answer).toMatchObject({ content: '', finish: 'tool_calls' });
    expect(answer.toolCalls).toEqual([
      { id: 'call_1', name: 'read_code', arguments: '{"line":3}' },
    ]);
  });

  test('an endless loop of tool calls ends at the cap, before the call that exceeds it', async () => {
    const calls = [{ name: 'read_code', arguments: { line: 1 } }];
    const server = await modelServer(() => ({ kind: 'answer', calls }));
    const { model, ledger } = servedModel([server], { caps: { tokens: 2000 } });
    const messages: Message[] = [...question().messages];
    const loop = async () => {
      for (let turn = 0; ; turn += 1) {
        const conversation = { role: 'tester', subject: 'a.c', turn };
        const answer = await model.ask(question({ conversation, messages, tools: [TOOL] }));
        messages.push({ role: 'assistant', content: '', toolCalls: answer.toolCalls });
        for (const { id } of answer.toolCalls) {
          messages.push({ role: 'tool', toolCallId: id, content: 'int x;' });
        }
      }
    };
    await expect(loop()).rejects.toMatchObject({ failure: 'budget' });
    const { input, output, calls: made } = ledger.total();
    expect(made).toBe(server.requests.length);
    expect(made).toBeGreaterThan(3);
    expect(input + output).toBe(made * 120);
    expect(input + output).toBeLessThanOrEqual(2000);
  });
});

describe('what was paid for', () => {
  test('is not paid for twice, by any caller', async () => {
    const folder = temporaryFolder();
    const server = await modelServer([FINE]);
    const notes: string[] = [];
    const cache = () => folderCache(folder, (line) => notes.push(line), Date.now());
    const first = servedModel([server], { cache: cache() });
    await first.model.ask(question());
    const second = servedModel([server], { cache: cache() });
    const conversation = { role: 'other', subject: 'b.c', turn: 4 };
    const answer = await second.model.ask(question({ conversation }));
    expect(answer).toMatchObject({ content: 'All is fine here.', source: 'cache' });
    expect(second.ledger.total()).toMatchObject({ calls: 0, reused: 1, cost: 0, input: 0 });
    expect([server.requests.length, notes]).toEqual([1, []]);
  });

  test('what stayed empty is asked for anew, and so is what is forgotten', async () => {
    const empty: Reply = { kind: 'answer', content: '' };
    const server = await modelServer([empty, empty, FINE, FINE]);
    const cache = folderCache(temporaryFolder(), () => undefined, Date.now());
    const { model } = servedModel([server], { cache });
    await expect(model.ask(question())).rejects.toMatchObject({ failure: 'answer' });
    expect(await model.ask(question())).toMatchObject({ source: 'provider' });
    expect(await model.ask(question())).toMatchObject({ source: 'cache' });
    model.forget?.(question());
    expect(await model.ask(question())).toMatchObject({ source: 'provider' });
    expect(server.requests).toHaveLength(4);
  });

  test('an answer of a fallback serves, too', async () => {
    const folder = temporaryFolder();
    const [first, second] = [await modelServer(() => BUSY), await modelServer([FINE])];
    const options = { cache: folderCache(folder, () => undefined, Date.now()) };
    await servedModel([first, second], options).model.ask(question());
    const again = await servedModel([first, second], options).model.ask(question());
    expect([again.model, again.source, first.requests.length]).toEqual(['second', 'cache', 4]);
  });

  test('a question that does not fit into any window is never sent', async () => {
    const server = await modelServer([FINE]);
    const { model, ledger } = servedModel([server]);
    const messages: Message[] = [{ role: 'user', content: 'long '.repeat(10_000) }];
    await expect(model.ask(question({ messages }))).rejects.toMatchObject({
      failure: 'window',
      message: expect.stringContaining('has a window of 10000 tokens'),
    });
    expect([server.requests.length, ledger.total().calls]).toEqual([0, 0]);
  });
});

describe('many calls at a time', () => {
  function askAll(model: ReturnType<typeof servedModel>['model'], count: number) {
    return Promise.allSettled(
      Array.from({ length: count }, (_, index) =>
        model.ask(question({ messages: [{ role: 'user', content: `Question ${index}?` }] })),
      ),
    );
  }

  test('all are answered, and booked once each', async () => {
    const server = await modelServer(({ messages }) => ({
      kind: 'answer',
      content: `To: ${messages[0]?.content}`,
    }));
    const { model, ledger } = servedModel([server], { models: [{ limits: { concurrent: 4 } }] });
    const outcomes = await askAll(model, 40);
    const answers = outcomes.map((one) =>
      one.status === 'fulfilled' ? one.value.content : one.reason,
    );
    expect(answers).toEqual(Array.from({ length: 40 }, (_, index) => `To: Question ${index}?`));
    expect(ledger.total()).toMatchObject({ calls: 40, input: 4000, output: 800 });
  });

  test('a cap reckons with a question that is written to the provider’s cache', async () => {
    const server = await modelServer([FINE, FINE]);
    const caps = { cost: 0.0035 };
    const prices = { input: 1, cached: 0.1, output: 2 };
    const plain = servedModel([server], { caps, models: [{ prices }] });
    expect((await plain.model.ask(question())).content).toBe(FINE.content);
    const dear = servedModel([server], { caps, models: [{ prices: { ...prices, written: 100 } }] });
    await expect(dear.model.ask(question())).rejects.toThrow('the cap of');
  });

  test('a cap holds for all of them together', async () => {
    const server = await modelServer(() => FINE);
    const { model, ledger } = servedModel([server], { caps: { cost: 0.0035 } });
    const outcomes = await askAll(model, 40);
    const made = outcomes.filter(({ status }) => status === 'fulfilled').length;
    // A call may cost $0.002 and costs $0.00014: the last one starts while $0.0015 are spent.
    expect(made).toBe(11);
    expect(ledger.total().cost).toBeLessThanOrEqual(0.0035);
    expect(server.requests).toHaveLength(made);
  });
});
