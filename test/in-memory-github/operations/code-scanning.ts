import { resolveCommit } from '../git/store.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import type { Alert, Analysis } from '../state/code-scanning.ts';
import type { Repository } from '../state/repository.ts';
import { uuid } from '../state/uuid.ts';
import { timestamp } from '../state/world.ts';
import { alertJson, alertState } from './alert-json.ts';
import { paged } from './paging.ts';
import { apiUrl } from './repository-json.ts';
import { categoryOf, readSarif } from './sarif.ts';
import { takeRun } from './take-sarif.ts';
import { author } from './text.ts';

const READ = { permission: 'security_events', access: 'read', role: 'write' } as const;
const WRITE = { permission: 'security_events', access: 'write' } as const;

export const codeScanningOperations = [
  repositoryOperation('code-scanning/upload-sarif', WRITE, async (call) => {
    const { world, repository, body, url } = call;
    const commit = await resolveCommit(repository.folder, body.commit_sha);
    if (commit === undefined) throw new Refusal(404, `No commit found for ${body.commit_sha}`);
    const { runs, sent, errors } = readSarif(body.sarif);
    for (const [index, run] of runs.entries()) {
      takeRun(world, repository, run, { ref: body.ref, commit });
      repository.analyses.push({
        ...{ id: world.nextId(), ref: body.ref, commit, category: categoryOf(run) },
        ...{ tool: run.tool.driver.name, created: timestamp(world) },
        ...{ results: run.results.length, run: sent[index] },
      });
    }
    const id = uuid(world.nextId());
    repository.sarifs.set(id, { id, errors });
    return { status: 202, body: { id, url: `${world.url}${url.pathname}/${id}` } };
  }),

  repositoryOperation('code-scanning/get-sarif', READ, ({ repository, path }) => {
    const upload = repository.sarifs.get(path.sarif_id);
    if (upload === undefined) throw notFound();
    const errors = upload.errors.length > 0 ? upload.errors : null;
    const processing_status = errors === null ? 'complete' : 'failed';
    return { status: 200, body: { processing_status, analyses_url: null, errors } };
  }),

  repositoryOperation('code-scanning/list-recent-analyses', READ, (call) => {
    const { world, repository, query, url } = call;
    const wanted = repository.analyses.filter(
      ({ tool, ref }) => (query.tool_name ?? tool) === tool && (query.ref ?? ref) === ref,
    );
    return paged(
      url,
      query,
      wanted.toReversed().map((one) => analysisJson(apiUrl(world, repository), one)),
    );
  }),

  repositoryOperation('code-scanning/get-analysis', READ, (call) => {
    const { world, repository, path, accept } = call;
    const analysis = repository.analyses.find(({ id }) => id === path.analysis_id);
    if (analysis === undefined) throw notFound();
    if (!accept.includes('application/sarif+json'))
      return { status: 200, body: analysisJson(apiUrl(world, repository), analysis) };
    return {
      status: 200,
      body: Buffer.from(JSON.stringify({ version: '2.1.0', runs: [analysis.run] })),
      headers: { 'content-type': 'application/sarif+json; charset=utf-8' },
    };
  }),

  repositoryOperation('code-scanning/list-alerts-for-repo', READ, (call) => {
    const { world, repository, query, url } = call;
    const alerts = [...repository.alerts.values()].flatMap((alert) => {
      const instance = instanceOn(repository, alert, query.ref);
      const state = instance && alertState(alert, instance);
      if (instance === undefined || (query.state ?? state) !== state) return [];
      if ((query.tool_name ?? alert.tool) !== alert.tool) return [];
      return [alertJson(world, repository, alert, instance)];
    });
    return paged(url, query, alerts);
  }),

  repositoryOperation('code-scanning/get-alert', READ, ({ world, repository, path }) => {
    const alert = findAlert(repository, path.alert_number);
    const instance = alert.instances.at(-1);
    if (instance === undefined) throw notFound();
    return { status: 200, body: alertJson(world, repository, alert, instance) };
  }),

  repositoryOperation('code-scanning/update-alert', WRITE, (call) => {
    const { world, repository, path, body, caller } = call;
    const alert = findAlert(repository, path.alert_number);
    const instance = alert.instances.at(-1);
    if (instance === undefined) throw notFound();
    const reason = body.dismissed_reason ?? undefined;
    if (body.state === 'dismissed' && reason === undefined) {
      throw new Refusal(400, 'A dismissed_reason is needed to dismiss an alert');
    }
    const comment = body.dismissed_comment ?? null;
    alert.dismissed =
      body.state === 'dismissed' && reason !== undefined
        ? { by: author(caller), at: timestamp(world), reason, comment }
        : undefined;
    return { status: 200, body: alertJson(world, repository, alert, instance) };
  }),
];

function analysisJson(
  api: string,
  { id, ref, commit, category, tool, created, results }: Analysis,
) {
  return {
    ...{ id, ref, commit_sha: commit, category, analysis_key: category, environment: '{}' },
    ...{ error: '', warning: '', created_at: created, results_count: results, rules_count: 0 },
    ...{ url: `${api}/code-scanning/analyses/${id}`, sarif_id: `${id}`, deletable: true },
    tool: { name: tool, guid: null, version: null },
  };
}

/** GitHub shows the default branch when no other ref is named. */
function instanceOn({ defaultBranch }: Repository, { instances }: Alert, ref?: string) {
  const short = ref ?? defaultBranch;
  const wanted = short.startsWith('refs/') ? short : `refs/heads/${short}`;
  return instances.findLast((one) => one.ref === wanted);
}

function findAlert({ alerts }: Repository, number: number): Alert {
  const alert = [...alerts.values()].find((one) => one.number === number);
  if (alert === undefined) throw notFound();
  return alert;
}
