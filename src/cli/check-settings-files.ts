import { findingSettingsIn } from '../github/configuration/finding-settings-in.ts';
import { gateIn } from '../github/configuration/gate-in.ts';
import { RULES } from '../rules/index.ts';
import {
  findRulePackages,
  loadRulePackages,
} from '../security/rule-packages/load-rule-packages.ts';
import { absentFolders } from '../security/selection/absent-folders.ts';
import type { NamedRule } from '../security/selection/rule-names.ts';
import {
  type FindingSources,
  limitWarnings,
  settingsWarnings,
} from '../security/selection/settings-problems.ts';
import { loadSuppressionFile } from '../security/selection/suppression-file.ts';
import { suppressionWarnings } from '../security/selection/suppression-warnings.ts';
import { unreadIgnoreFiles } from '../workspace/files/ignore-file.ts';
import { homeOf, type RepositorySettings } from './options/repository-settings.ts';
import { orMistakes } from './or-mistakes.ts';

/** What files of settings say that is no mistake, each on one line. */
export interface SettingsRemarks {
  /** What does nothing in any run. */
  readonly warnings: readonly string[];
  /** What does nothing in a run without models and results of other scanners. */
  readonly notes: readonly string[];
}

/**
 * Looks at all files that a scan goes by: settings, packages of rules, suppressions, ignore files.
 * @param settings undefined where their file is wrong
 * @param packages the packages of rules that runs have
 * @param mistakes what is wrong is added to them
 */
export async function checkSettingsFiles(
  project: string,
  settings: RepositorySettings | undefined,
  packages: readonly string[],
  mistakes: string[],
): Promise<SettingsRemarks> {
  const loaded = await orMistakes(
    () => loadRulePackages(findRulePackages(packages, process.cwd())),
    mistakes,
  );
  const entries = await orMistakes(() => loadSuppressionFile(project), mistakes);
  const rules = [...RULES, ...(loaded?.rules ?? [])];
  const home = settings?.origin?.home ?? homeOf(project);
  const named = await orMistakes(() => remarksOn(settings, rules), mistakes);
  const of = settings === undefined ? [] : findingSettingsIn(settings.configuration);
  return {
    warnings: [
      ...(settings?.warnings ?? []),
      ...(named?.warnings ?? []),
      ...absentFolders(home, of),
      ...suppressionWarnings({ inline: new Map(), entries: entries ?? [] }, rules),
      ...unreadIgnoreFiles(home).map(
        (file) => `${file} counts for nothing: it is a link, no file, or too long`,
      ),
    ],
    notes: named?.notes ?? [],
  };
}

/** What is said of names of rules, also of those that another run may know. */
function remarksOn(
  settings: RepositorySettings | undefined,
  rules: readonly NamedRule[],
): SettingsRemarks {
  if (settings === undefined) return { warnings: [], notes: [] };
  const of = findingSettingsIn(settings.configuration);
  const { limits } = gateIn(settings.configuration);
  const linesWith = (tools: FindingSources['tools']) => {
    const sources = { rules, tools, hasModels: false };
    return [...settingsWarnings(of, sources), ...limitWarnings(limits, sources)];
  };
  const warnings = linesWith('any');
  const notes = linesWith(new Set()).filter((line) => !warnings.includes(line));
  return { warnings, notes };
}
