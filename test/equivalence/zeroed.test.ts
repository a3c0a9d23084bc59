import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('objects that begin as zeroed memory', () => {
  const sides = fixtureSides('zeroed.c');
  const partners = [
    { c: 'table_set', rust: 'zeroed::Table::set' },
    { c: 'table_get', rust: 'zeroed::Table::get' },
    { c: 'table_count', rust: 'zeroed::Table::count' },
  ];

  test.each(partners)(
    'are equal: $c',
    async ({ c, rust }) => {
      expect(await sides(c, rust, { partners })).toMatchObject({
        kind: 'equal',
        limits: expect.arrayContaining([
          'An object begins as zeroed memory in C, and as zeroed::Table::default() in Rust.',
        ]),
      });
    },
    60_000,
  );

  test('differ, and the input says how the object began', async () => {
    const others = partners.slice(1);
    const evidence = await sides('table_set', 'zeroed::Table::set_once', { partners: others });
    expect(evidence).toMatchObject({
      kind: 'different',
      input: expect.stringMatching(/^zeroed memory/),
      test: expect.stringContaining('crate::zeroed::Table::default()'),
    });
  }, 60_000);

  test('need no function of the C, and a difference is left open where nothing shows how one begins', async () => {
    const top = { c: 'pile_top', rust: 'zeroed::Pile::top' };
    expect(await sides('pile_push', 'zeroed::Pile::push', { partners: [top] })).toMatchObject({
      kind: 'equal',
      limits: expect.arrayContaining([
        'An object begins as zeroed memory in C, and as zeroed::Pile::new() in Rust.',
      ]),
    });
    const odd = { c: 'pile_top', rust: 'zeroed::Odd::top' };
    expect(await sides('pile_push', 'zeroed::Odd::push', { partners: [odd] })).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('nothing shows how a struct pile begins'),
      remedy: 'none',
    });
  }, 60_000);

  test('are not taken where a function of the C begins them', async () => {
    expect(await sides('heap_room', 'zeroed::Heap::room', { partners: [] })).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('no pair of functions is known that makes zeroed::Heap'),
      remedy: 'later',
    });
  }, 60_000);
});
