import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('mappings that fit no types', () => {
  const sides = fixtureSides('rooms.c');

  test.each([
    [
      'only the size of a record',
      ...([
        'mark_at',
        'mark_at',
        "{ result: { some: { allocated: 'return' }, none: 'null' } }",
      ] as const),
      '{ "allocated" } is for a Vec or slice of which only the size counts, and Rust gives rooms::Mark: leave "result" out',
    ],
    [
      'the index of a number',
      ...([
        'first_digit',
        'first_digit',
        "{ c: { text: { role: 'text' } }, result: { offset: 'text' } }",
      ] as const),
      'what first_digit returns is no pointer into text: say "return" for a value',
    ],
    [
      'the end of an output',
      ...([
        'letters',
        'letters',
        "{ c: { stop: { role: 'offset', of: 'start' } }, result: { buffer: '*start', length: 'nul' } }",
      ] as const),
      'give Rust the memory as `&mut [T]`, and start the role elements',
    ],
    [
      'the end of an output, as names tell',
      ...(['letters', 'letters', "{ result: { buffer: '*start', length: 'nul' } }"] as const),
      'stop is the end of start',
    ],
  ])(
    'are refused with what to say, and not by a compiler: %s',
    async (_, c, rust, mapping, because) => {
      expect(await sides(c, `rooms::${rust}`, { mapping })).toMatchObject({
        kind: 'not checked',
        because: expect.stringContaining(because),
      });
    },
    60_000,
  );

  test.each([
    ['mark_at', 'mark_at', undefined, 'equal'],
    ['first_digit', 'first_digit', "{ c: { text: { role: 'text' } }, result: 'return' }", 'equal'],
    ...(['letters_into', 'letters_but_last'] as const).map(
      (rust) =>
        [
          'letters',
          rust,
          "{ c: { start: { role: 'elements' } }, result: { offset: 'start' } }",
          rust === 'letters_into' ? 'equal' : 'different',
        ] as const,
    ),
  ] as const)(
    'what they say to do is compared: %s by %s',
    async (c, rust, mapping, kind) => {
      const evidence = await sides(c, `rooms::${rust}`, mapping === undefined ? {} : { mapping });
      expect(evidence).toMatchObject({ kind });
    },
    60_000,
  );
});
