import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { askTyped } from '../../../src/model/answers/ask-typed.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { scriptedModel } from '../../fakes/scripted-model.ts';
import { question, servedModel } from '../../support/served-model.ts';

const SHAPE = { tag: 'REPORT', schema: z.strictObject({ valid: z.boolean(), notes: z.string() }) };
const GOOD = '<REPORT>{valid: true, notes: "looked"}</REPORT>';

describe('askTyped', () => {
  test('gives the value and the answer it stood in', async () => {
    const model = scriptedModel([GOOD]);
    const { value, answers, nextTurn } = await askTyped(model, question(), SHAPE);
    expect(value).toEqual({ valid: true, notes: 'looked' });
    expect([answers.length, nextTurn]).toEqual([1, 1]);
    expect(model.requests[0]?.answerSchema?.schema).toMatchObject({
      type: 'object',
      required: ['valid', 'notes'],
    });
  });

  test('asks again with the reason, as the next turn of the conversation', async () => {
    const model = scriptedModel(['It is fine.', '<REPORT>{valid: 1}</REPORT>', GOOD]);
    const { value, nextTurn } = await askTyped(model, question(), SHAPE);
    expect([value.valid, nextTurn]).toEqual([true, 3]);
    expect(model.requests.map(({ conversation }) => conversation.turn)).toEqual([0, 1, 2]);
    const last = model.requests[2]?.messages ?? [];
    expect(last.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'user', 'assistant', 'user'],
    ]);
    expect(last[3]?.content).toContain('there is no <REPORT> block');
    expect(last[5]?.content).toContain('at valid: ');
  });

  test('gives up after two further tries', async () => {
    const model = scriptedModel(['no', 'still no', '<REPORT>{}</REPORT>', GOOD]);
    await expect(askTyped(model, question(), SHAPE)).rejects.toMatchObject({
      failure: 'answer',
      message: expect.stringMatching(/^scripted gave no readable answer in 3 tries: .*at valid/),
    });
    expect(model.requests).toHaveLength(3);
  });

  test('works over the wire, with a strict provider that enforces schemas', async () => {
    const server = await modelServer([
      { kind: 'answer', content: '<REPORT>{"valid": tru</REPORT>' },
      { kind: 'answer', content: '{"valid": false, "notes": ""}' },
    ]);
    const { model, ledger } = servedModel([server], { models: [{ jsonSchema: true }] });
    const { value } = await askTyped(model, question(), SHAPE);
    expect([value.valid, ledger.total().calls, server.problems]).toEqual([false, 2, []]);
    expect(server.requests[0]?.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { name: 'report', schema: { type: 'object' } },
    });
  });

  test('a list has no form that a provider could enforce', async () => {
    const model = scriptedModel(['<REPORT>[1]</REPORT>']);
    const list = { tag: 'REPORT', schema: z.array(z.number()) };
    expect((await askTyped(model, question(), list)).value).toEqual([1]);
    expect(model.requests[0]?.answerSchema).toBeUndefined();
  });
});
