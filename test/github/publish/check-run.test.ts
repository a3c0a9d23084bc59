import { expect, test } from '@jest/globals';
import { openedPull, plan } from '../../support/published-pull.ts';

const STAGES = [
  { name: 'Fetch', state: 'done' },
  { name: 'Scan', state: 'running', detail: '3 of 9 <b>files</b>' },
  { name: 'Analyse', state: 'waiting' },
] as const;

test('a check shows the stages of a review', async () => {
  const { publisher, checks } = await openedPull();
  const one = await publisher();
  await one.open(STAGES);
  expect(await checks()).toMatchObject([
    {
      ...{ status: 'in_progress', conclusion: null },
      output: {
        title: 'Under way: Scan',
        summary: '- ✔ Fetch\n- ▸ **Scan**: 3 of 9 \\<b\\>files\\</b\\>\n- · Analyse',
      },
    },
  ]);
});

test('progress is shown every ten seconds at most', async () => {
  const { publisher, checks, clock } = await openedPull();
  const one = await publisher();
  const check = await one.open([]);
  const shown = async () => (await checks())[0]?.output.title;
  await one.progress(check, [{ name: 'Fetch', state: 'running' }]);
  expect(await shown()).toBe('Under way: Fetch');
  await one.progress(check, STAGES);
  expect(await shown()).toBe('Under way: Fetch');
  await clock.advance(10_000);
  await one.progress(check, STAGES);
  expect(await shown()).toBe('Under way: Scan');
});

test('a check that was left open is taken up, one with annotations is begun anew', async () => {
  const { publisher, checks, github } = await openedPull();
  const one = await publisher();
  const check = await one.open([]);
  expect(await one.open(STAGES)).toMatchObject({ id: check.id });
  const annotation = { path: 'a.c', start_line: 1, end_line: 1, title: 'x', message: 'y' };
  const annotations = Array.from({ length: 51 }, () => ({
    ...annotation,
    level: 'notice' as const,
  }));
  // The first page arrives, the second does not.
  github.fail({ operation: 'checks/update', kind: 'slow', delay: 1 });
  github.fail({ operation: 'checks/update', kind: 'refuse', times: 4 });
  await expect(one.publish(check, plan([], { annotations }))).rejects.toThrow('did not take');
  const next = await one.open([]);
  expect(next.id).not.toBe(check.id);
  await one.publish(next, plan([], { annotations }));
  expect(await checks()).toMatchObject([
    { conclusion: 'cancelled', output: { annotations_count: 50 } },
    { conclusion: 'success', output: { annotations_count: 51 } },
  ]);
});

test('a review of the same commit again has a check of its own', async () => {
  const { publish, checks } = await openedPull();
  await publish(plan([], { verdict: 'inconclusive' }));
  await publish(plan([]));
  expect(await checks()).toMatchObject([
    { conclusion: 'action_required' },
    { conclusion: 'success' },
  ]);
});

test('a commit that is gone has no check that is open', async () => {
  const { publisher } = await openedPull();
  const one = await publisher({ head: 'e'.repeat(40) });
  expect(await one.findOpen()).toBeUndefined();
});

test.each([
  [{ kind: 'superseded' }, 'cancelled', 'newer commit'],
  [{ kind: 'abandoned' }, 'cancelled', 'closed'],
  [{ kind: 'broken', problem: 'no disk <img>' }, 'action_required', 'no disk \\<img\\>'],
] as const)('a review that came to nothing (%j) is never green', async (why, conclusion, said) => {
  const { publisher, checks } = await openedPull();
  const one = await publisher();
  await one.open([]);
  const left = await one.findOpen();
  if (left === undefined) throw new Error('no check is open');
  await one.close(left, why);
  expect(await checks()).toMatchObject([
    { conclusion, output: { summary: expect.stringContaining(said) } },
  ]);
  expect(await one.findOpen()).toBeUndefined();
});
