import { afterEach, expect } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { type GitHub, type GitHubOptions, openGitHub } from '../in-memory-github/open-github.ts';
import { temporaryFolder } from './temporary-folder.ts';

const opened: GitHub[] = [];

afterEach(async () => {
  const all = opened.splice(0);
  for (const github of all) await github.close();
  // A request that GitHub does not know, or an answer that it would not give.
  for (const github of all) expect(github.problems).toEqual([]);
});

/** A GitHub that is closed after the test, which fails when anybody misused it. */
export async function openedGitHub(options: Omit<GitHubOptions, 'folder'> = {}): Promise<GitHub> {
  const github = await openGitHub({ folder: temporaryFolder(), ...options });
  opened.push(github);
  return github;
}

/** The real client, with a token or as a stranger. It says nothing of what is refused. */
export function client(github: GitHub, token?: string): Octokit {
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  return new Octokit({ baseUrl: github.url, log, ...(token !== undefined && { auth: token }) });
}
