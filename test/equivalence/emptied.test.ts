import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const mapping = '{ records: { "struct samples": { values: { length: "bytes / 4" } } } }';

(canBuildBoth ? inSandbox : describe.skip)('a list that a call leaves at null', () => {
  const sides = fixtureSides('emptied.c');

  test('is empty, whatever its length says, and counts', async () => {
    const evidence = await sides('samples_grow', 'emptied::samples_grow', { mapping });
    expect(evidence).toMatchObject({ kind: 'equal', undefinedBehaviour: [], excluded: 0 });
  }, 60_000);

  test('differs from one that was kept', async () => {
    const evidence = await sides('samples_grow', 'emptied::samples_grow_keeps', { mapping });
    expect(evidence).toMatchObject({ kind: 'different' });
  }, 60_000);
});
