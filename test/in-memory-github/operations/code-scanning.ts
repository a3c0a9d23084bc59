import { resolveCommit } from '../git/store.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import type { Alert } from '../state/code-scanning.ts';
import type { Repository } from '../state/repository.ts';
import { uuid } from '../state/uuid.ts';
import { timestamp } from '../state/world.ts';
import { alertJson, alertState } from './alert-json.ts';
import { paged } from './paging.ts';
import { readSarif } from './sarif.ts';
import { takeRun } from './take-sarif.ts';
import { author } from './text.ts';

const READ = { permission: 'security_events', access: 'read', role: 'write' } as const;
const WRITE = { permission: 'security_events', access: 'write' } as const;

export const codeScanningOperations = [
  repositoryOperation('code-scanning/upload-sarif', WRITE, async (call) => {
    const { world, repository, body, url } = call;
    const commit = await resolveCommit(repository.folder, body.commit_sha);
    if (commit === undefined) throw new Refusal(404, `No commit found for ${body.commit_sha}`);
    const { runs, errors } = readSarif(body.sarif);
    for (const run of runs) takeRun(world, repository, run, { ref: body.ref, commit });
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
