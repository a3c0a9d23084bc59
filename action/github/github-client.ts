import { createHash } from 'node:crypto';
import type { GitHubClient } from '../../src/github/api/calls.ts';
import { tokenClient } from '../../src/github/api/token-account.ts';
import type { Repository } from '../../src/github/commands/command.ts';

/** GitHub, with the token of the job. */
export function githubClient(token: string, apiUrl: string): GitHubClient {
  return tokenClient(token, apiUrl, 'rustward-action');
}

/**
 * A job has no secret of its own that stays from run to run, so this key is none: its marks tell our
 * texts apart from others of the same account, and keep nobody from making some who may write with
 * that account's token. Whoever may, may write anything there.
 */
export function publicMarkerKey({ id }: Repository): Uint8Array {
  return createHash('sha256').update(`rustward action\0${id}`).digest();
}
