import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const partnersBut = (own: string, names = ['new', 'resize', 'double', 'put', 'get']) =>
  names
    .filter((name) => name !== own)
    .map((name) => ({ c: `table_${name}`, rust: `table::Table::${name}` }));

(canBuildBoth ? inSandbox : describe.skip)('static functions in sequences of calls', () => {
  const sides = fixtureSides('table.c');

  test('are left to the functions that call them, with the values that these give', async () => {
    const evidence = await sides('table_get', 'table::Table::get', {
      partners: partnersBut('get'),
    });
    expect(evidence).toMatchObject({
      kind: 'equal',
      limits: expect.arrayContaining([
        'What an object holds is seen only through sequences of calls of table_get, table_new, table_double, table_put.',
      ]),
    });
  }, 60_000);

  test('so that what they do is seen', async () => {
    const evidence = await sides('table_get', 'table::Table::get_of_few', {
      partners: partnersBut('get'),
    });
    if (evidence.kind !== 'different') throw new Error(JSON.stringify(evidence));
    expect(evidence.input).toContain('table_double()');
  }, 60_000);

  test('are called where no other does, with any values', async () => {
    const evidence = await sides('table_get', 'table::Table::get', {
      partners: partnersBut('get', ['new', 'resize', 'put', 'forget']),
    });
    expect(evidence).toMatchObject({
      kind: 'equal',
      limits: expect.arrayContaining([expect.stringContaining('table_put, table_forget.')]),
    });
  }, 60_000);
});
