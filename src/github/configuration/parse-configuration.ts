import { parseYaml } from '../../parse-yaml.ts';
import {
  CONFIGURATION_FILE,
  CONFIGURATION_KEYS,
  type Configuration,
  configurationSchema,
  ORGANISATION_FILE,
} from './configuration.ts';
import { gateOrigins } from './gate-in.ts';
import { withOrganisation } from './with-organisation.ts';

/**
 * Reads a configuration file.
 * @param text of the file; undefined where there is none
 * @param file its name, for messages
 * @param organisation the text of what the owner of the repository has settled for all of theirs
 * @throws UsageError on one line that names the file, the line in it, and what to do
 */
export function parseConfiguration(
  text: string | undefined,
  file: string = CONFIGURATION_FILE,
  organisation?: string,
): Configuration {
  const own = text === undefined ? {} : loadSettled(text, file);
  if (organisation === undefined)
    return { ...configurationSchema.parse(own), ...gateOrigins(own, {}, file) };
  const shared = loadSettled(organisation, ORGANISATION_FILE);
  const configuration = withOrganisation(configurationSchema.parse(shared), shared, own);
  return { ...configuration, ...gateOrigins(own, shared, file) };
}

/**
 * What a text settles, and leaves open: its keys, as far as the schema knows them, without defaults.
 * @throws UsageError
 */
function loadSettled(text: string, file: string): object {
  const { written } = parseYaml(text, file, configurationSchema, CONFIGURATION_KEYS);
  return typeof written === 'object' && written !== null ? written : {};
}
