import { join, relative, sep } from 'node:path';
import { stringify } from 'yaml';
import { CONFIGURATION_FILE } from '../github/configuration/configuration.ts';
import { effectiveConfiguration } from '../github/configuration/effective-configuration.ts';
import { scanRootOf } from '../workspace/files/source-files.ts';
import { findSettings } from './options/repository-settings.ts';
import { jsonText } from './output/json-text.ts';
import { oneLine } from './output/terminal-text.ts';
import { projectOf } from './review/project-of.ts';

/**
 * The settings that count for a folder or a file, as a scan of it takes them where no option says otherwise.
 * @param onWarning hears, on one line, what of the settings cannot do what its writer meant
 * @throws UsageError for settings that are wrong, and where there is nothing at the path
 */
export async function configText(
  path: string,
  asJson: boolean,
  onWarning: (line: string) => void,
): Promise<string> {
  const { root, file } = scanRootOf(path);
  const at = file === undefined ? root : join(root, file);
  // From where a scan of the path takes them.
  const project = projectOf(root) ?? root;
  const { configuration, warnings, origin } = await findSettings(project, undefined);
  for (const line of warnings ?? []) onWarning(line);
  const home = origin?.home ?? project;
  const isSettled = origin?.isSettled ?? false;
  const below = relative(home, at).split(sep).join('/');
  const settings = effectiveConfiguration(configuration, below);
  if (asJson) {
    const source = isSettled ? CONFIGURATION_FILE : null;
    return jsonText({ path: below === '' ? '.' : below, repository: home, file: source, settings });
  }
  const place = below === '' ? oneLine(home) : `${oneLine(below)} in ${oneLine(home)}`;
  const source = isSettled
    ? `From ${oneLine(join(home, CONFIGURATION_FILE))}; what it leaves open is the default.`
    : `There is no ${CONFIGURATION_FILE}: these are the defaults.`;
  return `# Settings of ${place}\n# ${source}\n${stringify(settings)}`;
}
