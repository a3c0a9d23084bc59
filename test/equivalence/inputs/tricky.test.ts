import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { inSandbox } from '../../support/bubblewrap.ts';
import { canBuildBoth, sideBySide } from '../../support/side-by-side.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const PROJECT = realpathSync(join(import.meta.dirname, 'fixtures/c'));
const CRATE = realpathSync(join(import.meta.dirname, 'fixtures/crate'));
/** A proof that needs more inputs than a check makes is none. */
const CASES = 10_000;

(canBuildBoth ? inSandbox : describe.skip)('inputs show that a function is wrong', () => {
  const cache = folderForAll();
  let check: Awaited<ReturnType<typeof sideBySide>>;

  beforeAll(async () => {
    check = await sideBySide(PROJECT, ['tricky.c'], CRATE, cache);
  }, 60_000);

  test.each([
    ['that wraps at one value', 'next_id'],
    ['for one character', 'escaped_length'],
    ['for one byte', 'substitute'],
    ['for no data', 'largest'],
    ['for more than 255 bytes', 'sum_with_length'],
    ['for equal arguments', 'precedes'],
    ['for a separator at the end', 'count_fields'],
    ['for a multiple of its width', 'rotate'],
    ['for a leading zero', 'leading_number'],
    ['for a repeated element', 'first_place'],
    ['for what is no number', 'larger'],
    ['for a negative zero', 'without_sign'],
    ['for a rare blank', 'count_blanks'],
    ['for a rule behind a rule', 'is_leap_year'],
    ['for one byte at the end', 'count_lines'],
    ['where a product wraps', 'hash'],
    ['for a longer word', 'keyword'],
    ['for a run of more than 255', 'packed_length'],
    ['for two equal texts', 'ends_with'],
    ['for three integers that fit together', 'is_flat'],
    ['where a sum wraps', 'kilobytes'],
    ['for a negative odd sum', 'midpoint'],
    ['for a part at the end', 'leaves'],
    ['for one day of a century', 'is_date'],
    ['for a number that is too long', 'number_length'],
    ['for a frame that is too long', 'frame_kind'],
    ['for two stars', 'count_comments'],
    ['for a part that is left out', 'version'],
    ['for short colours of capitals', 'colour'],
    ['for zero', 'digit_squares'],
  ])(
    '%s: %s',
    async (_, name) => {
      const evidence = await check(name, name, { cases: CASES, seconds: 60 });
      expect(evidence).toMatchObject({ kind: 'different', input: expect.any(String) });
    },
    120_000,
  );
});
