import { expect, test } from '@jest/globals';
import { withClang } from '../../support/clang.ts';
import { migrateTally, tallyProject } from '../../support/tally-run.ts';

withClang('a function that a person has named', () => {
  test('is not tried before what it calls is migrated', async () => {
    const project = tallyProject();
    const alone = await migrateTally(project, () => undefined, { only: ['parse_number'] });
    expect(alone.states).toContain(
      'parse_number skipped: it needs digit, clamp, which are not migrated: --with-callees migrates what it needs first',
    );
    expect(alone.asked.map(({ role }) => role)).toEqual(['planner']);
    const both = await migrateTally(project, () => undefined, {
      only: ['clamp', 'parse_number'],
    });
    expect(both.states).toEqual(
      expect.arrayContaining([
        'clamp migrated',
        'parse_number skipped: it needs digit, which is not migrated: --with-callees migrates what it needs first',
      ]),
    );
    const all = await migrateTally(project, () => undefined, { only: ['digit', 'parse_number'] });
    expect(all.states).toEqual(
      expect.arrayContaining(['clamp done before', 'digit migrated', 'parse_number migrated']),
    );
  });
});
