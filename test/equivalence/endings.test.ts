import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const MAPPING = `{
  records: {
    'struct line': { argv: { length: 'argc', text: true } },
    'struct strbuf': { buf: { length: 'len', room: 'alloc', spare: 1 } },
  },
}`;

(canBuildBoth ? inSandbox : describe.skip)('the zero that ends a text', () => {
  const sides = fixtureSides('endings.c');

  test.each([
    ['is in none of a list of texts', 'options', 'Line::options', 'equal'],
    ['is in none of a list of texts', 'options', 'Line::options_kept', 'different'],
    ['counts as room where it is said to be there', 'left', 'StrBuf::left', 'equal'],
    ['is there', 'before', 'StrBuf::before', 'equal'],
    ['is there, and may stand before', 'before', 'StrBuf::before_dash', 'different'],
  ])(
    '%s: %s and %s, %s',
    async (_, c, rust, kind) => {
      const evidence = await sides(c, `endings::${rust}`, { cases: 1000, mapping: MAPPING });
      expect(evidence).toMatchObject({ kind });
    },
    60_000,
  );
});
