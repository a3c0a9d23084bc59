import { describe, expect, test } from '@jest/globals';
import { ProbotOctokit } from 'probot';
import { eventually } from '../../support/eventually.ts';
import { finding, openedPull, plan } from '../../support/published-pull.ts';

const annotations = Array.from({ length: 60 }, (_, index) => ({
  ...{ path: 'a.c', start_line: index + 1, end_line: index + 1 },
  ...{ level: 'failure' as const, title: 'one', message: 'two' },
}));
const PLAN = plan([finding('11111111'), finding('22222222', { path: 'old.c' })], { annotations });

/** What must be there after a publication, whatever happened meanwhile. */
async function expectOnce({ comments, reviews, checks }: Awaited<ReturnType<typeof openedPull>>) {
  expect(await comments()).toHaveLength(1);
  expect(await reviews()).toHaveLength(1);
  expect(await checks()).toMatchObject([
    { status: 'completed', conclusion: 'failure', output: { annotations_count: 60 } },
  ]);
}

const WRITES = ['checks/create', 'checks/update', 'pulls/create-review'];
const READS = ['checks/list-for-ref', 'pulls/get', 'pulls/list-files', 'pulls/list-reviews'];

describe('everything is said once', () => {
  test.each(WRITES)('when the answer to %s is lost', async (operation) => {
    const opened = await openedPull();
    opened.github.fail({ operation, kind: 'lose-answer', times: 2 });
    await opened.publish(PLAN);
    await expectOnce(opened);
  });

  test.each([...WRITES, ...READS])('when GitHub is down for a moment at %s', async (operation) => {
    const opened = await openedPull();
    const one = await opened.publisher();
    opened.github.fail({ operation, kind: 'refuse', times: 2 });
    await one.publish(await one.open([]), PLAN);
    await expectOnce(opened);
  });

  test.each(WRITES)('when GitHub wants us to wait at %s', async (operation) => {
    const opened = await openedPull();
    const headers = { 'retry-after': '61' };
    opened.github.fail({ operation, kind: 'refuse', status: 403, headers });
    await opened.publish(PLAN);
    expect(opened.clock.sleeps).toContain(61_000);
    await expectOnce(opened);
  });

  test('when the process dies after each request, and the job is taken up again', async () => {
    const opened = await openedPull();
    // Ends the attempt just after the nth request has reached GitHub.
    for (let requests = 1; ; requests += 1) {
      const dying = new AbortController();
      let count = 0;
      opened.bot.hook.after('request', () => {
        count += 1;
        if (count === requests) dying.abort(new Error('killed'));
      });
      const { signal } = dying;
      const one = await opened.publisher({ signal });
      try {
        await one.publish(await one.open([]), PLAN);
        break;
      } catch (thrown) {
        expect(signal.reason).toBe(thrown);
      }
    }
    expect(await opened.comments()).toHaveLength(1);
    expect(await opened.reviews()).toHaveLength(1);
    const last = (await opened.checks()).at(-1);
    expect(last).toMatchObject({ conclusion: 'failure', output: { annotations_count: 60 } });
  });
});

test('GitHub that stays away makes an attempt fail, with the check open', async () => {
  const { github, publish, checks } = await openedPull();
  github.fail({ operation: 'pulls/create-review', kind: 'refuse', times: 9 });
  await expect(publish(PLAN)).rejects.toThrow('GitHub did not take a request: Server Error');
  expect(await checks()).toMatchObject([{ status: 'in_progress', conclusion: null }]);
});

test('a wait longer than anybody waits is left to a later attempt', async () => {
  const { github, publish, clock } = await openedPull();
  const headers = { 'retry-after': '3600' };
  const fault = { kind: 'refuse', status: 429, headers } as const;
  github.fail({ operation: 'pulls/create-review', ...fault });
  await expect(publish(PLAN)).rejects.toThrow('GitHub did not take a request');
  expect(clock.sleeps).not.toContain(3_600_000);
});

test('writes are a second apart', async () => {
  const { publish, clock } = await openedPull();
  await publish(PLAN);
  expect(clock.sleeps).toEqual(Array.from({ length: 4 }, () => 1000));
});

test('an answer that never comes is waited for, for half a minute', async () => {
  const opened = await openedPull();
  opened.github.fail({ operation: 'pulls/create-review', kind: 'hang' });
  let isOver = false;
  const published = opened.publish(PLAN).finally(() => {
    isOver = true;
  });
  // Time stands still but for who sleeps; only a request that hangs is left waiting.
  await eventually(async () => {
    await opened.clock.advance(1000);
    expect(isOver).toBe(true);
  });
  await published;
  await expectOnce(opened);
});

test("Probot's client repeats nothing by itself", async () => {
  const opened = await openedPull();
  const { github, token, publisher } = opened;
  const octokit = new ProbotOctokit({
    ...{ baseUrl: github.url, auth: { token } },
    throttle: { enabled: false },
  });
  github.fail({ operation: 'pulls/create-review', kind: 'lose-answer' });
  const one = await publisher({ github: octokit });
  await one.publish(await one.open([]), PLAN);
  await expectOnce(opened);
});
