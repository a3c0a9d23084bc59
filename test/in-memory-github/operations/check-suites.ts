import { emitCheckRun, emitSuite } from '../events/check.ts';
import { resolveCommit } from '../git/store.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import type { CheckSuite } from '../state/check-run.ts';
import type { Repository } from '../state/repository.ts';
import { checkRunJson } from './check-run-json.ts';
import { findCheckRun } from './check-runs.ts';
import { latestRuns } from './check-suite.ts';
import { suiteJson } from './check-suite-json.ts';
import { paged } from './paging.ts';
import { author } from './text.ts';

const READ = { permission: 'checks', access: 'read' } as const;
const WRITE = { permission: 'checks', access: 'write' } as const;

export const checkSuiteOperations = [
  repositoryOperation('checks/get-suite', READ, async ({ world, repository, path }) => {
    const suite = findSuite(repository, path.check_suite_id);
    return { status: 200, body: await suiteJson(world, repository, suite) };
  }),

  repositoryOperation('checks/list-suites-for-ref', READ, async (call) => {
    const { world, repository, path, query, url } = call;
    const sha = await resolveCommit(repository.folder, path.ref);
    if (sha === undefined) throw new Refusal(422, `No commit found for SHA: ${path.ref}`);
    const suites = [...repository.checkSuites.values()]
      .filter((one) => one.headSha === sha)
      .filter((one) => query.app_id === undefined || one.app.id === query.app_id);
    const json = await Promise.all(suites.map((one) => suiteJson(world, repository, one)));
    return paged(url, query, json, (some) => ({ total_count: json.length, check_suites: some }));
  }),

  repositoryOperation('checks/list-for-suite', READ, (call) => {
    const { world, repository, path, query, url } = call;
    const runs = latestRuns(repository, findSuite(repository, path.check_suite_id))
      .filter((one) => query.check_name === undefined || one.name === query.check_name)
      .map((one) => checkRunJson(world, repository, one));
    return paged(url, query, runs, (some) => ({ total_count: runs.length, check_runs: some }));
  }),

  repositoryOperation('checks/rerequest-run', WRITE, async (call) => {
    const { world, repository, path, caller } = call;
    const run = findCheckRun(repository, path.check_run_id);
    await emitCheckRun(world, repository, author(caller), run, 'rerequested');
    return { status: 201, body: {} };
  }),

  repositoryOperation('checks/rerequest-suite', WRITE, async (call) => {
    const { world, repository, path, caller } = call;
    const suite = findSuite(repository, path.check_suite_id);
    await emitSuite(world, repository, author(caller), suite, 'rerequested');
    return { status: 201, body: {} };
  }),
];

function findSuite({ checkSuites }: Repository, id: number | bigint): CheckSuite {
  const suite = checkSuites.get(Number(id));
  if (suite === undefined) throw notFound();
  return suite;
}
