import type { Repository } from '../commands/command.ts';
import type { GitHubClient } from './retrying-calls.ts';

/** What a token may do, by GitHub's names for it. */
export type TokenPermissions = Readonly<Record<string, 'read' | 'write'>>;

/** Tokens for one repository each, with no more than a step needs. */
export interface InstallationClients {
  /** A client with a token of its own. */
  client(
    installation: number,
    repository: Repository,
    permissions: TokenPermissions,
  ): Promise<GitHubClient>;
  /** The token itself: for git, which fetches with it. */
  token(
    installation: number,
    repository: Repository,
    permissions: TokenPermissions,
  ): Promise<string>;
}
