import { expect, test } from '@jest/globals';
import FirstFailureEnvironment from '../../../../scripts/mutate/jest/first-failure-environment.ts';

test('after the first test that fails, the rest of its file is skipped', () => {
  const environment = new FirstFailureEnvironment();
  const ran = (errors: unknown[]) => {
    const one: { mode?: string; errors: unknown[] } = { errors: [] };
    environment.handleTestEvent({ name: 'test_start', test: one });
    const isSkipped = one.mode === 'skip';
    environment.handleTestEvent({ name: 'test_done', test: { errors: isSkipped ? [] : errors } });
    return !isSkipped;
  };
  environment.handleTestEvent({ name: 'run_start' });
  expect([[], [], [new Error('1 is not 2')], [], []].map(ran)).toEqual([
    ...[true, true, true],
    ...[false, false],
  ]);
});
