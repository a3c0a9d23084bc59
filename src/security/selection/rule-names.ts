import { didYouMean } from '../../did-you-mean.ts';
import { CATEGORIES } from '../../rules/classification.ts';
import { namesRule, RETIRED_IDS } from '../../rules/former-ids.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import { weaknessesOf } from '../../rules/weaknesses.ts';
import { toolOfPattern } from '../import/foreign-names.ts';
import { namesSeveralRules } from './finding-settings.ts';
import { fitsRulePattern, isRulePattern } from './rule-pattern.ts';

/** The rules of a run, as far as settings name them: by their ids and weaknesses. */
export type NamedRule = Pick<RuleDescription, 'id' | 'cwe' | 'furtherCwe'>;

/** Why a name in settings means no rule of a run. */
export interface NameProblem {
  /** A name that can be none, or one that means something elsewhere: to models, to earlier versions. */
  readonly kind: 'unknown' | 'unmet';
  readonly why: string;
}

/**
 * What is wrong with a name of rules that a person has written: of one, or `use_*`, `CWE-416`, `category:crypto`, `*`.
 * The rules of other scanners are not known, and those of packages only where the package is part of the run.
 * @param others what else may stand there, such as `high`
 * @param retired the ids of rules that are gone
 * @returns undefined where nothing is
 */
export function nameProblem(
  name: string,
  rules: readonly NamedRule[],
  others: readonly string[] = [],
  retired: ReadonlySet<string> = RETIRED_IDS,
): NameProblem | undefined {
  const ids = rules.map(({ id }) => id);
  const weakness = /^CWE-([1-9]\d{0,4})$/i.exec(name)?.[1];
  if (weakness !== undefined) {
    const isMet = rules.some((rule) => weaknessesOf(rule).includes(Number(weakness)));
    if (isMet) return undefined;
    const why = `there is no rule for ${name}, which models and other scanners alone could find`;
    return { kind: 'unmet', why };
  }
  if (others.includes(name) || ids.some((id) => namesRule(name, id))) return undefined;
  const tool = toolOfPattern(name);
  const isForeign = tool !== undefined && !ids.some((id) => toolOfPattern(id) === tool);
  if (isForeign) return undefined;
  if (isRulePattern(name)) {
    const isMet = ids.some((id) => fitsRulePattern(name, id));
    return isMet ? undefined : { kind: 'unknown', why: `no rule is called ${name}; ${LISTED}` };
  }
  if (namesSeveralRules(name)) return undefined;
  if (retired.has(name))
    return { kind: 'unmet', why: `the rule ${name} is no part of this version any more` };
  const why = `there is no rule ${name}`;
  if (name.startsWith('category:'))
    return { kind: 'unknown', why: `${why}; categories are ${CATEGORIES.join(', ')}` };
  const near = didYouMean(name, [...others, ...ids]);
  return {
    kind: 'unknown',
    why: `${why}; ${near === undefined ? LISTED : `did you mean ${near}?`}`,
  };
}

const LISTED = "'rustward rules' lists those there are";
