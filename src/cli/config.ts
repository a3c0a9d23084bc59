import { join, relative, sep } from 'node:path';
import { stringify } from 'yaml';
import { CONFIGURATION_FILE, type Configuration } from '../github/configuration/configuration.ts';
import { effectiveConfiguration } from '../github/configuration/effective-configuration.ts';
import { gateIn } from '../github/configuration/gate-in.ts';
import { RULES } from '../rules/index.ts';
import { limitedRules } from '../security/selection/measure-gate.ts';
import { chosenRuleWarnings } from '../security/selection/suppression-warnings.ts';
import { byBytes } from '../workspace/files/byte-order.ts';
import { IGNORE_FILE } from '../workspace/files/ignore-file.ts';
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
  for (const line of [...(warnings ?? []), ...ruleWarnings(configuration)]) onWarning(line);
  const home = origin?.home ?? project;
  const { isSettled = false, ignoring = [] } = origin ?? {};
  const below = relative(home, at).split(sep).join('/');
  const settings = effectiveConfiguration(configuration, below);
  const ignoreFiles = ignoring
    .map((folder) => (folder === '' ? IGNORE_FILE : `${folder}/${IGNORE_FILE}`))
    .sort(byBytes);
  if (asJson) {
    const source = isSettled ? CONFIGURATION_FILE : null;
    const where = { path: below === '' ? '.' : below, repository: home, file: source };
    return jsonText({ ...where, ignore_files: ignoreFiles, settings });
  }
  const place = below === '' ? oneLine(home) : `${oneLine(below)} in ${oneLine(home)}`;
  const source = isSettled
    ? `From ${oneLine(join(home, CONFIGURATION_FILE))}; what it leaves open is the default.`
    : `There is no ${CONFIGURATION_FILE}: these are the defaults.`;
  const ignored =
    ignoreFiles.length === 0
      ? ''
      : `# review.exclude ends with ${oneLine(ignoreFiles.join(', '))}.\n`;
  return `# Settings of ${place}\n# ${source}\n${ignored}${stringify(settings)}`;
}

/** What is settled of rules that there are none of, as a scan says it too. */
function ruleWarnings(configuration: Configuration): string[] {
  const { severity, folders } = configuration.review;
  const names = [
    ...[severity, ...folders.map((folder) => folder.severity)].flatMap((rules) =>
      Object.keys(rules),
    ),
    ...limitedRules(gateIn(configuration).limits),
  ];
  return chosenRuleWarnings([...new Set(names)], RULES);
}
