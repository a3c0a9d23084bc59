import { emitCheck } from '../events/check.ts';
import { resolveCommit } from '../git/store.ts';
import { settle } from '../merging/settle.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import type { Caller } from '../state/caller.ts';
import type { CheckRun } from '../state/check-run.ts';
import type { Repository } from '../state/repository.ts';
import { timestamp } from '../state/world.ts';
import { annotationJson, checkRunJson } from './check-run-json.ts';
import { applyCheck } from './check-run-update.ts';
import { ensureSuite } from './check-suite.ts';
import { paged } from './paging.ts';
import { author } from './text.ts';

const READ = { permission: 'checks', access: 'read' } as const;
const WRITE = { permission: 'checks', access: 'write', appsOnly: true } as const;

export const checkRunOperations = [
  repositoryOperation('checks/create', WRITE, async (call) => {
    const { world, repository, body, caller } = call;
    if (caller.kind !== 'installation') throw notFound();
    const sha = await resolveCommit(repository.folder, body.head_sha);
    if (sha !== body.head_sha) throw new Refusal(422, `No commit found for SHA: ${body.head_sha}`);
    const suite = ensureSuite(world, repository, caller.app, sha);
    const run: CheckRun = {
      ...{ id: world.nextId(), app: caller.app, headSha: sha, suite: suite.id },
      ...{ annotations: [], name: body.name, status: 'queued', conclusion: null },
      ...{ started: timestamp(world), completed: null, externalId: null, detailsUrl: null },
      ...{ title: null, summary: null, text: null, actions: [] },
    };
    applyCheck(world, run, body);
    repository.checkRuns.set(run.id, run);
    await emitCheck(world, repository, author(caller), run, { isNew: true, status: 'queued' });
    await settle(world, repository);
    return { status: 201, body: checkRunJson(world, repository, run) };
  }),

  repositoryOperation('checks/update', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const run = findCheckRun(repository, path.check_run_id);
    requireOwner(run, caller);
    const before = { isNew: false, status: run.status };
    applyCheck(world, run, body);
    await emitCheck(world, repository, author(caller), run, before);
    await settle(world, repository);
    return { status: 200, body: checkRunJson(world, repository, run) };
  }),

  repositoryOperation('checks/get', READ, ({ world, repository, path }) => ({
    status: 200,
    body: checkRunJson(world, repository, findCheckRun(repository, path.check_run_id)),
  })),

  repositoryOperation('checks/list-annotations', READ, (call) => {
    const { world, repository, path, query, url } = call;
    const run = findCheckRun(repository, path.check_run_id);
    const all = run.annotations.map((one) => annotationJson(world, repository, run, one));
    return paged(url, query, all);
  }),

  repositoryOperation('checks/list-for-ref', READ, async (call) => {
    const { world, repository, path, query, url } = call;
    const sha = await resolveCommit(repository.folder, path.ref);
    if (sha === undefined) throw new Refusal(422, `No commit found for SHA: ${path.ref}`);
    const runs = [...repository.checkRuns.values()]
      .filter((one) => one.headSha === sha)
      .filter((one) => query.check_name === undefined || one.name === query.check_name)
      .filter((one) => query.status === undefined || one.status === query.status)
      .filter((one) => query.app_id === undefined || one.app.id === query.app_id)
      .filter((one, _index, all) => query.filter === 'all' || isLatest(one, all));
    return paged(
      url,
      query,
      runs.map((one) => checkRunJson(world, repository, one)),
      (some) => ({ total_count: runs.length, check_runs: some }),
    );
  }),
];

/** @throws Refusal 404 */
export function findCheckRun({ checkRuns }: Repository, id: number | bigint): CheckRun {
  const run = checkRuns.get(Number(id));
  if (run === undefined) throw notFound();
  return run;
}

function requireOwner({ app }: CheckRun, caller: Caller): void {
  if (caller.kind === 'installation' && caller.app.id === app.id) return;
  throw new Refusal(
    403,
    `Invalid app_id \`${app.id}\` - check run can only be modified by its app`,
  );
}

function isLatest(run: CheckRun, all: readonly CheckRun[]): boolean {
  return !all.some(
    ({ id, suite, name }) => id > run.id && suite === run.suite && name === run.name,
  );
}
