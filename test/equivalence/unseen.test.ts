import { describe, expect, test } from '@jest/globals';
import { parseMapping } from '../../src/equivalence/pairing/mapping.ts';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const LEFT_OUT = "result: 'nothing'";

(canBuildBoth ? inSandbox : describe.skip)('a result that the mapping leaves out', () => {
  const sides = fixtureSides('unseen.c');

  test('leaves nothing to compare of a function that changes nothing', async () => {
    const mapping = `{ c: { text: { role: 'text' } }, ${LEFT_OUT} }`;
    expect(await sides('unseen_place', 'unseen::unseen_place', { mapping })).toMatchObject({
      ...{ kind: 'not checked', remedy: 'plan' },
      because:
        'unseen::unseen_place changes nothing, and by the mapping its result is not compared',
    });
  }, 60_000);

  test('is a limit where the function changes what it is given', async () => {
    const mapping = `{ c: { text: { role: 'elements', length: 'length' } }, ${LEFT_OUT} }`;
    expect(await sides('unseen_lower', 'unseen::unseen_lower', { mapping })).toMatchObject({
      kind: 'equal',
      limits: ['The value that the C returns is not compared.'],
    });
  }, 60_000);

  test('leaves nothing to compare in sequences of calls, either', async () => {
    const partners = [
      ['shelf_new', 'unseen::Shelf::new'],
      ['shelf_put', 'unseen::Shelf::put'],
      ['shelf_count', 'unseen::Shelf::count'],
    ].map(([c = '', rust = '']) => ({ c, rust, mapping: parseMapping('{}') }));
    const mapping = `{ rust: { self: 'shelf' }, c: { title: { role: 'text' } }, ${LEFT_OUT} }`;
    const found = await sides('shelf_find', 'unseen::Shelf::find', { mapping, partners });
    expect(found).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('unseen::Shelf::find changes nothing'),
    });
  }, 60_000);
});
