import { didYouMean } from '../../did-you-mean.ts';
import { UsageError } from '../../errors.ts';
import { namesRule } from '../../rules/former-ids.ts';
import { isClaimPattern } from '../candidates/model-source.ts';
import type { FindingSettings } from './finding-settings.ts';
import { fitsRulePattern, isRulePattern } from './rule-pattern.ts';

interface RuleOrigins {
  readonly hasImports?: boolean;
  readonly hasModels?: boolean;
}

/**
 * Refuses a run of chosen rules that names none: it would find nothing, and call everything fine.
 * @param hasImports whether results of other scanners are taken in, whose rules are known only by them
 * @param hasModels whether models are asked, whose claims are named by their weakness
 * @throws UsageError for a name with a slash that is no rule of a package that was loaded
 */
export function checkChosenRules(
  settings: readonly FindingSettings[],
  ruleIds: ReadonlySet<string>,
  { hasImports = false, hasModels = false }: RuleOrigins = {},
): void {
  if (hasImports) return;
  const ids = [...ruleIds];
  for (const name of settings.flatMap(({ only = [] }) => only)) {
    if (!name.includes('/') || ids.some((id) => isCalled(name, id))) continue;
    if (hasModels && isClaimPattern(name)) continue;
    const near = didYouMean(name, ids);
    const hint = near === undefined ? 'name its file with --rules' : `did you mean ${near}?`;
    throw new UsageError(`there is no rule ${name}; ${hint}`);
  }
}

function isCalled(name: string, id: string): boolean {
  return namesRule(name, id) || (isRulePattern(name) && fitsRulePattern(name, id));
}
