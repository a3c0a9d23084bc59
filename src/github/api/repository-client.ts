import type { CommandOf } from '../commands/command.ts';
import type { Seal } from '../text/marker.ts';
import { type Calls, callsOf, type GitHubClient } from './calls.ts';
import type { InstallationClients, TokenPermissions } from './installation-clients.ts';
import type { PublisherDeps } from './review-target.ts';

/** Who we are, and how we get at a repository. */
export interface RepositoryClientDeps extends Omit<PublisherDeps, 'github'> {
  readonly access: InstallationClients;
}

/** GitHub, as far as one repository is concerned. */
export interface RepositoryClient {
  readonly github: GitHubClient;
  readonly calls: Calls;
  readonly repository: CommandOf<'follow-instruction'>['repository'];
  /** `owner` and `repo`, as Octokit wants them. */
  readonly ownerRepo: { readonly owner: string; readonly repo: string };
  readonly identity: PublisherDeps['identity'];
  readonly markerKey: Uint8Array;
}

/** The way to the repository of a command, with a token of its own. */
export async function openRepositoryClient(
  {
    repository,
    installation,
  }: Pick<CommandOf<'follow-instruction'>, 'repository' | 'installation'>,
  permissions: TokenPermissions,
  { access, identity, markerKey, clock, signal }: RepositoryClientDeps,
): Promise<RepositoryClient> {
  const github = await access.client(installation, repository, permissions);
  const place = { owner: repository.owner, repo: repository.name };
  return {
    github,
    calls: callsOf(clock, signal),
    repository,
    ownerRepo: place,
    identity,
    markerKey,
  };
}

/** What markers on an issue or a pull request are bound to. */
export function sealOn(
  { repository, identity, markerKey }: RepositoryClient,
  number: number,
): Seal {
  return { key: markerKey, repository: repository.id, number, author: identity.bot };
}
