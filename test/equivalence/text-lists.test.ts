import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const FOUND = "{ result: { some: 'return', none: -1 } }";
const NULLABLE = "{ c: { list: { role: 'elements', nullable: true } } }";

(canBuildBoth ? inSandbox : describe.skip)('lists of texts and of pointers', () => {
  const sides = fixtureSides('text_lists.c');

  test.each([
    ['slices of bytes, with null behind the last', 'list_find', 'list_find', FOUND],
    ['texts that the list owns', 'list_find', 'list_find_owned', FOUND],
    ['a list that may be null', 'list_find', 'list_find_maybe', NULLABLE],
    ['a list of str that may be null', 'list_find', 'list_find_text', undefined],
    ['with a count beside it', 'list_bytes', 'list_bytes', undefined],
    ['texts that are changed', 'list_reverse', 'list_reverse', undefined],
    ['references to records', 'largest_x', 'largest_x', undefined],
  ])(
    'are equal: %s',
    async (_, c, rust, mapping) => {
      const evidence = await sides(c, `text_lists::${rust}`, mapping ? { mapping } : {});
      expect(evidence).toMatchObject({ kind: 'equal' });
    },
    60_000,
  );

  test.each([
    ['the last of several', 'list_find', 'list_find_last', FOUND],
    ['texts of odd lengths', 'list_reverse', 'list_reverse_even', undefined],
    ['no list for an empty one', 'list_find', 'list_find_none', undefined],
  ])(
    'differ: %s',
    async (_, c, rust, mapping) => {
      const options = { cases: 2000, ...(mapping ? { mapping } : {}) };
      const evidence = await sides(c, `text_lists::${rust}`, options);
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );
});
