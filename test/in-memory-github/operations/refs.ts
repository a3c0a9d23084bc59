import { listRefs } from '../git/refs.ts';
import { runGit, tryGit } from '../git/run-git.ts';
import { isAncestor } from '../git/store.ts';
import { afterPush } from '../merging/settle.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound, Refusal } from '../server/refusal.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { apiUrl } from './repository-json.ts';
import { author } from './text.ts';

const READ = { permission: 'contents', access: 'read' } as const;
const WRITE = { permission: 'contents', access: 'write' } as const;

export const refOperations = [
  repositoryOperation('git/get-ref', READ, ({ world, repository, path }) => {
    const ref = `refs/${path.ref}`;
    const sha = listRefs(repository.folder).get(ref);
    if (sha === undefined) throw notFound();
    return { status: 200, body: refJson(world, repository, ref, sha) };
  }),

  repositoryOperation('git/list-matching-refs', READ, async (call) => {
    const { world, repository, path } = call;
    const found = [...(await listRefs(repository.folder))]
      .filter(([ref]) => ref.startsWith(`refs/${path.ref}`))
      .map(([ref, sha]) => refJson(world, repository, ref, sha));
    // Unlike other lists, GitHub gives it as a whole.
    return { status: 200, body: found };
  }),

  repositoryOperation('git/create-ref', WRITE, async (call) => {
    const { world, repository, body, caller } = call;
    if (!/^refs\/(heads|tags)\/./.test(body.ref)) {
      throw new Refusal(422, 'Reference name must start with refs/heads/ or refs/tags/');
    }
    await requireObject(repository, body.sha);
    if (listRefs(repository.folder).has(body.ref)) {
      throw new Refusal(422, 'Reference already exists');
    }
    await runGit(repository.folder, ['update-ref', body.ref, body.sha]);
    await afterPush(world, repository, author(caller));
    return { status: 201, body: refJson(world, repository, body.ref, body.sha) };
  }),

  repositoryOperation('git/update-ref', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const ref = `refs/${path.ref}`;
    const before = listRefs(repository.folder).get(ref);
    if (before === undefined) throw new Refusal(422, 'Reference does not exist');
    await requireObject(repository, body.sha);
    const forward = await isAncestor(repository.folder, before, body.sha);
    if (!forward && body.force !== true) {
      throw new Refusal(422, 'Update is not a fast forward');
    }
    await runGit(repository.folder, ['update-ref', ref, body.sha]);
    await afterPush(world, repository, author(caller));
    return { status: 200, body: refJson(world, repository, ref, body.sha) };
  }),

  repositoryOperation('git/delete-ref', WRITE, async (call) => {
    const { world, repository, path, caller } = call;
    const ref = `refs/${path.ref}`;
    if (!listRefs(repository.folder).has(ref)) {
      throw new Refusal(422, 'Reference does not exist');
    }
    await runGit(repository.folder, ['update-ref', '-d', ref]);
    await afterPush(world, repository, author(caller));
    return { status: 204 };
  }),
];

async function requireObject({ folder }: Repository, sha: string): Promise<void> {
  const exists = /^[0-9a-f]{40}$/.test(sha) && (await tryGit(folder, 'cat-file', '-e', sha)) === '';
  if (!exists) throw new Refusal(422, 'Object does not exist');
}

function refJson(world: World, repository: Repository, ref: string, sha: string) {
  const url = `${apiUrl(world, repository)}/git`;
  const object = { sha, type: 'commit', url: `${url}/commits/${sha}` };
  return { ref, node_id: `REF_${ref}`, url: `${url}/${ref}`, object };
}
