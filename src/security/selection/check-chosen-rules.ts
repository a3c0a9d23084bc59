import { didYouMean } from '../../did-you-mean.ts';
import { UsageError } from '../../errors.ts';
import { namesRule } from '../../rules/former-ids.ts';
import type { FindingSettings } from './finding-settings.ts';

/**
 * Refuses a run of chosen rules that names none: it would find nothing, and call everything fine.
 * @param hasImports whether results of other scanners are taken in, whose rules are known only by them
 * @throws UsageError for a name with a slash that is no rule of a package that was loaded
 */
export function checkChosenRules(
  settings: readonly FindingSettings[],
  ruleIds: ReadonlySet<string>,
  hasImports: boolean,
): void {
  if (hasImports) return;
  const ids = [...ruleIds];
  for (const name of settings.flatMap(({ only = [] }) => only)) {
    if (!name.includes('/') || ids.some((id) => namesRule(name, id))) continue;
    const near = didYouMean(name, ids);
    const hint = near === undefined ? 'name its file with --rules' : `did you mean ${near}?`;
    throw new UsageError(`there is no rule ${name}; ${hint}`);
  }
}
