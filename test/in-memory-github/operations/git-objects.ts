import { runGit, tryGit } from '../git/run-git.ts';
import { writeCommit } from '../git/write-commit.ts';
import { writeTree } from '../git/write-tree.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import { readCommit } from './commit-json.ts';
import { gitCommitJson, treeJson } from './git-object-json.ts';
import { apiUrl } from './repository-json.ts';
import { author, requireWorkflows } from './text.ts';

const READ = { permission: 'contents', access: 'read' } as const;
const WRITE = { permission: 'contents', access: 'write' } as const;

export const gitObjectOperations = [
  repositoryOperation('git/create-blob', WRITE, async ({ world, repository, body }) => {
    const encoding = body.encoding === 'base64' ? 'base64' : 'utf8';
    const sha = await writeBlob(repository.folder, Buffer.from(body.content, encoding));
    return { status: 201, body: { sha, url: `${apiUrl(world, repository)}/git/blobs/${sha}` } };
  }),

  repositoryOperation('git/get-blob', READ, async ({ world, repository, path, accept }) => {
    const { folder } = repository;
    const sha = path.file_sha;
    await requireType(folder, sha, 'blob');
    const bytes = await runGit(folder, ['cat-file', 'blob', sha]);
    if (accept.includes('raw')) return { status: 200, body: bytes };
    const content = bytes.toString('base64').replace(/.{60}/g, '$&\n');
    const url = `${apiUrl(world, repository)}/git/blobs/${sha}`;
    const facts = { sha, node_id: `B_${sha}`, size: bytes.length, url };
    return { status: 200, body: { ...facts, content, encoding: 'base64' } };
  }),

  repositoryOperation('git/create-tree', WRITE, async (call) => {
    const { world, repository, body, caller } = call;
    const { folder } = repository;
    const base = body.base_tree && (await treeOf(folder, body.base_tree));
    const changes = await Promise.all(
      body.tree.map(async ({ path = '', mode = '100644', sha, content }) => {
        requirePath(path);
        requireWorkflows(caller, path);
        if (content !== undefined && sha !== undefined) {
          throw new Refusal(422, 'tree.sha and tree.content cannot both be given');
        }
        if (content !== undefined) return { path, mode, sha: await writeBlob(folder, content) };
        if (sha === undefined) throw new Refusal(422, 'tree.sha or tree.content is missing');
        const known =
          sha === null || mode === '160000' || (await typeOf(folder, sha)) !== undefined;
        if (!known) throw new Refusal(422, `tree.sha ${sha} is not a valid object`);
        return { path, mode, sha };
      }),
    );
    const sha = await writeTree(folder, base || undefined, changes);
    return { status: 201, body: await treeJson(world, repository, sha, false) };
  }),

  repositoryOperation('git/get-tree', READ, async ({ world, repository, path, query }) => {
    const sha = await treeOf(repository.folder, path.tree_sha);
    const recursive = query.recursive !== undefined;
    return { status: 200, body: await treeJson(world, repository, sha, recursive) };
  }),

  repositoryOperation('git/create-commit', WRITE, async (call) => {
    const { world, repository, body, caller } = call;
    const { folder } = repository;
    const parents = body.parents ?? [];
    await requireType(folder, body.tree, 'tree');
    for (const parent of parents) await requireType(folder, parent, 'commit');
    const { login, id, type } = author(caller);
    const seconds = Math.floor(world.now() / 1000);
    const own = { name: login, email: `${id}+${login}@users.noreply.github.com`, seconds };
    const signature = (given: typeof body.committer) => ({
      ...{ name: given?.name ?? own.name, email: given?.email ?? own.email },
      seconds: given?.date === undefined ? seconds : Date.parse(given.date) / 1000,
    });
    const sha = await writeCommit(folder, {
      ...{ tree: body.tree, parents, message: body.message, author: signature(body.author) },
      committer: signature(body.committer ?? body.author),
    });
    // GitHub signs what a bot writes in its own name.
    if (type === 'Bot' && !body.author && !body.committer) repository.verified.add(sha);
    const commit = await readCommit(folder, sha);
    return { status: 201, body: gitCommitJson(world, repository, commit) };
  }),

  repositoryOperation('git/get-commit', READ, async ({ world, repository, path }) => {
    await requireType(repository.folder, path.commit_sha, 'commit', notFound());
    const commit = await readCommit(repository.folder, path.commit_sha);
    return { status: 200, body: gitCommitJson(world, repository, commit) };
  }),
];

async function writeBlob(folder: string, input: string | Buffer): Promise<string> {
  return (await runGit(folder, ['hash-object', '-w', '--stdin'], { input })).toString().trim();
}

async function typeOf(folder: string, sha: string): Promise<string | undefined> {
  return /^[0-9a-f]{40}$/.test(sha) ? await tryGit(folder, 'cat-file', '-t', sha) : undefined;
}

/** @throws Refusal 404 for a blob, else 422, unless told otherwise */
async function requireType(
  folder: string,
  sha: string,
  type: string,
  refusal = type === 'blob' ? notFound() : new Refusal(422, `${sha} is no ${type}`),
): Promise<void> {
  if ((await typeOf(folder, sha)) !== type) throw refusal;
}

/** The tree of a tree, a commit or a branch. @throws Refusal 404 */
async function treeOf(folder: string, name: string): Promise<string> {
  const safe = !name.startsWith('-') && !name.includes('..');
  const sha = safe
    ? await tryGit(folder, 'rev-parse', '--verify', '--quiet', `${name}^{tree}`)
    : '';
  if (!sha) throw notFound();
  return sha;
}

function requirePath(path: string): void {
  const parts = path.split('/');
  if (!parts.some((part) => ['', '.', '..', '.git'].includes(part.toLowerCase()))) return;
  throw new Refusal(422, 'tree.path contains a malformed path component');
}
