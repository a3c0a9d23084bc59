import { expect, test } from '@jest/globals';
import { loadSymbolMap } from '../../../src/migration/state/symbol-map.ts';
import { withClang } from '../../support/clang.ts';
import { EQUAL, migrateTally, tallyProject } from '../../support/tally-run.ts';

/** As many as a question is asked for in all. */
const TRIES = 5;

withClang('a planner without a useful answer', () => {
  test('is asked five times; then the function goes where the layout has it, with any signature', async () => {
    const project = tallyProject();
    const { states, asked } = await migrateTally(
      project,
      // No two alike: a repeated answer would end the asking at once.
      ({ role, step, turn }) =>
        role === 'signature-planner' && step === 'clamp'
          ? `<PLAN>[{ "c": "other${turn}" }]</PLAN>`
          : undefined,
      { only: ['clamp'] },
      { compareWithC: async () => EQUAL },
    );
    expect(states[0]).toBe('clamp migrated');
    const plans = asked.filter(({ role }) => role === 'signature-planner');
    expect(plans).toHaveLength(TRIES);
    const [writing] = asked.filter(({ role }) => role === 'translator');
    expect(writing?.text).toContain('number::clamp');
    expect(writing?.text).not.toContain('pub fn clamp');
    expect(loadSymbolMap(project)[0]).toMatchObject({
      ...{ module: 'src/number.rs', rust_symbol: 'number::clamp' },
      signature: 'pub fn clamp(value: i32, low: i32, high: i32) -> i32',
    });
  });
});
