import {
  CONFIGURATION_FILE,
  type Configuration,
  ORGANISATION_REPOSITORY,
} from '../configuration/configuration.ts';
import { parseConfiguration } from '../configuration/parse-configuration.ts';
import { fetchFileText } from './contents.ts';
import type { RepositoryCalls } from './repository-client.ts';

/**
 * The configuration of a repository, from its default branch: what a pull request says of itself
 * does not count. What its owner has settled for all of theirs is below it.
 * @throws UsageError when a file is wrong
 */
export async function fetchConfiguration(client: RepositoryCalls): Promise<Configuration> {
  const own = await fetchFileText(client, CONFIGURATION_FILE);
  return parseConfiguration(own, CONFIGURATION_FILE, await fetchOrganisationText(client));
}

/** The file of the owner's repository `.github`, where that can be read; undefined where there is none. */
export async function fetchOrganisationText(client: RepositoryCalls): Promise<string | undefined> {
  const { owner, repo } = client.ownerRepo;
  if (repo === ORGANISATION_REPOSITORY) return undefined;
  const ownerRepo = { owner, repo: ORGANISATION_REPOSITORY };
  return await fetchFileText({ ...client, ownerRepo }, CONFIGURATION_FILE);
}
