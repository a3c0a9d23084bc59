import { describe, expect, test } from '@jest/globals';
import { parseMapping } from '../../src/equivalence/pairing/mapping.ts';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const RECORDS = "{ 'struct table': { entries: { length: 'used' } } }";
const INDEX = "{ offset: 'table->entries' }";

(canBuildBoth ? inSandbox : describe.skip)('a pointer into the list of a record', () => {
  const sides = fixtureSides('indices.c');
  const mappingOf = (result: string): string =>
    `{ rust: { self: 'table' }, records: ${RECORDS}, result: ${result} }`;

  test.each([
    ['index_find', 'find', 'equal'],
    ['index_find', 'find_last', 'different'],
    ['index_add', 'add', 'equal'],
    ['index_add', 'add_behind', 'different'],
  ])(
    'is an index in Rust: %s by %s is %s',
    async (c, rust, kind) => {
      const result = c === 'index_find' ? `{ some: ${INDEX}, none: 'null' }` : INDEX;
      const evidence = await sides(c, `indices::Table::${rust}`, { mapping: mappingOf(result) });
      expect(evidence).toMatchObject({ kind });
    },
    60_000,
  );

  test.each([
    ['put', 'equal'],
    ['put_again', 'different'],
  ])(
    'is an index where objects are compared by calls: %s is %s',
    async (rust, kind) => {
      const made = { c: 'index_shelf', rust: 'indices::Shelf::new', mapping: parseMapping('{}') };
      const mapping = "{ rust: { self: 'shelf' }, result: { offset: 'shelf->books' } }";
      const options = { mapping, partners: [made] };
      const evidence = await sides('index_put', `indices::Shelf::${rust}`, options);
      expect(evidence).toMatchObject({ kind });
    },
    60_000,
  );

  test.each([
    ['drop_at', 'equal'],
    ['drop_in_order', 'different'],
  ])(
    'is given as an index of one of its elements: %s is %s',
    async (rust, kind) => {
      const mapping = `{ rust: { self: 'table', at: 'entry' }, records: ${RECORDS},
        c: { entry: { role: 'offset', of: 'table->entries' } } }`;
      const evidence = await sides('index_drop', `indices::Table::${rust}`, { mapping });
      expect(evidence).toMatchObject({ kind });
    },
    60_000,
  );

  test.each([
    ['change', 'equal'],
    ['change_nothing', 'different'],
  ])(
    'is given as an index where objects are compared by calls: %s is %s',
    async (rust, kind) => {
      const put = "{ rust: { self: 'shelf' }, result: { offset: 'shelf->books' } }";
      const partners = [
        { c: 'index_shelf', rust: 'indices::Shelf::new', mapping: parseMapping('{}') },
        { c: 'index_put', rust: 'indices::Shelf::put', mapping: parseMapping(put) },
      ];
      const mapping = `{ rust: { self: 'shelf', at: 'place' }, records: { 'struct shelf': { books: { length: 'used' } } },
        c: { place: { role: 'offset', of: 'shelf->books' } } }`;
      const evidence = await sides('index_change', `indices::Shelf::${rust}`, {
        mapping,
        partners,
      });
      expect(evidence).toMatchObject({ kind });
    },
    60_000,
  );

  test('is given only where something tells how long the list is', async () => {
    const mapping = `{ rust: { self: 'shelf', at: 'place' }, c: { place: { role: 'offset', of: 'shelf->books' } } }`;
    expect(await sides('index_change', 'indices::Shelf::change', { mapping })).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('nothing tells how many elements books of struct shelf has'),
    });
  }, 60_000);

  test('is none into what is no list', async () => {
    const mapping = mappingOf("{ offset: 'table->used' }");
    expect(await sides('index_add', 'indices::Table::add', { mapping })).toMatchObject({
      kind: 'not checked',
      because: 'the result names table->used, which is no list in a record of index_add',
    });
  }, 60_000);
});
