import { expect, test } from '@jest/globals';
import { isolatedWorkerEnvironment } from '../../../src/github/isolated-worker/environment.ts';
import { reviewPullRequest } from '../../../src/github/review/review-pull-request.ts';
import { COMPILED } from '../../support/compiled.ts';
import { DEFECT, reviewingApp } from '../../support/reviewing-app.ts';

/** The check and the threads of a change to a file that has a defect already, reviewed once. */
async function reviewOf(configuration: string, changed: string) {
  const app = await reviewingApp({ 'a.c': DEFECT, '.github/rustward.yml': configuration });
  const { installation, repository, deps } = app;
  await app.github.commit('ada/demo', 'topic', { 'a.c': changed });
  const number = await app.open('topic');
  const { head } = await app.pull(number);
  const env = { PATH: process.env['PATH'], HOME: deps.dataFolder, ...COMPILED };
  const reason = 'opened';
  await reviewPullRequest(
    { kind: 'review-pull-request', installation, repository, pull: number, head: head.sha, reason },
    { signal: new AbortController().signal, last: true },
    { ...deps, workerEnv: isolatedWorkerEnvironment(env, []) },
  );
  const check = await app.check(number);
  return { conclusion: check?.conclusion, text: `${check?.output.summary}` };
}

const TOUCHED = DEFECT.replace(/\n\}/, '\n  ;\n}');

test('a defect that the base has as well fails nothing, and is counted', async () => {
  const { conclusion, text } = await reviewOf('review: { fail_on: low }\n', TOUCHED);
  expect(conclusion).toBe('success');
  expect(text).toMatch(/\d+ existing candidates? (?:is|are) not shown; `include_existing` shows/);
});

test('it is listed where the configuration says so, and fails nothing either', async () => {
  const configuration = 'review: { fail_on: low, include_existing: true }\n';
  const { conclusion, text } = await reviewOf(configuration, TOUCHED);
  expect(conclusion).toBe('success');
  expect(text).toContain('that the base has as well');
});

test('a second defect beside it fails the check', async () => {
  const { conclusion } = await reviewOf(
    'review: { fail_on: low }\n',
    DEFECT + DEFECT.replace('main', 'other'),
  );
  expect(conclusion).toBe('failure');
});
