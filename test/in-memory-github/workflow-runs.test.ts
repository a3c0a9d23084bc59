import { expect, test } from '@jest/globals';
import { listeningApp } from '../support/listening-app.ts';
import { client, openedGitHub } from '../support/opened-github.ts';

const demo = { owner: 'ada', repo: 'demo' };
const PERMISSIONS = { actions: 'read', checks: 'read', contents: 'write', pull_requests: 'write' };

async function opened() {
  const github = await openedGitHub();
  const { rest } = client(github, github.addUser('ada'));
  await github.addRepository('ada/demo');
  const sha = await github.commit('ada/demo', 'topic', { 'a.c': 'a\n' });
  await rest.pulls.create({ ...demo, title: 't', head: 'topic', base: 'main' });
  return { github, rest, sha };
}

test('a run of a workflow is heard of, its jobs are checks, and their logs are had', async () => {
  const { github, sha } = await opened();
  const events = ['workflow_run', 'check_run'];
  const app = await listeningApp(github, PERMISSIONS, { events });
  const installation = github.install(app.app, ['ada/demo']);
  await app.heard();
  const jobs = [
    { name: 'build', conclusion: 'success' },
    { name: 'test', conclusion: 'failure', log: 'error: wrong\n' },
  ] as const;
  const run_id = await github.runWorkflow('ada/demo', { pull: 1, jobs });
  await github.delivered();
  expect(app.received.at(-1)?.payload).toMatchObject({
    ...{ action: 'completed', workflow: { name: 'CI', path: '.github/workflows/ci.yml' } },
    workflow_run: {
      ...{ id: run_id, event: 'pull_request', head_sha: sha, head_branch: 'topic' },
      ...{ conclusion: 'failure', pull_requests: [{ number: 1 }] },
    },
  });
  expect(await app.heard()).toEqual([
    ...['workflow_run requested', 'check_run created', 'check_run created'],
    ...['workflow_run in_progress', 'check_run completed', 'check_run completed'],
    'workflow_run completed',
  ]);
  const { actions } = (await app.bot(installation)).rest;
  expect((await actions.getWorkflowRun({ ...demo, run_id })).data).toMatchObject({ run_number: 1 });
  const failed = { ...demo, status: 'failure', head_sha: sha } as const;
  const runs = await actions.listWorkflowRunsForRepo(failed);
  expect(runs.data).toMatchObject({ total_count: 1, workflow_runs: [{ id: run_id }] });
  const { data } = await actions.listJobsForWorkflowRun({ ...demo, run_id });
  expect(data.jobs).toMatchObject([{ name: 'build' }, { name: 'test', conclusion: 'failure' }]);
  const job_id = data.jobs[1]?.id ?? 0;
  expect((await actions.getJobForWorkflowRun({ ...demo, job_id })).data.run_id).toBe(run_id);
  const log = await actions.downloadJobLogsForWorkflowRun({ ...demo, job_id });
  expect(log.data).toBe('error: wrong\n');
});

test('jobs and statuses are what a branch can ask for', async () => {
  const { github, rest, sha } = await opened();
  github.protectBranch('ada/demo', 'main', { checks: ['build', 'deploy'] });
  const state = async () =>
    (await rest.pulls.get({ ...demo, pull_number: 1 })).data.mergeable_state;
  await github.runWorkflow('ada/demo', {
    ...{ branch: 'topic', jobs: [{ name: 'build', conclusion: 'success' }] },
  });
  expect(await state()).toBe('blocked');
  const status = { ...demo, sha, context: 'deploy' };
  await rest.repos.createCommitStatus({ ...status, state: 'failure' });
  expect(await state()).toBe('blocked');
  await rest.repos.createCommitStatus({ ...status, state: 'success' });
  expect(await state()).toBe('clean');
});

test('statuses are listed, and the newest of a name counts', async () => {
  const { github, rest, sha } = await opened();
  const app = await listeningApp(github, { statuses: 'read' }, { events: ['status'] });
  github.install(app.app, ['ada/demo']);
  await app.heard();
  const status = { ...demo, sha, context: 'deploy' };
  await rest.repos.createCommitStatus({ ...status, state: 'pending', description: 'waits' });
  await rest.repos.createCommitStatus({ ...status, state: 'error' });
  await github.delivered();
  expect(app.received[0]?.payload).toMatchObject({
    ...{ sha, state: 'pending', context: 'deploy', description: 'waits', name: 'ada/demo' },
    branches: [{ name: 'topic', protected: false }],
  });
  const all = await rest.repos.listCommitStatusesForRef({ ...demo, ref: sha });
  expect(all.data.map(({ state }) => state)).toEqual(['error', 'pending']);
  const { data } = await rest.repos.getCombinedStatusForRef({ ...demo, ref: 'topic' });
  expect(data).toMatchObject({ state: 'failure', total_count: 1, statuses: [{ state: 'error' }] });
});
