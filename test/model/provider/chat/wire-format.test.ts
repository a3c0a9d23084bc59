import { expect, test } from '@jest/globals';
import { chunkSchema, completionSchema } from '../../../../src/model/provider/chat/wire-format.ts';

const CHOICE = { message: { content: 'x' }, finish_reason: 'stop' };
const usage = (changes: object) => ({ prompt_tokens: 1, completion_tokens: 2, ...changes });

test.each<[string, unknown]>([
  ['one choice', { choices: [CHOICE] }],
  ['several choices', { choices: [CHOICE, CHOICE] }],
  ['what nothing is said of', { choices: [{ message: {} }] }],
  [
    'nulls',
    {
      choices: [{ message: { content: null, tool_calls: null }, finish_reason: null }],
      usage: null,
    },
  ],
  ['what is not known here', { id: 'x', choices: [{ ...CHOICE, index: 0 }], model: 'm' }],
  ['usage', { choices: [CHOICE], usage: usage({}) }],
  ['usage with a cache', { choices: [CHOICE], usage: usage({ prompt_cache_hit_tokens: 0 }) }],
  [
    'usage in detail',
    { choices: [CHOICE], usage: usage({ prompt_tokens_details: { cached_tokens: 1 } }) },
  ],
  ['usage with nulls', { choices: [CHOICE], usage: usage({ prompt_tokens_details: null }) }],
])('a completion with %s', (_, value) => {
  expect(completionSchema.safeParse(value).success).toBe(true);
});

test.each<[string, unknown]>([
  ['no choice', { choices: [] }],
  ['nothing', {}],
  ['no message', { choices: [{}] }],
  ['content that is no text', { choices: [{ message: { content: 1 } }] }],
  ['half of a usage', { choices: [CHOICE], usage: { prompt_tokens: 1 } }],
  ['a count below zero', { choices: [CHOICE], usage: usage({ prompt_tokens: -1 }) }],
  ['a part of a token', { choices: [CHOICE], usage: usage({ completion_tokens: 0.5 }) }],
])('no completion with %s', (_, value) => {
  expect(completionSchema.safeParse(value).success).toBe(false);
});

test('arguments of a call may be an object, and are text all the same', () => {
  const call = (given: unknown) => ({ id: 'a', function: { name: 'f', arguments: given } });
  const message = { tool_calls: [call('{"n":1}'), call({ n: 1 }), call(null), { index: 0 }] };
  const { choices } = completionSchema.parse({ choices: [{ message }] });
  expect(choices[0]?.message.tool_calls?.map((one) => one.function?.arguments)).toEqual([
    ...['{"n":1}', '{"n":1}', null, undefined],
  ]);
});

test('a part of a stream may have no choice at all', () => {
  for (const value of [
    {},
    { choices: null },
    { choices: [] },
    { choices: [{}] },
    { usage: usage({}) },
  ])
    expect([value, chunkSchema.safeParse(value).success]).toEqual([value, true]);
  for (const value of [{ choices: [1] }, { choices: [{ delta: 'x' }] }, { usage: {} }])
    expect([value, chunkSchema.safeParse(value).success]).toEqual([value, false]);
});
