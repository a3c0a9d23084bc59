import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  CompletionAssembly,
  parseCompletion,
} from '../../../../src/model/provider/chat/completion-assembly.ts';
import { chunkSchema, completionSchema } from '../../../../src/model/provider/chat/wire-format.ts';

/** Puts chunks together as they come from a server, and returns the text that was heard, too. */
function assembled(chunks: readonly unknown[]) {
  const assembly = new CompletionAssembly();
  const heard = chunks.map((chunk) => assembly.add(chunkSchema.parse(chunk))).join('');
  return { heard, completion: assembly.finish() };
}

function chunk(delta: unknown, finish: string | null = null) {
  return { choices: [{ delta, finish_reason: finish }] };
}

function calls(...list: readonly unknown[]) {
  return chunk({ tool_calls: list });
}

const END = chunk({}, 'stop');

/** Cuts a text anywhere. */
function cut(text: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => place % (text.length + 1)), text.length].sort(
    (a, b) => a - b,
  );
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

test('a stream says the same, however it is cut', () => {
  const call = fc.record({ name: fc.constantFrom('read_code', 'find'), arguments: fc.json() });
  const places = fc.array(fc.nat(), { maxLength: 4 });
  fc.assert(
    fc.property(fc.string(), fc.array(call, { maxLength: 3 }), places, (content, list, cuts) => {
      const chunks = [
        ...cut(content, cuts).map((piece) => chunk({ content: piece })),
        ...list.flatMap(({ name, arguments: text }, index) => [
          calls({ index, id: `id${index}`, function: { name, arguments: '' } }),
          ...cut(text, cuts).map((piece) => calls({ index, function: { arguments: piece } })),
        ]),
        END,
      ];
      const wire = {
        content,
        tool_calls: list.map((one, index) => ({ id: `id${index}`, function: one })),
      };
      const whole = completionSchema.parse({ choices: [{ message: wire, finish_reason: 'stop' }] });
      const { heard, completion } = assembled(chunks);
      expect(completion).toEqual(parseCompletion(whole));
      expect([heard, completion.content]).toEqual([content, content]);
      expect(completion.toolCalls).toEqual(
        list.map((one, index) => ({ id: `id${index}`, ...one })),
      );
    }),
  );
});

describe('servers that spell things differently', () => {
  test.each([
    [
      'pieces with ids and without an index',
      [
        calls({ id: 'a', function: { name: 'f', arguments: '{' } }),
        calls({ id: 'b', function: { name: 'g', arguments: '[' } }),
        calls({ id: 'a', function: { arguments: '}' } }),
        calls({ function: { arguments: '' } }),
        calls({ id: 'b', function: { arguments: ']' } }),
      ],
      [
        { id: 'a', name: 'f', arguments: '{}' },
        { id: 'b', name: 'g', arguments: '[]' },
      ],
    ],
    [
      'calls without index and id',
      [
        calls({ function: { name: 'f', arguments: '{' } }),
        calls({ function: { arguments: '}' } }),
        calls({ function: { name: 'g', arguments: '{}' } }),
      ],
      [
        { name: 'f', arguments: '{}' },
        { name: 'g', arguments: '{}' },
      ],
    ],
    [
      'a name that is repeated with each piece',
      [
        calls({ index: 0, id: 'a', function: { name: 'find', arguments: '{' } }),
        calls({ index: 0, function: { name: 'find', arguments: '}' } }),
      ],
      [{ id: 'a', name: 'find', arguments: '{}' }],
    ],
    [
      'arguments that are the object itself',
      [calls({ index: 0, id: 'a', function: { name: 'f', arguments: { line: 3 } } })],
      [{ id: 'a', name: 'f', arguments: '{"line":3}' }],
    ],
  ])('%s', (_name, chunks, expected) => {
    const { completion } = assembled([...chunks, END]);
    expect(completion.toolCalls).toEqual(expected);
    expect(completion.finish).toBe('tool_calls');
  });

  test.each([
    [{ prompt_tokens: 9, completion_tokens: 2 }, 0],
    [{ prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } }, 4],
    [{ prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: null }, 0],
    [{ prompt_tokens: 9, completion_tokens: 2, prompt_cache_hit_tokens: 5 }, 5],
    [{ prompt_tokens: 9, completion_tokens: 2, prompt_cache_hit_tokens: 50 }, 9],
  ])('usage %j', (usage, cached) => {
    const { completion } = assembled([chunk({ content: 'x' }), { ...END, usage }]);
    expect(completion.usage).toEqual({ input: 9, cached, output: 2, estimated: false });
  });
});

describe('a stream that is no answer', () => {
  test('without an end', () => {
    expect(() => assembled([chunk({ content: 'All is' })])).toThrow('before the end of its answer');
  });

  test('with an error as its end', () => {
    expect(() => assembled([chunk({ content: 'All is' }, 'error')])).toThrow('at the end');
  });

  test('without any end in sight', () => {
    const assembly = new CompletionAssembly();
    const piece = chunkSchema.parse(chunk({ content: 'x'.repeat(1_000_000) }));
    for (let index = 0; index < 4; index += 1) assembly.add(piece);
    expect(() => assembly.add(piece)).toThrow('sent an answer without end');
  });
});
