import * as z from 'zod';
import type { GitHubClient } from '../src/github/publish/calls.ts';
import type { PublisherDeps } from '../src/github/publish/target.ts';

const viewerSchema = z.object({
  viewer: z.object({ login: z.string(), databaseId: z.int().positive() }),
});

/**
 * Whose token it is: that of a job is `github-actions[bot]`. Only comments of this account are taken
 * for our own.
 * @returns undefined for the token of a person, which can make no check runs
 */
export async function tokenIdentity(
  github: GitHubClient,
): Promise<PublisherDeps['identity'] | undefined> {
  const { viewer } = viewerSchema.parse(await github.graphql('{ viewer { login databaseId } }'));
  const [, app_slug] = /^(.+)\[bot\]$/.exec(viewer.login) ?? [];
  if (app_slug === undefined) return undefined;
  const { data } = await github.rest.apps.getBySlug({ app_slug });
  return data === null ? undefined : { app: data.id, bot: viewer.databaseId };
}
