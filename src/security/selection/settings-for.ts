import { type FindingSettings, rulesFold, settingsHolding } from './finding-settings.ts';

/** What counts for a folder or a file, with as few folders as say the same. */
export interface SettingsFor {
  /** What counts for all of it; its folder is the root. */
  readonly whole: FindingSettings;
  /** What goes before that: of folders further down, and of those above that one list of rules cannot say. */
  readonly folders: readonly FindingSettings[];
  /** Of the path; folders further down may have their own. */
  readonly minConfidence: number;
  readonly generated: 'report' | 'suppress';
}

/**
 * Settings of a repository as they are for a path of it, with what folders above the path settle taken in. What is said
 * of all rules of a kind in a folder goes before what is said of one rule above it; no single list says that, so that
 * such a folder remains.
 * @param path below the root, with `/`; empty for the whole
 * @param usual the least confidence where no folder has one
 */
export function settingsFor(
  settings: readonly FindingSettings[],
  path: string,
  usual: number,
): SettingsFor {
  const above = settingsHolding(settings, path).toReversed();
  const last = above.toReversed();
  let whole: FindingSettings = { folder: '', rules: {} };
  const folders: FindingSettings[] = [];
  for (const { folder, rules } of above) {
    if (Object.keys(rules).length === 0) continue;
    // What one could not take in goes before it, and so does all that goes before that.
    if (folders.length === 0 && rulesFold(rules, whole.rules)) {
      whole = { folder: '', rules: { ...rules, ...without(whole.rules, rules) } };
    } else folders.push({ folder, rules });
  }
  return {
    whole,
    folders: [...folders, ...settings.filter(({ folder }) => isBelowPath(folder, path))],
    minConfidence: last.find((one) => one.minConfidence !== undefined)?.minConfidence ?? usual,
    generated: last.find((one) => one.generated !== undefined)?.generated ?? 'report',
  };
}

function isBelowPath(folder: string, path: string): boolean {
  return path === '' ? folder !== '' : folder.startsWith(`${path}/`);
}

function without(rules: FindingSettings['rules'], others: FindingSettings['rules']) {
  return Object.fromEntries(Object.entries(rules).filter(([name]) => !(name in others)));
}
