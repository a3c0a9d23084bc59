import type { NamedRule } from '../../security/selection/rule-names.ts';
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
  const shared = await fetchOrganisationText(client);
  return parseConfiguration(own, CONFIGURATION_FILE, shared, await limitableRules(own, shared));
}

/** The file of the owner's repository `.github`, where that can be read; undefined where there is none. */
export async function fetchOrganisationText(client: RepositoryCalls): Promise<string | undefined> {
  const { owner, repo } = client.ownerRepo;
  if (repo === ORGANISATION_REPOSITORY) return undefined;
  const ownerRepo = { owner, repo: ORGANISATION_REPOSITORY };
  return await fetchFileText({ ...client, ownerRepo }, CONFIGURATION_FILE);
}

/** Loaded where a limit may name one, since they take a second. */
async function limitableRules(
  ...texts: readonly (string | undefined)[]
): Promise<readonly NamedRule[] | undefined> {
  if (!texts.some((text) => text?.includes('fail_above'))) return undefined;
  const { RULES } = await import('../../rules/index.ts');
  return RULES;
}
