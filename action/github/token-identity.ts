import type { AppIdentity } from '../../src/github/api/repository-client.ts';
import type { GitHubClient } from '../../src/github/api/retrying-calls.ts';
import { fetchAppId, fetchTokenAccount } from '../../src/github/api/token-account.ts';
import { SYSTEM_CLOCK } from '../../src/model/clock.ts';

/**
 * Whose token it is. Only comments of this account are taken for our own.
 * @returns undefined for the token of a person, which can make no check runs
 */
export async function fetchTokenIdentity(github: GitHubClient): Promise<AppIdentity | undefined> {
  const { login, id } = await fetchTokenAccount(github, SYSTEM_CLOCK);
  const [, slug] = /^(.+)\[bot\]$/.exec(login) ?? [];
  if (slug === undefined) return undefined;
  const app = await fetchAppId(github, slug, SYSTEM_CLOCK);
  return app === undefined ? undefined : { app, bot: id };
}
