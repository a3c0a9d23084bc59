import { emitStatus } from '../events/status.ts';
import { resolveCommit } from '../git/store.ts';
import { settle } from '../merging/settle.ts';
import { repositoryOperation } from '../server/operation.ts';
import { Refusal } from '../server/refusal.ts';
import type { CommitStatus } from '../state/commit-status.ts';
import type { Repository } from '../state/repository.ts';
import { timestamp } from '../state/world.ts';
import { combinedState, latestStatuses, statusJson } from './commit-status-json.ts';
import { paged } from './paging.ts';
import { apiUrl, repositoryJson } from './repository-json.ts';
import { author } from './text.ts';

const READ = { permission: 'statuses', access: 'read' } as const;
const WRITE = { permission: 'statuses', access: 'write' } as const;

export const commitStatusOperations = [
  repositoryOperation('repos/create-commit-status', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const sha = await requireCommit(repository, path.sha);
    const status: CommitStatus = {
      ...{ id: world.nextId(), sha, context: body.context ?? 'default', state: body.state },
      ...{ description: body.description ?? null, targetUrl: body.target_url ?? null },
      ...{ creator: author(caller), created: timestamp(world) },
    };
    repository.statuses.push(status);
    await emitStatus(world, repository, status);
    await settle(world, repository);
    return { status: 201, body: statusJson(world, repository, status) };
  }),

  repositoryOperation('repos/list-commit-statuses-for-ref', READ, async (call) => {
    const { world, repository, path, query, url } = call;
    const sha = await requireCommit(repository, path.ref);
    const all = repository.statuses.filter((one) => one.sha === sha).reverse();
    return paged(
      url,
      query,
      all.map((one) => statusJson(world, repository, one)),
    );
  }),

  repositoryOperation('repos/get-combined-status-for-ref', READ, async (call) => {
    const { world, repository, path, query, url } = call;
    const sha = await requireCommit(repository, path.ref);
    const latest = latestStatuses(repository, sha);
    const json = latest.map((one) => statusJson(world, repository, one));
    const page = `${apiUrl(world, repository)}/commits/${sha}`;
    return paged(url, query, json, (statuses) => ({
      ...{ sha, statuses, total_count: json.length, state: combinedState(latest) },
      ...{ repository: repositoryJson(world, repository), commit_url: page, url: `${page}/status` },
    }));
  }),
];

async function requireCommit({ folder }: Repository, name: string): Promise<string> {
  const sha = await resolveCommit(folder, name);
  if (sha === undefined) throw new Refusal(422, `No commit found for SHA: ${name}`);
  return sha;
}
