import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { listeningApp } from '../support/listening-app.ts';
import { client, openedGitHub } from '../support/opened-github.ts';
import { sandboxRunner } from './actions/sandbox-runner.ts';

const demo = { owner: 'ada', repo: 'demo' };
const SAMPLE = readFileSync(join(import.meta.dirname, '../../docs/workflows/cargo.yml'), 'utf8');
const runner = await sandboxRunner();

const CRATE = {
  '.github/workflows/cargo.yml': SAMPLE,
  'rust/Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
  'rust/src/lib.rs': 'pub mod sum;\n',
  'rust/src/sum.rs': sum('a + b'),
};

/** What the app is told of itself. */
const OWN = ['installation created', 'check_suite requested'];

function sum(expression: string): string {
  return `pub fn sum(a: u8, b: u8) -> u8 {
    ${expression}
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds() {
        assert_eq!(super::sum(2, 3), 5);
    }
}
`;
}

async function opened() {
  const github = await openedGitHub({ runner, webhookTimeout: 60_000 });
  const { rest } = client(github, github.addUser('ada'));
  const events = ['workflow_run', 'check_run', 'check_suite'];
  const permissions = { actions: 'read', checks: 'write', contents: 'write' };
  const app = await listeningApp(github, permissions, { events });
  await github.addRepository('ada/demo');
  github.install(app.app, ['ada/demo']);
  const propose = async (files: Record<string, string>) => {
    const sha = await github.commit('ada/demo', 'topic', { ...CRATE, ...files });
    await rest.pulls.create({ ...demo, title: 't', head: 'topic', base: 'main' });
    return sha;
  };
  /** The job of the newest run on a commit, and its log. */
  const job = async (head_sha: string) => {
    await github.workflowsDone();
    const { data: runs } = await rest.actions.listWorkflowRunsForRepo({ ...demo, head_sha });
    const run_id = runs.workflow_runs[0]?.id ?? 0;
    const { data } = await rest.actions.listJobsForWorkflowRun({ ...demo, run_id });
    const job_id = data.jobs[0]?.id ?? 0;
    const log = await rest.actions.downloadJobLogsForWorkflowRun({ ...demo, job_id });
    return { runs: runs.workflow_runs, job: data.jobs[0], job_id, log: `${log.data}` };
  };
  return { github, rest, app, propose, job };
}

(runner === undefined ? describe.skip : describe)('workflow files are carried out', () => {
  test('cargo builds and tests what a pull request would be merged to', async () => {
    const { app, propose, job } = await opened();
    const sha = await propose({});
    const { runs, job: done, log } = await job(sha);
    expect(runs).toMatchObject([{ name: 'Cargo', event: 'pull_request', conclusion: 'success' }]);
    const passed = { status: 'completed', conclusion: 'success' };
    expect(done?.steps).toMatchObject([
      { name: expect.stringMatching(/^Run actions\/checkout@/), number: 1, ...passed },
      { name: 'cargo build', number: 2, ...passed },
      { name: 'cargo test', number: 3, ...passed },
    ]);
    expect(log).toMatch(/Z test result: ok\. 1 passed; 0 failed/);
    const heard = (await app.heard()).filter((name) => !OWN.includes(name));
    expect(heard).toEqual([
      ...['workflow_run requested', 'check_run created', 'workflow_run in_progress'],
      ...['check_run completed', 'check_suite completed', 'workflow_run completed'],
    ]);
  }, 120_000);

  test('a test that fails fails the job, and a push runs it again', async () => {
    const { github, rest, propose, job } = await opened();
    const { job: failed, job_id, log } = await job(await propose({ 'rust/src/sum.rs': sum('b') }));
    expect(failed).toMatchObject({ conclusion: 'failure' });
    expect(failed?.steps?.map(({ conclusion }) => conclusion)).toEqual([
      ...['success', 'failure', 'skipped'],
    ]);
    expect(log).toContain('unused variable: `a`');
    expect(log).toMatch(/##\[error\]Process completed with exit code 101\.\n$/);
    const { data } = await rest.checks.listAnnotations({ ...demo, check_run_id: job_id });
    expect(data).toMatchObject([{ path: '.github', message: /exit code 101/ }]);
    const wrong = await github.commit('ada/demo', 'topic', { 'rust/src/sum.rs': sum('a - b') });
    const { job: second, log: told } = await job(wrong);
    expect(second).toMatchObject({ conclusion: 'failure' });
    expect(told).toContain('test result: FAILED');
    const right = await github.commit('ada/demo', 'topic', { 'rust/src/sum.rs': sum('a + b') });
    expect((await job(right)).job).toMatchObject({ conclusion: 'success' });
  }, 120_000);

  test('nothing runs where there is a conflict, or on a branch that no filter names', async () => {
    const { github, rest, propose } = await opened();
    await github.commit('ada/demo', 'topic', CRATE);
    await github.commit('ada/demo', 'main', { 'rust/src/sum.rs': 'another\n' });
    await propose({});
    await github.workflowsDone();
    expect((await rest.actions.listWorkflowRunsForRepo(demo)).data.total_count).toBe(0);
  });
});
