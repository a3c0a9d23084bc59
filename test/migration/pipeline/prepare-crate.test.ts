import { expect, test } from '@jest/globals';
import { loadCrate } from '../../../src/migration/crate/crate-files.ts';
import { withClang } from '../../support/clang.ts';
import { migrateTally, tallyProject } from '../../support/tally-run.ts';

/** Longer than any window with what else a question has. */
const LONG = 'x'.repeat(100_000);

withClang('a crate for more functions than a question can hold', () => {
  test('has a module for each C file, and no model is asked', async () => {
    const project = tallyProject();
    const { asked, progress } = await migrateTally(
      project,
      () => undefined,
      { until: 'prepare' },
      {},
      ({ functions }) => ({
        functions: functions.map((one) => ({ ...one, signature: `int ${one.name}(int ${LONG})` })),
      }),
    );
    expect(asked).toEqual([]);
    expect(progress).toContainEqual(
      expect.stringMatching(/^\d+ functions are too many for a question about modules/),
    );
    expect(loadCrate(`${project}/rust`).get('src/lib.rs')).toMatch(/^pub mod tally;$/m);
  });
});
