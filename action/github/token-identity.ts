import * as z from 'zod';
import type { GitHubClient } from '../../src/github/api/calls.ts';
import type { PublisherDeps } from '../../src/github/api/review-target.ts';

const viewerSchema = z.object({
  viewer: z.object({ login: z.string(), databaseId: z.int().positive() }),
});

/** An account of GitHub. */
export interface TokenAccount {
  /** That of a job is `github-actions[bot]`. */
  readonly login: string;
  readonly id: number;
}

/** Whose token it is. */
export async function fetchTokenAccount(github: GitHubClient): Promise<TokenAccount> {
  const { viewer } = viewerSchema.parse(await github.graphql('{ viewer { login databaseId } }'));
  return { login: viewer.login, id: viewer.databaseId };
}

/**
 * Whose token it is. Only comments of this account are taken for our own.
 * @returns undefined for the token of a person, which can make no check runs
 */
export async function fetchTokenIdentity(
  github: GitHubClient,
): Promise<PublisherDeps['identity'] | undefined> {
  const { login, id } = await fetchTokenAccount(github);
  const [, app_slug] = /^(.+)\[bot\]$/.exec(login) ?? [];
  if (app_slug === undefined) return undefined;
  const { data } = await github.rest.apps.getBySlug({ app_slug });
  return data === null ? undefined : { app: data.id, bot: id };
}
