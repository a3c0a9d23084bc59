import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('what headers of the system say', () => {
  const sides = fixtureSides('errnos.c');

  test('a negative number of errno.h that is returned is None', async () => {
    expect(await sides('days_of', 'errnos::days_of', {})).toMatchObject({ kind: 'equal' });
    expect(await sides('days_of', 'errnos::days_of_more', {})).toMatchObject({
      kind: 'different',
      input: 'month = 13',
    });
  }, 60_000);

  test('a number that is no character is given to no function of ctype.h', async () => {
    const evidence = await sides('is_word', 'errnos::is_word', {});
    expect(evidence).toMatchObject({ kind: 'equal' });
    if (evidence.kind === 'equal') expect(evidence.excluded).toBeGreaterThan(0);
  }, 60_000);

  test('a length is no enum', async () => {
    expect(await sides('first_number', 'errnos::first_number', {})).toMatchObject({
      kind: 'equal',
    });
    expect(await sides('first_number', 'errnos::first_number_big', {})).toMatchObject({
      kind: 'different',
    });
  }, 60_000);
});
