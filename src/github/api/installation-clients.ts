import type { Repository } from '../commands/command.ts';
import type { GitHubClient } from './retrying-calls.ts';

/** What a token may do, by GitHub's names for it. */
export type TokenPermissions = Readonly<Record<string, 'read' | 'write'>>;

/** A request that changes something on GitHub, and what it was answered. */
export interface SentWrite {
  readonly method: string;
  /** Of its address. */
  readonly path: string;
  /** What it does, where it goes by GraphQL. */
  readonly mutation?: string;
  /** 0 where no answer came. */
  readonly status: number;
}

/** Tokens for one repository each, with no more than a step needs. */
export interface InstallationClients {
  /**
   * A client with a token of its own.
   * @param onWrite hears of each request that changes something, once it is answered
   */
  client(
    installation: number,
    repository: Repository,
    permissions: TokenPermissions,
    onWrite?: (write: SentWrite) => void,
  ): Promise<GitHubClient>;
  /** The token itself: for git, which fetches with it. */
  token(
    installation: number,
    repository: Repository,
    permissions: TokenPermissions,
  ): Promise<string>;
}
