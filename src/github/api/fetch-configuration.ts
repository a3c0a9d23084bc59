import { CONFIGURATION_FILE, type Configuration } from '../configuration/configuration.ts';
import { parseConfiguration } from '../configuration/parse-configuration.ts';
import { fetchFileText } from './contents.ts';
import type { RepositoryCalls } from './repository-client.ts';

/**
 * The configuration of a repository, from its default branch: what a pull request says of itself
 * does not count.
 * @throws UsageError when the file is wrong
 */
export async function fetchConfiguration(client: RepositoryCalls): Promise<Configuration> {
  return parseConfiguration(await fetchFileText(client, CONFIGURATION_FILE));
}
