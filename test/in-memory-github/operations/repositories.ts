import { resolveCommit } from '../git/store.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import { findRepository } from '../state/look-up.ts';
import { commitJson, readCommit, readCommits } from './commit-json.ts';
import { newFork } from './new-fork.ts';
import { paged } from './paging.ts';
import { apiUrl, repositoryJson } from './repository-json.ts';

const METADATA = { permission: 'metadata', access: 'read' } as const;
const READ = { permission: 'contents', access: 'read' } as const;

export const repositoryOperations = [
  repositoryOperation('repos/get', METADATA, ({ world, repository }) => ({
    status: 200,
    body: repositoryJson(world, repository),
  })),

  repositoryOperation('repos/get-commit', READ, async ({ world, repository, path }) => {
    const sha = await resolveCommit(repository.folder, path.ref);
    if (sha === undefined) throw notFound();
    const commit = await readCommit(repository.folder, sha);
    return { status: 200, body: commitJson(world, repository, commit) };
  }),

  repositoryOperation('repos/list-commits', READ, async ({ world, repository, query, url }) => {
    const from = query.sha ?? `refs/heads/${repository.defaultBranch}`;
    const sha = await resolveCommit(repository.folder, from);
    if (sha === undefined) throw notFound();
    const commits = await readCommits(repository.folder, sha);
    return paged(
      url,
      query,
      commits.map((one) => commitJson(world, repository, one)),
    );
  }),

  repositoryOperation('repos/get-branch', READ, async ({ world, repository, path }) => {
    const sha = await resolveCommit(repository.folder, `refs/heads/${path.branch}`);
    if (sha === undefined) throw notFound();
    const commit = await readCommit(repository.folder, sha);
    const url = `${apiUrl(world, repository)}/branches/${encodeURIComponent(path.branch)}`;
    const contexts = repository.protections.get(path.branch)?.checks;
    const checks = (contexts ?? []).map((context) => ({ context, app_id: null }));
    const required_status_checks = { enforcement_level: 'everyone', contexts, checks };
    const protection = contexts ? { enabled: true, required_status_checks } : { enabled: false };
    const body = {
      ...{ name: path.branch, commit: commitJson(world, repository, commit), protection },
      ...{ protected: contexts !== undefined, protection_url: `${url}/protection` },
      _links: { self: url, html: url },
    };
    return { status: 200, body };
  }),

  repositoryOperation('repos/create-fork', METADATA, async (call) => {
    const { world, repository, body, caller } = call;
    if (caller.kind !== 'user') throw new Refusal(403, 'Resource not accessible by integration');
    const name = body?.name ?? repository.name;
    const there = findRepository(world, `${caller.user.login}/${name}`);
    const fork = there ?? (await newFork(world, repository, caller.user, name));
    return { status: 202, body: repositoryJson(world, fork) };
  }),
];
