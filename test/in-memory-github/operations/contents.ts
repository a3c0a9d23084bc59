import { runGit, tryGit } from '../git/run-git.ts';
import { commitFiles, resolveCommit } from '../git/store.ts';
import { afterPush } from '../merging/settle.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { commitJson, readCommit } from './commit-json.ts';
import { apiUrl } from './repository-json.ts';
import { author, requireWorkflows } from './text.ts';

export const contentOperations = [
  repositoryOperation(
    'repos/get-content',
    { permission: 'contents', access: 'read' },
    async ({ world, repository, path, query, accept }) => {
      const ref = query.ref ?? repository.defaultBranch;
      const commit = await resolveCommit(repository.folder, ref);
      if (commit === undefined) throw new Refusal(404, `No commit found for the ref ${ref}`);
      const entry = await findEntry(repository, commit, path.path);
      if (entry === undefined) throw notFound();
      if (entry.type === 'tree') {
        const entries = await listTree(repository, commit, `${entry.path}/`);
        return { status: 200, body: entries.map((one) => entryJson(world, repository, ref, one)) };
      }
      const bytes = await runGit(repository.folder, ['cat-file', 'blob', entry.sha]);
      if (accept.includes('raw')) return { status: 200, body: bytes };
      const content = bytes.toString('base64').replace(/.{60}/g, '$&\n');
      const json = entryJson(world, repository, ref, entry);
      return { status: 200, body: { ...json, encoding: 'base64', content } };
    },
  ),

  repositoryOperation(
    'repos/create-or-update-file-contents',
    { permission: 'contents', access: 'write' },
    async ({ world, repository, path, body, caller }) => {
      requireWorkflows(caller, path.path);
      const branch = body.branch ?? repository.defaultBranch;
      const head = await resolveCommit(repository.folder, `refs/heads/${branch}`);
      if (head === undefined) throw new Refusal(404, `Branch ${branch} not found`);
      const before = await findEntry(repository, head, path.path);
      if (before !== undefined && body.sha === undefined) {
        throw new Refusal(422, 'Invalid request.\n\n"sha" wasn\'t supplied.');
      }
      if (before?.sha !== body.sha) {
        throw new Refusal(409, `${path.path} does not match ${body.sha}`);
      }
      const sha = await commitFiles(repository.folder, {
        ...{ branch, message: body.message, author: author(caller).login },
        seconds: Math.floor(world.now() / 1000),
        files: { [path.path]: Buffer.from(body.content, 'base64') },
      });
      if (author(caller).type === 'Bot') repository.verified.add(sha);
      await afterPush(world, repository, author(caller));
      const commit = commitJson(world, repository, await readCommit(repository.folder, sha));
      const entry = await findEntry(repository, sha, path.path);
      const content = entry && entryJson(world, repository, branch, entry);
      return {
        status: before ? 200 : 201,
        body: { content, commit: { ...commit, ...commit.commit } },
      };
    },
  ),
];

interface Entry {
  readonly type: string;
  readonly sha: string;
  readonly size: number;
  readonly path: string;
}

async function findEntry(repository: Repository, commit: string, path: string) {
  const entries = await listTree(repository, commit, path.replace(/\/$/, ''));
  return entries.find((entry) => entry.path === path.replace(/\/$/, ''));
}

async function listTree({ folder }: Repository, commit: string, path: string): Promise<Entry[]> {
  const text = await tryGit(
    folder,
    '--literal-pathspecs',
    'ls-tree',
    '-z',
    '-l',
    commit,
    '--',
    path,
  );
  return (text ?? '').split('\0').flatMap((line) => {
    const [, type = '', sha = '', size, name] = /^\d+ (\w+) (\w+) +(\S+)\t(.*)$/s.exec(line) ?? [];
    return name === undefined ? [] : [{ type, sha, size: Number(size) || 0, path: name }];
  });
}

function entryJson(world: World, repository: Repository, ref: string, entry: Entry) {
  const { sha, size, path } = entry;
  const type = entry.type === 'tree' ? 'dir' : 'file';
  const self = `${apiUrl(world, repository)}/contents/${encodeURI(path)}?ref=${encodeURIComponent(ref)}`;
  const git = `${apiUrl(world, repository)}/git/${entry.type}s/${sha}`;
  return {
    ...{ type, sha, size, path, name: path.split('/').at(-1), url: self, git_url: git },
    ...{ html_url: self, download_url: type === 'dir' ? null : self },
    _links: { self, git, html: self },
  };
}
