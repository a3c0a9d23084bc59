import { Octokit } from '@octokit/rest';
import * as z from 'zod';
import type { Clock } from '../../model/clock.ts';
import { parseAnswer } from './parse-answer.ts';
import { callsOf, type GitHubClient } from './retrying-calls.ts';

/** An account of GitHub. */
export interface TokenAccount {
  /** That of a job is `github-actions[bot]`. */
  readonly login: string;
  readonly id: number;
}

const viewerSchema = z.object({
  viewer: z.object({ login: z.string(), databaseId: z.int().positive() }),
});

/** A client with a token that the app has not made, such as that of a job. It logs nothing. */
export function tokenClient(token: string, apiUrl: string, userAgent: string): GitHubClient {
  const quiet = () => undefined;
  return new Octokit({
    ...{ auth: token, baseUrl: apiUrl, userAgent },
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

/** Whose token it is. */
export async function fetchTokenAccount(github: GitHubClient, clock: Clock): Promise<TokenAccount> {
  const answer: unknown = await callsOf(clock, new AbortController().signal).read((options) =>
    github.graphql('{ viewer { login databaseId } }', { ...options }),
  );
  const { viewer } = parseAnswer(viewerSchema, answer);
  return { login: viewer.login, id: viewer.databaseId };
}

/** The id of the app of that name; undefined where there is none. */
export async function fetchAppId(
  github: GitHubClient,
  app_slug: string,
  clock: Clock,
): Promise<number | undefined> {
  const { data } = await callsOf(clock, new AbortController().signal).read((options) =>
    github.rest.apps.getBySlug({ ...options, app_slug }),
  );
  return data?.id;
}
