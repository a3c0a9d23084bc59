import type { CommandOf } from '../command.ts';
import type { GitHubAccess, TokenPermissions } from '../github-access.ts';
import type { Seal } from '../marker.ts';
import { type Calls, callsOf, type GitHubClient } from '../publish/calls.ts';
import type { PublisherDeps } from '../publish/target.ts';

/** Who we are, and how we get at a repository. */
export interface AccessDeps extends Omit<PublisherDeps, 'github'> {
  readonly access: GitHubAccess;
}

/** GitHub, as far as one repository is concerned. */
export interface Access {
  readonly github: GitHubClient;
  readonly calls: Calls;
  readonly repository: CommandOf<'follow-instruction'>['repository'];
  /** `owner` and `repo`, as Octokit wants them. */
  readonly place: { readonly owner: string; readonly repo: string };
  readonly identity: PublisherDeps['identity'];
  readonly markerKey: Uint8Array;
}

/** The way to the repository of a command, with a token of its own. */
export async function accessFor(
  {
    repository,
    installation,
  }: Pick<CommandOf<'follow-instruction'>, 'repository' | 'installation'>,
  permissions: TokenPermissions,
  { access, identity, markerKey, clock, signal }: AccessDeps,
): Promise<Access> {
  const github = await access.client(installation, repository, permissions);
  const place = { owner: repository.owner, repo: repository.name };
  return { github, calls: callsOf(clock, signal), repository, place, identity, markerKey };
}

/** What markers on an issue or a pull request are bound to. */
export function sealOn({ repository, identity, markerKey }: Access, number: number): Seal {
  return { key: markerKey, repository: repository.id, number, author: identity.bot };
}
