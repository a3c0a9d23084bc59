import { emitChange } from '../events/issue.ts';
import { emitBaseChange, emitPull } from '../events/pull-request.ts';
import { diffCommits } from '../git/diff.ts';
import { runGit } from '../git/run-git.ts';
import { isAncestor, resolveCommit } from '../git/store.ts';
import { repositoryOperation } from '../server/operation.ts';
import { invalid, Refusal } from '../server/refusal.ts';
import type { PullRequest } from '../state/issue.ts';
import { findRepository, isWorkflow } from '../state/look-up.ts';
import { timestamp } from '../state/world.ts';
import { commitJson, readCommits } from './commit-json.ts';
import { findPull, isPull, pullEnds } from './find-issue.ts';
import { newIssue } from './new-issue.ts';
import { paged } from './paging.ts';
import { fileJson } from './pull-file-json.ts';
import { pullJson, pullSummaryJson } from './pull-json.ts';
import { author } from './text.ts';

const READ = { permission: 'pull_requests', access: 'read' } as const;
const WRITE = { permission: 'pull_requests', access: 'write' } as const;
const NOT_PERMITTED = 'GitHub Actions is not permitted to create or approve pull requests.';
/** GitHub lists no more files of one pull request. */
const MAX_FILES = 3000;

export const pullOperations = [
  repositoryOperation('pulls/create', { ...WRITE, role: 'read' }, async (call) => {
    const { world, repository, body, caller } = call;
    if (isWorkflow(caller) && !repository.actionsMayOpenPulls)
      throw new Refusal(403, NOT_PERMITTED);
    const [owner, branch] = body.head.includes(':')
      ? [body.head.slice(0, body.head.indexOf(':')), body.head.slice(body.head.indexOf(':') + 1)]
      : [repository.owner.login, body.head];
    const source =
      owner === repository.owner.login
        ? repository
        : findRepository(world, `${owner}/${repository.name}`);
    const tip = source && (await resolveCommit(source.folder, `refs/heads/${branch}`));
    if (source === undefined || tip === undefined) throw invalid('PullRequest', 'head', 'invalid');
    const base = await resolveCommit(repository.folder, `refs/heads/${body.base}`);
    if (base === undefined) throw invalid('PullRequest', 'base', 'invalid');
    if (source === repository && (await isAncestor(source.folder, tip, base))) {
      throw invalid('PullRequest', 'base', `No commits between ${body.base} and ${branch}`);
    }
    for (const { pull, state } of repository.issues.values()) {
      if (state !== 'open' || pull?.base !== body.base || pull.head.branch !== branch) continue;
      if (pull.head.repository.id !== source.id) continue;
      const name = `${owner}:${branch}`;
      throw invalid('PullRequest', 'base', `A pull request already exists for ${name}.`);
    }
    const pull = {
      head: { repository: source, branch },
      base: body.base,
      merged: undefined,
      lastBase: undefined,
    };
    const request: PullRequest = {
      ...newIssue(world, repository, author(caller), body.title ?? '', body.body ?? null),
      pull: { ...pull, draft: body.draft ?? false, autoMerge: undefined },
    };
    repository.issues.set(request.number, request);
    await emitPull(world, repository, request.author, request, 'opened');
    return { status: 201, body: await pullJson(world, repository, request) };
  }),

  repositoryOperation('pulls/get', READ, async ({ world, repository, path, accept }) => {
    const request = findPull(repository, path.pull_number);
    if (!accept.includes('diff')) {
      return { status: 200, body: await pullJson(world, repository, request) };
    }
    const { fork, head } = await pullEnds(repository, request);
    return { status: 200, body: await runGit(repository.folder, ['diff', fork, head]) };
  }),

  repositoryOperation('pulls/list', READ, async ({ world, repository, query, url }) => {
    const { state = 'open', base, head } = query;
    const found = [...repository.issues.values()]
      .filter(isPull)
      .filter((one) => state === 'all' || one.state === state)
      .filter(({ pull }) => base === undefined || pull.base === base)
      .filter(({ pull }) => {
        const label = `${pull.head.repository.owner.login}:${pull.head.branch}`;
        return head === undefined || label === head;
      });
    if (query.direction !== 'asc') found.reverse();
    const items = await Promise.all(found.map((one) => pullSummaryJson(world, repository, one)));
    return paged(url, query, items);
  }),

  repositoryOperation('pulls/update', { ...WRITE, role: 'read' }, async (call) => {
    const { world, repository, path, body, caller } = call;
    const request = findPull(repository, path.pull_number);
    const wanted = body.base === undefined ? '' : `refs/heads/${body.base}`;
    if (wanted !== '' && (await resolveCommit(repository.folder, wanted)) === undefined) {
      throw invalid('PullRequest', 'base', 'invalid');
    }
    const before = { ...request };
    const from = { ref: request.pull.base, sha: (await pullEnds(repository, request)).base };
    if (request.pull.merged !== undefined && body.state === 'open') {
      throw new Refusal(422, 'Validation Failed');
    }
    request.title = body.title ?? request.title;
    request.body = body.body ?? request.body;
    request.pull.base = body.base ?? request.pull.base;
    request.updated = timestamp(world);
    // Its head as it is now is what it keeps when it is closed.
    await pullEnds(repository, request);
    if (body.state !== undefined) {
      request.state = body.state;
      request.closed = body.state === 'closed' ? timestamp(world) : null;
    }
    await emitChange(world, repository, author(caller), request, before);
    if (request.pull.base !== from.ref) {
      await emitBaseChange(world, repository, author(caller), request, from);
    }
    return { status: 200, body: await pullJson(world, repository, request) };
  }),

  repositoryOperation('pulls/list-files', READ, async (call) => {
    const { world, repository, path, query, url } = call;
    const { fork, head } = await pullEnds(repository, findPull(repository, path.pull_number));
    const files = (await diffCommits(repository.folder, fork, head)).slice(0, MAX_FILES);
    return paged(
      url,
      query,
      files.map((file) => fileJson(world, repository, head, file)),
    );
  }),

  repositoryOperation('pulls/list-commits', READ, async (call) => {
    const { world, repository, path, query, url } = call;
    const { base, head } = await pullEnds(repository, findPull(repository, path.pull_number));
    const commits = await readCommits(repository.folder, '--reverse', `${base}..${head}`);
    return paged(
      url,
      query,
      commits.map((one) => commitJson(world, repository, one)),
    );
  }),
];
