import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const WRITTEN = { next_in: { length: 'avail_in' }, next_out: { room: 'avail_out', written: true } };

(canBuildBoth ? inSandbox : describe.skip)('a pointer in a record that the C moves on', () => {
  const sides = fixtureSides('cursors.c');
  const options = (pipe: object) => ({
    mapping: JSON.stringify({ rust: { self: 's' }, records: { 'struct pipe': pipe } }),
  });

  test('as it writes is a list of what was written, as it reads one of what is left', async () => {
    const evidence = await sides('squeeze', 'cursors::Squeezer::squeeze', options(WRITTEN));
    expect(evidence).toMatchObject({ kind: 'equal' });
    if (evidence.kind !== 'equal') return;
    expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    expect(evidence.excluded).toBeLessThan(evidence.cases / 5);
  }, 60_000);

  test.each(['squeeze_without_seven', 'squeeze_other_values', 'squeeze_nothing'])(
    'differs: %s',
    async (name) => {
      const evidence = await sides('squeeze', `cursors::Squeezer::${name}`, options(WRITTEN));
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );

  test('needs a field that tells for how many there is room', async () => {
    const pipe = { ...WRITTEN, next_out: { written: true } };
    const evidence = await sides('squeeze', 'cursors::Squeezer::squeeze', options(pipe));
    expect(evidence).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('next_out of struct pipe is written, and nothing is'),
    });
  }, 60_000);
});
