import { expect, test } from '@jest/globals';
import { estimateRequest } from '../../src/model/cost/token-estimate.ts';
import { type MeasuredQuestion, measuringModel } from '../../src/model/measuring-model.ts';
import type { ModelRequest } from '../../src/model/model.ts';

const REQUEST: ModelRequest = {
  tier: 'smart',
  conversation: { role: 'analyst', subject: 'a.c|0|0', turn: 0 },
  messages: [{ role: 'user', content: 'the key is SECRET-SECRET-SECRET-SECRET-SECRET' }],
  tools: [{ name: 'read_code', description: 'reads', parameters: { type: 'object' } }],
};

test('each question is measured as it would be sent, and none is answered', async () => {
  const questions: MeasuredQuestion[] = [];
  const redact = (text: string) => text.replace(/SECRET(?:-SECRET)*/, 'X');
  const model = measuringModel({ window: (tier) => (tier === 'smart' ? 9 : 1) }, redact, (one) =>
    questions.push(one),
  );
  await expect(model.ask(REQUEST)).rejects.toMatchObject({
    ...{ failure: 'answer', message: 'no model is asked for an estimate' },
  });
  const sent = { ...REQUEST, messages: [{ role: 'user' as const, content: 'the key is X' }] };
  expect(questions).toEqual([{ role: 'analyst', tier: 'smart', tokens: estimateRequest(sent) }]);
  expect(estimateRequest(sent)).toBeLessThan(estimateRequest(REQUEST));
  expect(model.window('smart')).toBe(9);
});
