import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openModel } from '../../src/model/open-model.ts';
import type { ProcessEnvironment } from '../../src/workspace/process/process-environment.ts';
import { fakeClock } from '../fakes/fake-clock.ts';
import { modelServer } from '../fakes/model-server.ts';
import { COST, type Reply } from '../fakes/served-reply.ts';
import { KEY, question } from '../support/served-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FINE: Reply = { kind: 'answer', content: 'All is fine here.' };

/** Opens what an environment describes, with a folder of its own for everything that is written. */
function opened(env: ProcessEnvironment, flags: Parameters<typeof openModel>[0] = {}) {
  const notes: string[] = [];
  const home = temporaryFolder();
  const all = { HOME: home, ...env };
  const result = openModel(flags, all, (line) => notes.push(line), fakeClock());
  return { result, notes, home };
}

function ready(env: ProcessEnvironment, flags: Parameters<typeof openModel>[0] = {}) {
  const { result, ...rest } = opened(env, flags);
  if (result.kind === 'none') throw new Error(result.reason);
  return { ...result, ...rest };
}

function environment(baseUrl: string) {
  return {
    RUSTWARD_MODEL_BASE_URL: baseUrl,
    RUSTWARD_MODEL_NAME: 'usual',
    RUSTWARD_MODEL_KEY: KEY,
    RUSTWARD_MODEL_PRICES: '1,2',
  };
}

/** All text in the files of a folder. */
function everything(folder: string): string {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n');
}

describe('openModel', () => {
  test('with nothing configured there is none, and a reason', () => {
    expect(opened({}).result).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('no model is configured'),
    });
  });

  test('asks, and remembers in the user’s cache what was paid for', async () => {
    const server = await modelServer([FINE]);
    const first = ready(environment(server.baseUrl));
    const paid = await first.model.ask(question());
    expect([paid.source, first.costOf(paid)]).toEqual(['provider', COST]);
    const second = ready({ ...environment(server.baseUrl), HOME: first.home });
    const kept = await second.model.ask(question());
    expect([kept.source, second.costOf(kept)]).toEqual(['cache', 0]);
    expect(first.ledger.total().cost).toBeCloseTo(COST, 12);
    expect([second.ledger.total().cost, second.notes]).toEqual([0, []]);
    expect(globSync('.cache/rustward/answers/*/*.json', { cwd: first.home })).toHaveLength(1);
  });

  test('without a cache if told so, and below its caps', async () => {
    const server = await modelServer(() => FINE);
    const env = { ...environment(server.baseUrl), RUSTWARD_MODEL_CACHE: 'off' };
    const { model, home } = ready(env, { maxTokens: 8100 });
    await model.ask(question());
    await expect(model.ask(question())).rejects.toThrow('raise --max-tokens');
    expect([server.requests.length, everything(home)]).toEqual([1, '']);
  });

  test('records, and replays without any configuration', async () => {
    const server = await modelServer([FINE]);
    const folder = temporaryFolder();
    const recording = ready({ ...environment(server.baseUrl), RUSTWARD_RECORD: folder });
    await recording.model.ask(question());
    const { model, ledger, notes } = ready({ RUSTWARD_REPLAY: folder }, { strictReplay: true });
    expect(await model.ask(question())).toMatchObject({ content: FINE.content, source: 'replay' });
    expect([ledger.total().calls, model.window('smart'), notes]).toEqual([0, 32_000, []]);
  });

  test('records what it replays, for the questions of today', async () => {
    const server = await modelServer([FINE]);
    const [folder, fresh] = [temporaryFolder(), temporaryFolder()];
    const recording = ready({ ...environment(server.baseUrl), RUSTWARD_RECORD: folder });
    await recording.model.ask(question());
    const reworded = question({ messages: [{ role: 'user', content: 'Is it really fine?' }] });
    const strict = ready({ RUSTWARD_REPLAY: folder }, { strictReplay: true });
    await expect(strict.model.ask(reworded)).rejects.toThrow('answered another wording');
    const both = ready({ RUSTWARD_REPLAY: folder, RUSTWARD_RECORD: fresh });
    await both.model.ask(reworded);
    expect(both.notes).toEqual([expect.stringContaining('has changed since it was recorded')]);
    const again = ready({ RUSTWARD_REPLAY: fresh }, { strictReplay: true });
    expect(await again.model.ask(reworded)).toMatchObject({ content: FINE.content });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    [{ RUSTWARD_RECORD: 'a/', RUSTWARD_REPLAY: 'a' }, {}, 'are one folder; record to another one'],
    [{ RUSTWARD_REPLAY: '/absent' }, {}, '/absent is no recording'],
    [{}, { strictReplay: true }, '--strict-replay needs RUSTWARD_REPLAY'],
  ])('refuses %j', (env, flags, message) => {
    expect(() => opened(env, flags)).toThrow(message);
  });
});

test('no secret is sent, kept, recorded or told', async () => {
  const token = 'canary-4711-of-the-hub';
  const echo = `Your key ${KEY} and your token ${token} are`;
  const server = await modelServer([
    {
      kind: 'answer',
      content: `${echo} fine.`,
      calls: [{ name: 'read_code', arguments: { key: KEY } }],
    },
    { kind: 'status', status: 401, message: `${echo} wrong.` },
  ]);
  const record = temporaryFolder();
  const env = { ...environment(server.baseUrl), GITHUB_TOKEN: token, RUSTWARD_RECORD: record };
  const { model, ledger, home, notes } = ready(env);
  const heard: string[] = [];
  const asked = question({
    conversation: { role: 'tester', subject: `${token}.c`, turn: 0 },
    messages: [{ role: 'user', content: `char *key = "${KEY}"; // ${token}` }],
  });
  const answer = await model.ask(asked, {
    onStream: (event) => heard.push(event.kind === 'text' ? event.text : event.reason),
  });
  const next = { ...asked, conversation: { ...asked.conversation, turn: 1 }, maxOutputTokens: 9 };
  const error = await model.ask(next).catch((thrown) => thrown);
  expect(error.message).toContain('Your key [redacted] and your token [redacted] are wrong.');
  expect(answer.content).toBe('Your key [redacted] and your token [redacted] are fine.');
  const sent = server.requests.map(({ messages }) => messages);
  const told = [sent, answer, heard, notes, ledger.entries, String(error), error.message];
  const all = [JSON.stringify(told), everything(home), everything(record)].join('\n');
  expect(all).not.toContain(KEY);
  expect(all).not.toContain('canary-4711');
  expect(everything(record)).toContain('char *key = \\"[redacted]\\"');
});
