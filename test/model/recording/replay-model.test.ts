import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ledger } from '../../../src/model/cost/ledger.ts';
import type { Message, ModelRequest } from '../../../src/model/model.ts';
import { recordingModel } from '../../../src/model/recording/recording-model.ts';
import { replayModel } from '../../../src/model/recording/replay-model.ts';
import { scriptedModel } from '../../fakes/scripted-model.ts';
import { question, TOOL } from '../../support/served-model.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FIRST = question({ tools: [TOOL] });
const CALL = { id: 'call_0_0', name: 'read_code', arguments: '{"line":3}' };
const SECOND: ModelRequest = {
  ...FIRST,
  conversation: { ...FIRST.conversation, turn: 1 },
  messages: [
    ...FIRST.messages,
    { role: 'assistant', content: '', toolCalls: [CALL] },
    { role: 'tool', toolCallId: 'call_0_0', content: 'int x;' },
  ],
};

const FOUND: Message = { role: 'tool', toolCallId: 'call_0_0', content: 'char x;' };

/** A recording of a conversation of two turns, and its only file. */
async function recorded() {
  const folder = temporaryFolder();
  const script = [{ calls: [{ name: 'read_code', arguments: { line: 3 } }] }, 'It is an int.'];
  const model = recordingModel(scriptedModel(script, 5000), folder);
  const answers = [await model.ask(FIRST), await model.ask(SECOND)];
  const [name = ''] = readdirSync(join(folder, 'tester'));
  return { folder, answers, file: join(folder, 'tester', name), name };
}

function replayed(folder: string, strict = false) {
  const notes: string[] = [];
  const ledger = new Ledger();
  const options = { strict, ledger, onNote: (line: string) => notes.push(line) };
  return { model: replayModel(folder, options), ledger, notes };
}

describe('a recording', () => {
  test('is one readable file a conversation, with what each turn added', async () => {
    const { file, name } = await recorded();
    expect(name).toMatch(/^a-c-[0-9a-f]{8}\.json$/);
    const { turns } = JSON.parse(readFileSync(file, 'utf8'));
    expect(turns.map(({ asked }: { asked: Message[] }) => asked.map(({ role }) => role))).toEqual([
      ['system', 'user'],
      ['assistant', 'tool'],
    ]);
  });

  test('of a question that is asked again as it was has nothing twice', async () => {
    const folder = temporaryFolder();
    const model = recordingModel(scriptedModel(['Hm.', 'It is an int.'], 5000), folder);
    const again = { ...FIRST, conversation: { ...FIRST.conversation, turn: 1 } };
    const answers = [await model.ask(FIRST), await model.ask(again)];
    const [name = ''] = readdirSync(join(folder, 'tester'));
    const { turns } = JSON.parse(readFileSync(join(folder, 'tester', name), 'utf8'));
    expect(turns.map(({ asked }: { asked: Message[] }) => asked.length)).toEqual([2, 0]);
    const { model: replay } = replayed(folder, true);
    expect([await replay.ask(FIRST), await replay.ask(again)]).toEqual(
      answers.map((answer) => ({ ...answer, source: 'replay' })),
    );
  });

  test('answers again, for nothing and without any model', async () => {
    const { folder, answers } = await recorded();
    const { model, ledger, notes } = replayed(folder, true);
    const again = [await model.ask(FIRST), await model.ask(SECOND)];
    expect(again).toEqual(answers.map((answer) => ({ ...answer, source: 'replay' })));
    expect([model.window('cheap'), notes]).toEqual([5000, []]);
    expect(ledger.total()).toMatchObject({ calls: 0, reused: 2, cost: 0 });
  });

  test('outlives an edited prompt, and says that it is stale', async () => {
    const { folder } = await recorded();
    const edited = { ...FIRST, messages: [{ role: 'user' as const, content: 'What is that?' }] };
    const { model, notes } = replayed(folder);
    expect((await model.ask(edited)).toolCalls).toHaveLength(1);
    expect(notes).toEqual([
      'stale: the question of turn 0 of tester about a.c has changed since it was recorded',
    ]);
    await expect(replayed(folder, true).model.ask(edited)).rejects.toMatchObject({
      failure: 'replay',
      message: expect.stringContaining('answered another wording of turn 0'),
    });
  });

  test('has no answer to what was not recorded', async () => {
    const { folder } = await recorded();
    const { model } = replayed(folder);
    for (const other of [{ turn: 2 }, { role: 'other' }, { subject: 'b.c' }]) {
      const conversation = { ...FIRST.conversation, ...other };
      await expect(model.ask({ ...FIRST, conversation })).rejects.toMatchObject({
        failure: 'replay',
        message: expect.stringContaining('record it anew with RUSTWARD_RECORD'),
      });
    }
  });

  test('is refused when it is damaged, or none', async () => {
    const { folder, file } = await recorded();
    expect(() => replayed(temporaryFolder())).toThrow(
      'is no recording: cannot read recording.json',
    );
    writeFileSync(file, '{"role": "tester"}');
    expect(() => replayed(folder)).toThrow('is no part of a recording: at subject');
  });

  test('of a run that resumes keeps what came before, and a new run begins anew', async () => {
    const { folder, answers } = await recorded();
    await recordingModel(scriptedModel(['It is a long.']), folder).ask(SECOND);
    const { model } = replayed(folder, true);
    expect((await model.ask(FIRST)).toolCalls).toEqual(answers[0]?.toolCalls);
    expect((await model.ask(SECOND)).content).toBe('It is a long.');
    // What followed the turn at which a run goes on was said of another answer.
    const other = { ...SECOND, messages: [...SECOND.messages.slice(0, -1), FOUND] };
    await recordingModel(scriptedModel(['It is a char.']), folder).ask(other);
    expect((await replayed(folder, true).model.ask(other)).content).toBe('It is a char.');
    await expect(replayed(folder, true).model.ask(SECOND)).rejects.toThrow();
    await recordingModel(scriptedModel(['It is a short.']), folder).ask(FIRST);
    const anew = replayed(folder).model;
    expect((await anew.ask(FIRST)).content).toBe('It is a short.');
    await expect(anew.ask(SECOND)).rejects.toMatchObject({ failure: 'replay' });
  });

  test('cannot hold two questions as the same turn', async () => {
    const model = recordingModel(scriptedModel(['one', 'two', 'three']), temporaryFolder());
    await model.ask(FIRST);
    await model.ask(FIRST);
    await expect(model.ask({ ...SECOND, conversation: FIRST.conversation })).rejects.toThrow(
      'tester asks two questions as turn 0 about a.c',
    );
  });

  test('keeps conversations apart whose names look alike', async () => {
    const folder = temporaryFolder();
    const model = recordingModel(scriptedModel(['one', 'two']), folder);
    for (const subject of ['../a', '.. a']) {
      await model.ask({ ...FIRST, conversation: { role: 'tester', subject, turn: 0 } });
    }
    expect(readdirSync(join(folder, 'tester'))).toHaveLength(2);
  });
});

test('what is recorded can be asked anew', () => {
  const forgotten: unknown[] = [];
  const model = {
    ...scriptedModel([], 5000),
    forget: (request: unknown) => void forgotten.push(request),
  };
  recordingModel(model, temporaryFolder()).forget?.(SECOND);
  expect(forgotten).toEqual([SECOND]);
});
