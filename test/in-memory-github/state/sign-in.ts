import type { Account, OAuthClient } from './caller.ts';

/** A user who let an app in, until the code is exchanged for a token. */
export interface Authorisation {
  readonly client: OAuthClient;
  readonly user: Account;
  /** Of PKCE, by SHA-256; none where the app did not send one. */
  readonly challenge: string | undefined;
  /** Milliseconds since 1970. */
  readonly expires: number;
}
