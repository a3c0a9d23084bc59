import { expect, test } from '@jest/globals';
import { estimateRequest, estimateTokens } from '../../../src/model/cost/token-estimate.ts';
import { question, TOOL } from '../../support/served-model.ts';

test('a text has a token for three bytes of it, rather too many', () => {
  expect(['', 'a', 'abc', 'abcd', 'éé'].map(estimateTokens)).toEqual([0, 1, 1, 2, 2]);
});

test('all that is sent with a question counts: tools, the form of the answer, and calls', () => {
  const { messages } = question();
  const plain = estimateRequest({ messages });
  const schema = { type: 'object', properties: { answer: { type: 'string' } } };
  const added = (more: object) => estimateRequest({ messages, ...more }) - plain;
  expect(added({ answerSchema: schema })).toBeGreaterThanOrEqual(
    estimateTokens(JSON.stringify(schema)),
  );
  expect(added({ tools: [TOOL] })).toBeGreaterThanOrEqual(estimateTokens(JSON.stringify(TOOL)));
  const call = { id: 'call_0_0', name: 'read_code', arguments: '{"line":3}' };
  const answer = { role: 'assistant' as const, content: '', toolCalls: [call] };
  const told = estimateRequest({ messages: [...messages, answer] }) - plain;
  expect(told).toBeGreaterThan(estimateTokens(call.name + call.arguments));
});
