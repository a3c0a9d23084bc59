import type { Clock } from '../../model/clock.ts';
import type { CommandOf, Repository } from '../commands/command.ts';
import type { Seal } from '../text/marker.ts';
import type { InstallationClients, TokenPermissions } from './installation-clients.ts';
import { type Calls, callsOf, type GitHubClient } from './retrying-calls.ts';

/** Who the app is on GitHub. */
export interface AppIdentity {
  /** Of the app; check runs name it. */
  readonly app: number;
  /** The user id of the app's bot, which signs comments. */
  readonly bot: number;
}

/** Who we are, and how we get at a repository. */
export interface RepositoryClientDeps {
  readonly access: InstallationClients;
  readonly identity: AppIdentity;
  /** See `markerKey`. */
  readonly markerKey: Uint8Array;
  readonly clock: Clock;
  /** Ends what is under way before its next request. */
  readonly signal: AbortSignal;
}

/** What a request needs: a token, how requests are repeated, and the repository. */
export interface RepositoryCalls {
  /** For the files of this folder only: all others call those. */
  readonly github: GitHubClient;
  readonly calls: Calls;
  /** `owner` and `repo`, as Octokit wants them. */
  readonly ownerRepo: { readonly owner: string; readonly repo: string };
}

/** GitHub, as far as one repository is concerned. */
export interface RepositoryClient extends RepositoryCalls {
  readonly repository: Repository;
  readonly identity: AppIdentity;
  readonly markerKey: Uint8Array;
}

/** The way to the repository of a command, with a token of its own. */
export async function openRepositoryClient(
  {
    repository,
    installation,
  }: Pick<CommandOf<'follow-instruction'>, 'repository' | 'installation'>,
  permissions: TokenPermissions,
  { access, ...deps }: RepositoryClientDeps,
): Promise<RepositoryClient> {
  const github = await access.client(installation, repository, permissions);
  return repositoryClientOf(github, repository, deps);
}

/** The way to a repository with a token that is there already. */
export function repositoryClientOf(
  github: GitHubClient,
  repository: Repository,
  { identity, markerKey, clock, signal }: Omit<RepositoryClientDeps, 'access'>,
): RepositoryClient {
  const ownerRepo = { owner: repository.owner, repo: repository.name };
  return { github, calls: callsOf(clock, signal), repository, ownerRepo, identity, markerKey };
}

/** What markers on an issue or a pull request are bound to. */
export function sealOn(
  { repository, identity, markerKey }: RepositoryClient,
  number: number,
): Seal {
  return { key: markerKey, repository: repository.id, number, author: identity.bot };
}
