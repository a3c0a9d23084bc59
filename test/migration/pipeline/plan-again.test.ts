import { expect, test } from '@jest/globals';
import type { Evidence } from '../../../src/equivalence/evidence/evidence.ts';
import { loadSymbolMap } from '../../../src/migration/state/symbol-map.ts';
import { withClang } from '../../support/clang.ts';
import { type Asked, RUST } from '../../support/tally-answers.ts';
import { EQUAL, migrateTally, tallyProject } from '../../support/tally-run.ts';

const CLAMP = { only: ['clamp'] };
const SIGNATURE = 'pub fn clamp(value: i32, low: i32, high: i32) -> i32';
const WIDE = 'pub fn clamp(value: i64, low: i64, high: i64) -> i64';
const NO_DRIVER: Evidence = {
  ...{ kind: 'not checked', remedy: 'plan' },
  because: 'the Rust side does not compile: error[E0308]: mismatched types',
};

function plan(signature: string, mapping: object = {}): string {
  const one = { c: 'clamp', file: 'src/number.rs', rust: 'number::clamp', signature, mapping };
  return `<PLAN>${JSON.stringify([one])}</PLAN>`;
}

/** Plans for `clamp` in turn; all else as a model answers that makes no mistake. */
function planning(plans: readonly string[], rust: readonly string[] = []) {
  let planned = 0;
  let written = 0;
  return ({ role, step }: Asked): string | undefined => {
    if (step !== 'clamp') return undefined;
    if (role === 'translator') return rust[written++];
    return role === 'signature-planner' ? plans[planned++] : undefined;
  };
}

withClang('a plan by which C and Rust cannot be compared', () => {
  test('goes back to the planner with what the compiler said, and never to the reviewer', async () => {
    const mapped = { rust: { value: 'value' } };
    const project = tallyProject();
    const { states, asked } = await migrateTally(
      project,
      planning([plan(SIGNATURE), plan(SIGNATURE, mapped)]),
      CLAMP,
      {
        compareWithC: async ({ mapping }) =>
          mapping?.rust['value'] === undefined ? NO_DRIVER : EQUAL,
      },
    );
    expect(states[0]).toBe('clamp migrated');
    expect(asked.map(({ role }) => role)).toEqual([
      ...['planner', 'signature-planner', 'translator', 'signature-planner'],
      'migration-reviewer',
    ]);
    expect(asked[3]?.text).toContain('error[E0308]: mismatched types');
    expect(asked[3]?.text).toContain('cannot be run\nside by side by that plan');
    expect(loadSymbolMap(project)[0]).toMatchObject({ mapping: mapped, evidence: EQUAL });
  });

  test('is asked for once more, and stands where the planner knows none that is better', async () => {
    const { states, asked } = await migrateTally(
      tallyProject(),
      planning([plan(SIGNATURE), plan(SIGNATURE)]),
      CLAMP,
      { compareWithC: async () => NO_DRIVER },
    );
    expect(states[0]).toBe('clamp migrated');
    const review = asked.find(({ role }) => role === 'migration-reviewer');
    expect(review?.text).toContain('clamp: not run side by side');
    expect(review?.text).not.toContain('E0308');
  });

  test('may give another signature, for which the Rust is written anew', async () => {
    const wide = (RUST['clamp'] ?? '').replaceAll('i32', 'i64');
    const { states } = await migrateTally(
      tallyProject(),
      planning([plan(SIGNATURE), plan(WIDE)], [RUST['clamp'] ?? '', wide]),
      CLAMP,
      { compareWithC: async ({ signature }) => (signature === WIDE ? EQUAL : NO_DRIVER) },
    );
    expect(states[0]).toBe('clamp migrated');
  });

  test('has the earlier Rust stand where another signature comes to nothing', async () => {
    const project = tallyProject();
    const { states, progress } = await migrateTally(
      project,
      planning([plan(SIGNATURE), plan(WIDE)]),
      CLAMP,
      { compareWithC: async () => NO_DRIVER },
    );
    expect(states[0]).toBe('clamp migrated');
    expect(progress).toContain('the Rust of the earlier plan stands, which could not be compared');
    expect(loadSymbolMap(project)[0]).toMatchObject({ signature: SIGNATURE, evidence: NO_DRIVER });
  });

  test('is not asked about where functions are still to come that may help', async () => {
    const later: Evidence = { kind: 'not checked', remedy: 'later', because: 'nothing shows it' };
    const { asked } = await migrateTally(tallyProject(), () => undefined, CLAMP, {
      compareWithC: async () => later,
    });
    expect(asked.filter(({ role }) => role === 'signature-planner')).toHaveLength(1);
  });

  test('leaves the Rust as it is where only how it is compared has to change', async () => {
    const wrong = { rust: { value: 'low' } };
    const right = { rust: { value: 'value' } };
    const cannot = '<CANNOT>the plan compares the value with another parameter</CANNOT>';
    const plans = planning([plan(SIGNATURE, wrong), plan(SIGNATURE, right)]);
    const answer = (asked: Asked) =>
      asked.role === 'migration-fixer'
        ? cannot
        : asked.role === 'migration-arbiter'
          ? '<VERDICT>{ "holds": true, "because": "it does" }</VERDICT>'
          : plans(asked);
    const differs: Evidence = {
      ...{ kind: 'different', input: 'value = 1', c: 'return = 1', rust: 'return = 0', test: '' },
      ...{ cases: 1, seed: 1, milliseconds: 1 },
    };
    const { states, asked, progress } = await migrateTally(
      tallyProject(),
      answer,
      { ...CLAMP, maxRestarts: 1 },
      { compareWithC: async ({ mapping }) => (mapping?.rust['value'] === 'low' ? differs : EQUAL) },
    );
    expect(states[0]).toBe('clamp migrated');
    expect(asked.filter(({ role }) => role === 'translator')).toHaveLength(1);
    expect(progress).toContain('the Rust stands, and is compared by another plan');
  });
});
