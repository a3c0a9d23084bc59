import { describe, expect, test } from '@jest/globals';
import { ModelError } from '../../src/errors.ts';
import { type ModelRequest, type StreamEvent, TIERS } from '../../src/model/model.ts';
import { scriptedModel } from './scripted-model.ts';

function question(turn: number): ModelRequest {
  return {
    tier: 'normal',
    conversation: { role: 'tester', subject: 'a.c', turn },
    messages: [{ role: 'user', content: `question ${turn}` }],
  };
}

describe('scriptedModel', () => {
  test('answers in order and remembers what was asked', async () => {
    const model = scriptedModel([
      'one',
      { calls: [{ name: 'read_code', arguments: { line: 3 } }] },
    ]);
    const heard: StreamEvent[] = [];
    const first = await model.ask(question(0), { onStream: (event) => heard.push(event) });
    const second = await model.ask(question(1));
    expect([first.content, first.finish]).toEqual(['one', 'stop']);
    expect(heard).toEqual([{ kind: 'text', text: 'one' }]);
    expect([second.content, second.finish]).toEqual(['', 'tool_calls']);
    expect(second.toolCalls).toEqual([
      { id: 'call_1_0', name: 'read_code', arguments: '{"line":3}' },
    ]);
    expect(model.requests.map(({ conversation }) => conversation.turn)).toEqual([0, 1]);
  });

  test('fails beyond its end, and as told', async () => {
    const model = scriptedModel([new ModelError('budget', 'the cap is reached')]);
    await expect(model.ask(question(0))).rejects.toThrow('the cap is reached');
    await expect(model.ask(question(1))).rejects.toThrow('no answer 2');
  });

  test('is aborted like any model', async () => {
    const stop = new AbortController();
    const answer = scriptedModel(['late']).ask(question(0), { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  test('has one window for all tiers', () => {
    const model = scriptedModel([], 500);
    expect(TIERS.map((tier) => model.window(tier))).toEqual([500, 500, 500]);
  });
});
