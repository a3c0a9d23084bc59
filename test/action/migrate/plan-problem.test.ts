import { expect, test } from '@jest/globals';
import { planProblem } from '../../../action/migrate/plan-problem.ts';
import {
  type MigrationPlan,
  migrationPlanSchema,
} from '../../../src/github/isolated-worker/migration-plan.ts';
import { readyPlan } from '../../fakes/migration-plans.ts';

const HEAD = '0'.repeat(40);
const RUN = { head: HEAD, settings: { project: '.', crate: 'rust' } };
const LEAF = { name: 'leaf', file: 'a.c' };

function plan(made: object): MigrationPlan {
  return migrationPlanSchema.parse(
    JSON.parse(JSON.stringify(made).replaceAll('"HEAD"', `"${HEAD}"`)),
  );
}

const setUp = plan({
  ...{ kind: 'set-up', base: HEAD, crate: 'rust', functions: 1 },
  files: [{ path: 'rust/src/lib.rs', content: '' }],
});
const ready = plan(readyPlan('leaf'));

test('a plan for what was asked for, on the commit that is checked out, is believed', () => {
  expect(planProblem(setUp, { functions: [] }, RUN)).toBeUndefined();
  expect(planProblem(ready, { functions: [LEAF] }, RUN)).toBeUndefined();
  const more = [LEAF, { name: 'other', file: 'a.c' }];
  expect(planProblem(ready, { functions: more }, RUN)).toBeUndefined();
});

test.each([
  ['a layout for functions', setUp, [LEAF]],
  ['a function for the layout', ready, []],
  ['another function', ready, [{ name: 'other', file: 'a.c' }]],
  ['one of another file', ready, [{ name: 'leaf', file: 'b.c' }]],
  [
    'one more function',
    plan({ ...readyPlan('leaf'), functions: [LEAF, { name: 'g', file: 'a.c' }] }),
    [LEAF],
  ],
])('%s is not', (_, made, functions) => {
  expect(planProblem(made, { functions }, RUN)).toBe('it is about something else');
});

test('neither is one for another commit, or that changes other files', () => {
  const other = { ...RUN, head: '1'.repeat(40) };
  expect(planProblem(ready, { functions: [LEAF] }, other)).toBe('it is for another commit');
  const elsewhere = plan(readyPlan('leaf', [{ path: 'a.c', content: '' }]));
  expect(planProblem(elsewhere, { functions: [LEAF] }, RUN)).toMatch(/would change a\.c/);
});

test('what proposes nothing needs no belief', () => {
  for (const kind of ['blocked', 'not tried'] as const) {
    const made = plan({ kind, reason: 'x', ...(kind === 'blocked' ? { functions: [] } : {}) });
    expect(planProblem(made, { functions: [LEAF] }, RUN)).toBeUndefined();
  }
});
