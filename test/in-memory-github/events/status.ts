import { commitJson, readCommit } from '../operations/commit-json.ts';
import { statusJson } from '../operations/commit-status-json.ts';
import { apiUrl } from '../operations/repository-json.ts';
import type { CommitStatus } from '../state/commit-status.ts';
import type { Repository } from '../state/repository.ts';
import { fullName } from '../state/repository-facts.ts';
import type { World } from '../state/world.ts';
import { emit } from './emit.ts';

export async function emitStatus(
  world: World,
  repository: Repository,
  status: CommitStatus,
): Promise<void> {
  const { id, sha, state, context, creator } = status;
  const happening = { name: 'status', action: null, repository, sender: creator };
  await emit(world, happening, async () => {
    const { avatar_url, description, target_url, created_at, updated_at } = statusJson(
      world,
      repository,
      status,
    );
    const at = [...repository.refs].filter(
      ([ref, tip]) => /^refs\/heads\//.test(ref) && tip === sha,
    );
    const commit = { sha, url: `${apiUrl(world, repository)}/commits/${sha}` };
    return {
      ...{ id, sha, state, context, name: fullName(repository), avatar_url, description },
      ...{ target_url, created_at, updated_at },
      commit: commitJson(world, repository, await readCommit(repository.folder, sha)),
      branches: at.map(([ref]) => ({
        ...{ name: ref.slice('refs/heads/'.length), commit },
        protected: repository.protections.has(ref.slice('refs/heads/'.length)),
      })),
    };
  });
}
