import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { strictHistory } from '../../../src/model/answers/history.ts';
import type { Message } from '../../../src/model/model.ts';
import { requestBody } from '../../../src/model/provider/chat/request-body.ts';
import { settings } from '../../support/served-model.ts';
import { historyProblem, wireMessage } from '../../support/strict-provider.ts';

const text = fc.constantFrom('', ' ', 'a', 'some text');
const id = fc.constantFrom('', 'a', 'b', 'call_1', 'call_2');
const call = fc.record({
  id,
  name: fc.constantFrom('read_code', 'odd name!', ''),
  arguments: fc.constantFrom('{}', '{"line":1}', '[1]', 'null', '{"li', ''),
});
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constantFrom('system' as const, 'user' as const), content: text }),
  fc.record({ role: fc.constant('assistant' as const), content: text }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: text,
    toolCalls: fc.array(call, { maxLength: 3 }),
  }),
  fc.record({ role: fc.constant('tool' as const), toolCallId: id, content: text }),
);

/** What a strict provider says of a history, as it goes over the wire. */
function problemOf(messages: readonly Message[]): string | undefined {
  const body = requestBody({ messages, maxOutputTokens: 1 }, settings());
  return historyProblem(body.messages.map((wire) => wireMessage.parse(wire)));
}

describe('strictHistory', () => {
  test('makes any history valid, and leaves a valid one alone', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const strict = strictHistory(messages);
        expect(problemOf(strict)).toBeUndefined();
        expect(strictHistory(strict)).toEqual(strict);
      }),
      { numRuns: 500 },
    );
  });

  test('loses no text but that of empty messages and of answers without a call', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const all = strictHistory(messages)
          .map(({ content }) => content)
          .join('\n');
        for (const { role, content } of messages) {
          if (role !== 'tool') expect(all).toContain(content.trim());
        }
      }),
    );
  });

  test('a call without an answer gets one that says so', () => {
    const calls = [
      { id: 'a', name: 'read_code', arguments: '{}' },
      { id: 'b', name: 'read_code', arguments: '{"li' },
    ];
    const strict = strictHistory([
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: '', toolCalls: calls },
      { role: 'tool', toolCallId: 'b', content: 'int x;' },
      { role: 'user', content: 'Now?' },
    ]);
    expect(strict.slice(1)).toEqual([
      {
        role: 'assistant',
        content: '',
        toolCalls: [
          { id: 'a', name: 'read_code', arguments: '{}' },
          { id: 'b', name: 'read_code', arguments: '{"unreadable":"{\\"li"}' },
        ],
      },
      {
        role: 'tool',
        toolCallId: 'a',
        content: 'This call was not carried out; there is no result.',
      },
      { role: 'tool', toolCallId: 'b', content: 'int x;' },
      { role: 'user', content: 'Now?' },
    ]);
  });
});
