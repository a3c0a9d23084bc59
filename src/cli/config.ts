import { join, relative, sep } from 'node:path';
import { stringify } from 'yaml';
import { MistakesError } from '../errors.ts';
import { CONFIGURATION_FILE } from '../github/configuration/configuration.ts';
import { effectiveConfiguration } from '../github/configuration/effective-configuration.ts';
import { byBytes } from '../workspace/files/byte-order.ts';
import { IGNORE_FILE } from '../workspace/files/ignore-file.ts';
import { scanRootOf } from '../workspace/files/source-files.ts';
import { checkSettingsFiles, type SettingsRemarks } from './check-settings-files.ts';
import { findSettings, type RepositorySettings } from './options/repository-settings.ts';
import { orMistakes } from './or-mistakes.ts';
import { jsonText } from './output/json-text.ts';
import { oneLine } from './output/terminal-text.ts';
import { projectOf } from './review/project-of.ts';

export interface ConfigRequest {
  /** A folder or a file. */
  readonly path: string;
  readonly asJson: boolean;
  /** The packages of rules that runs have. */
  readonly rules: readonly string[];
}

export interface ConfigAnswer extends SettingsRemarks {
  readonly text: string;
}

/**
 * The settings that count for a folder or a file, as a scan of it takes them where no option says otherwise.
 * @throws UsageError that has a line for each mistake in a file that counts, and where there is nothing at the path
 */
export async function configText({ path, asJson, rules }: ConfigRequest): Promise<ConfigAnswer> {
  const { root, file } = scanRootOf(path);
  const at = file === undefined ? root : join(root, file);
  // From where a scan of the path takes them.
  const project = projectOf(root) ?? root;
  const mistakes: string[] = [];
  const settings = await orMistakes(() => findSettings(project, undefined), mistakes);
  const remarks = await checkSettingsFiles(project, settings, rules, mistakes);
  if (settings === undefined || mistakes.length > 0) throw new MistakesError(mistakes);
  return { text: settingsText(settings, project, at, asJson), ...remarks };
}

function settingsText(
  { configuration, origin }: RepositorySettings,
  project: string,
  at: string,
  asJson: boolean,
): string {
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
