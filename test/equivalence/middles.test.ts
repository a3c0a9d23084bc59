import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const CELL = "{ rust: { cells: 'cell', at: 'cell' } }";
const END = "{ rust: { all: 'end', end: 'end' } }";
const SIZE = "{ c: { size: { role: 'length', of: 'steps' } } }";

(canBuildBoth ? inSandbox : describe.skip)(
  'pointers into the middle of memory, lengths in bytes, and shifts',
  () => {
    const sides = fixtureSides('middles.c');

    test.each([
      ['spread', 'spread', CELL, 'equal'],
      ['spread', 'spread_left', CELL, 'different'],
      ['before', 'before', END, 'equal'],
      ['before', 'before_last', END, 'different'],
      ['step_to', 'step_to', SIZE, 'equal'],
      ['step_to', 'step_to_last', SIZE, 'different'],
      ['field', 'field', '{}', 'equal'],
      ['field', 'field_wide', '{}', 'different'],
      ['lanes', 'lanes', '{}', 'equal'],
      ['lanes', 'lanes_plain', '{}', 'different'],
      ['heavier', 'heavier', '{}', 'equal'],
      ['heavier', 'heavier_or_same', '{}', 'different'],
    ])(
      '%s and %s',
      async (c, rust, mapping, kind) => {
        const evidence = await sides(c, `middles::${rust}`, { mapping, cases: 3000 });
        expect(evidence).toMatchObject({ kind });
      },
      120_000,
    );

    test('are asked for where Rust has one parameter more', async () => {
      expect(await sides('spread', 'middles::spread', {})).toMatchObject({
        kind: 'not checked',
        because: expect.stringContaining('name that one for both'),
      });
    }, 120_000);
  },
);
