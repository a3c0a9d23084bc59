import { describe, expect, test } from '@jest/globals';
import { cleanAnswer } from '../../../src/model/answers/clean-answer.ts';
import type { Completion } from '../../../src/model/provider/provider.ts';
import { question, TOOL } from '../../support/served-model.ts';

const CALL = '<tool_call>{"name": "read_code", "arguments": {"line": 3}}</tool_call>';

function cleaned(content: string, toolCalls: Completion['toolCalls'] = []) {
  return cleanAnswer({ content, toolCalls, finish: 'stop' }, question({ tools: [TOOL] }));
}

describe('tool calls written as text', () => {
  test.each([
    ['alone', CALL],
    ['several', `${CALL}\n${CALL}`],
    ['after thoughts', `<think>What now?</think>\n${CALL}`],
    ['with arguments in a string', CALL.replace('{"line": 3}', '"{\\"line\\":3}"')],
  ])('%s: they are taken as calls', (_name, text) => {
    const { content, toolCalls } = cleaned(text);
    expect(content).toBe('');
    expect(toolCalls[0]).toEqual({ id: 'call_1', name: 'read_code', arguments: '{"line":3}' });
  });

  test.each([
    ['quoted within an answer', `The comment says ${CALL}, which is odd.`],
    ['of a tool that was not offered', CALL.replace('read_code', 'push')],
    ['without JSON', '<tool_call>read_code(3)</tool_call>'],
  ])('%s: they start nothing', (_name, text) => {
    const { content, toolCalls, repairs } = cleaned(text);
    expect(toolCalls).toEqual([]);
    expect(content).toBe(text.replaceAll(/<\/?tool_call>/g, ''));
    expect(repairs).toEqual(['stray <tool_call> tags were removed']);
  });

  test('beside real calls they are only stray tags', () => {
    const { toolCalls } = cleaned(CALL, [{ id: 'a', name: 'read_code', arguments: '{}' }]);
    expect(toolCalls).toEqual([{ id: 'a', name: 'read_code', arguments: '{}' }]);
  });
});

test('ids are unique in the whole conversation', () => {
  const calls = [{ id: 'a', name: 'read_code', arguments: '{}' }];
  const request = question({
    messages: [{ role: 'assistant', content: '', toolCalls: calls }],
    tools: [TOOL],
  });
  const again = [...calls, { name: 'read_code', arguments: '{}' }];
  const { toolCalls, repairs } = cleanAnswer(
    { content: '', toolCalls: again, finish: 'tool_calls' },
    request,
  );
  expect(toolCalls.map(({ id }) => id)).toEqual(['call_2', 'call_3']);
  expect(repairs).toEqual([
    'a tool call whose id was taken got one',
    'a tool call without id got one',
  ]);
});
