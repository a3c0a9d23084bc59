import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { publicationPlanOf } from '../../../src/github/publication-plan/publication-plan-of.ts';
import { exampleReport } from '../../security/printers/example-report.ts';
import { openedPull, plan } from '../../support/published-pull.ts';

const demo = { owner: 'ada', repo: 'demo' };
const { sarif } = publicationPlanOf(exampleReport, {
  ...{
    repositoryUrl: 'https://github.com/ada/demo',
    head: 'a'.repeat(40),
    seconds: 1,
    sarif: true,
  },
});
const PLAN = plan([], { sarif });

test('code scanning has the results on the ref of the pull request', async () => {
  const { publish, ada, pull } = await openedPull();
  expect(await publish(PLAN)).toMatchObject({ sarif: expect.any(String), notices: [] });
  const ref = `refs/pull/${pull}/head`;
  const { data } = await ada.rest.codeScanning.listAlertsForRepo({ ...demo, ref });
  expect(data.length).toBeGreaterThan(1);
});

test('an upload whose answer is lost is repeated, which makes no second alert', async () => {
  const { github, publish, ada, pull } = await openedPull();
  github.fail({ operation: 'code-scanning/upload-sarif', kind: 'lose-answer', times: 2 });
  github.fail({ operation: 'code-scanning/get-sarif', kind: 'refuse', status: 404 });
  expect(await publish(PLAN)).toMatchObject({ notices: [] });
  const ref = `refs/pull/${pull}/head`;
  const { data } = await ada.rest.codeScanning.listAlertsForRepo({ ...demo, ref });
  const results = JSON.parse(sarif).runs[0].results.length;
  expect(data).toHaveLength(results);
});

test.each([
  [403, 'Code scanning was not told: Server Error'],
  [404, 'Code scanning was not told: the repository has none'],
])('a refusal with %d is a notice', async (status, notice) => {
  const { github, publish, checks } = await openedPull();
  github.fail({ operation: 'code-scanning/upload-sarif', kind: 'refuse', status });
  expect(await publish(PLAN)).toMatchObject({
    ...{ conclusion: 'success', sarif: undefined, notices: [expect.stringContaining(notice)] },
  });
  expect((await checks())[0]?.output.summary).toContain(notice);
});

test('results that GitHub cannot use, or would not take, are a notice', async () => {
  const { publish } = await openedPull();
  const wrong = JSON.stringify({ version: '2.0.0', runs: [] });
  expect(await publish(plan([], { sarif: wrong }))).toMatchObject({
    notices: [expect.stringContaining('Code scanning could not use the results')],
  });
  const noise = randomBytes(11_000_000).toString('base64');
  expect(await publish(plan([], { sarif: noise }))).toMatchObject({
    notices: [expect.stringContaining('bytes packed, more than 10485760')],
  });
});

test('processing is waited for, and not for ever', async () => {
  const { github, publish, clock } = await openedPull();
  const never = { operation: 'code-scanning/get-sarif', kind: 'refuse', status: 404 } as const;
  github.fail({ ...never, times: 3 });
  expect(await publish(PLAN)).toMatchObject({ notices: [] });
  expect(clock.sleeps.filter((time) => time === 3000)).toHaveLength(3);
  github.fail({ ...never, times: 100 });
  expect(await publish(PLAN)).toMatchObject({
    notices: ['Code scanning had not read the results after a minute.'],
  });
});
