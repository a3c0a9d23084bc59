import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const SPLIT =
  "{ c: { text: { role: 'text' } }, result: { ok: { buffer: '*out', length: 'nul' }, success: 0, errors: [{ error: 'Empty', return: -1 }] } }";
const DETACHED =
  "{ rust: { self: 'n' }, records: { 'struct names': { items: { length: 'count', room: 'room', spare: 1 } } }, result: { buffer: 'return', length: 'nul' } }";
const SQUARES = "{ result: { buffer: '*out', length: 'nul' } }";

(canBuildBoth ? inSandbox : describe.skip)('a list that is made behind a parameter', () => {
  const sides = fixtureSides('made_lists.c');

  test.each([
    ['split_words', 'split_words', SPLIT, 'equal'],
    ['split_words', 'split_words_without_last', SPLIT, 'different'],
    ['split_words', 'split_words_capital', SPLIT, 'different'],
    ['squares_below', 'squares_below', SQUARES, 'equal'],
    ['names_detach', 'Names::detach', DETACHED, 'equal'],
    ['names_detach', 'Names::detach_turned', DETACHED, 'different'],
  ])(
    'is compared up to its end: %s with %s',
    async (c, rust, mapping, kind) => {
      const evidence = await sides(c, `made_lists::${rust}`, { mapping });
      expect(evidence).toMatchObject({ kind });
    },
    120_000,
  );

  test('is not taken for a single element where nothing tells how long it is', async () => {
    expect(await sides('squares_below', 'made_lists::squares_below')).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('how many elements *out has'),
    });
  }, 120_000);
});
