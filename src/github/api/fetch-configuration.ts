import type { Repository } from '../commands/command.ts';
import { CONFIGURATION_FILE, type Configuration } from '../configuration/configuration.ts';
import { parseConfiguration } from '../configuration/parse-configuration.ts';
import { type GitHubClient, refusalOf } from './calls.ts';

/**
 * The configuration of a repository, from its default branch: what a pull request says of itself
 * does not count.
 * @throws UsageError when the file is wrong
 */
export async function fetchConfiguration(
  { rest }: Pick<GitHubClient, 'rest'>,
  { owner, name }: Repository,
): Promise<Configuration> {
  return parseConfiguration(await fetchFile());

  async function fetchFile(): Promise<string | undefined> {
    try {
      const { data } = await rest.repos.getContent({
        ...{ owner, repo: name, path: CONFIGURATION_FILE },
        mediaType: { format: 'raw' },
      });
      // A folder of that name settles nothing.
      return typeof data === 'string' ? data : undefined;
    } catch (thrown) {
      if (refusalOf(thrown)?.status === 404) return undefined;
      throw thrown;
    }
  }
}
