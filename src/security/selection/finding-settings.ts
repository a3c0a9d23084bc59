import * as z from 'zod';
import { namesRule } from '../../rules/former-ids.ts';
import { CATEGORIES, SEVERITIES, type Severity } from '../candidates/candidate.ts';
import { fitsRulePattern, isRulePattern } from './rule-pattern.ts';

/** Off, or the severity that findings of a rule have at most. */
export const ruleLevelSchema = z.enum(['off', ...SEVERITIES]);

/** What maintainers have settled of the findings in a folder and below it. */
export const findingSettingsSchema = z.strictObject({
  /** A path below the root, with `/`; empty for all of the tree. */
  folder: z.string().max(400),
  /** By the id of a rule, or of several: `use_*`, `CWE-416`, `category:memory`, `*`. */
  rules: z.record(z.string(), ruleLevelSchema),
  /** The only rules that are on, named as in `rules`; all when missing. */
  only: z.array(z.string()).optional(),
  /** What is less sure is left out. */
  minConfidence: z.number().min(0).max(1).optional(),
  /** What becomes of findings in files that say that a program wrote them. */
  generated: z.enum(['report', 'suppress']).optional(),
  /** Where each rule, and the folder, is named: a `file:line`, or an option. */
  at: z
    .strictObject({ folder: z.string().optional(), rules: z.record(z.string(), z.string()) })
    .optional(),
  /** Whether the one who asks for the run says so: that goes before what is settled of any folder. */
  isGiven: z.boolean().optional(),
});

export type FindingSettings = z.infer<typeof findingSettingsSchema>;

type Located = Readonly<{
  file: string;
  pattern: string;
  cwe: readonly number[];
  category: string;
}>;

/** Whether a rule is off where a candidate is; the deepest folder that names the rule decides. */
export function ruleOffIn(
  settings: readonly FindingSettings[],
  candidate: Located,
): FindingSettings | undefined {
  const decided = deciding(settings, candidate);
  return decided?.level === 'off' ? decided.settings : undefined;
}

/**
 * Whether a candidate is left out for one reason alone: rules were chosen by name, and no name means it. That says
 * which rules were asked for, and nothing of what the others find.
 */
export function isUnchosen(settings: readonly FindingSettings[], candidate: Located): boolean {
  const all = settings.map(({ only: _, ...others }) => others);
  return ruleOffIn(settings, candidate) !== undefined && ruleOffIn(all, candidate) === undefined;
}

/** The severity that a finding has at most; undefined where nothing is settled. */
export function severityCeiling(
  settings: readonly FindingSettings[],
  candidate: Located,
): Severity | undefined {
  const level = deciding(settings, candidate)?.level;
  return level === 'off' ? undefined : level;
}

/** The least confidence that is reported of a file. */
export function leastConfidence(
  settings: readonly FindingSettings[],
  file: string,
  usual: number,
): number {
  return (
    settingsHolding(settings, file).find((one) => one.minConfidence !== undefined)?.minConfidence ??
    usual
  );
}

/** Whether findings in a file are suppressed where the file says that a program wrote it. */
export function suppressesGenerated(settings: readonly FindingSettings[], file: string): boolean {
  const deciding = settingsHolding(settings, file).find((one) => one.generated !== undefined);
  return deciding?.generated === 'suppress';
}

/**
 * Settings of a repository as they are for a folder of it that is examined by itself.
 * @param below the path of that folder in the repository, with `/`; empty for the whole
 */
export function settingsBelow(
  settings: readonly FindingSettings[],
  below: string,
): readonly FindingSettings[] {
  if (below === '') return settings;
  return settings.flatMap((one) => {
    if (contains(one.folder, below)) return [{ ...one, folder: '' }];
    return contains(below, one.folder)
      ? [{ ...one, folder: one.folder.slice(below.length + 1) }]
      : [];
  });
}

function deciding(settings: readonly FindingSettings[], candidate: Located) {
  for (const one of settingsHolding(settings, candidate.file)) {
    const isOn = one.only?.some((name) => namesFinding(name, candidate)) ?? true;
    const level = isOn ? levelIn(one.rules, candidate) : 'off';
    if (level !== undefined) return { settings: one, level };
  }
  return undefined;
}

/** What names a rule goes before what names several: a part of its id, its weakness, its category, all. */
function levelIn(rules: FindingSettings['rules'], candidate: Located) {
  const entries = Object.entries(rules);
  for (const means of MEANINGS) {
    const found = entries.find(([name]) => means(name, candidate));
    if (found !== undefined) return found[1];
  }
  return undefined;
}

/**
 * Whether one list of rules says the same as what goes before and what counts otherwise, in this order: of the first no
 * name means more rules than one of the other does.
 */
export function rulesFold(
  first: FindingSettings['rules'],
  other: FindingSettings['rules'],
): boolean {
  const ranks = (rules: FindingSettings['rules']) => Object.keys(rules).map(rankOf);
  return Math.max(0, ...ranks(first)) <= Math.min(ALL_RANK, ...ranks(other));
}

const ALL_RANK = 4;

/** The place of what a name means in the order of meanings. */
function rankOf(name: string): number {
  if (name === ALL) return ALL_RANK;
  if (name.startsWith(CATEGORY)) return 3;
  if (/^CWE-/i.test(name)) return 2;
  return isRulePattern(name) ? 1 : 0;
}

/** Whether a name of one rule or of several means a finding. */
export function namesFinding(name: string, candidate: Located): boolean {
  return MEANINGS.some((means) => means(name, candidate));
}

/** What a name may mean, from one rule to all. */
const MEANINGS: readonly ((name: string, candidate: Located) => boolean)[] = [
  (name, { pattern }) => namesRule(name, pattern),
  (name, { pattern }) => isRulePattern(name) && fitsRulePattern(name, pattern),
  (name, { cwe }) => cwe.some((number) => name.toUpperCase() === `CWE-${number}`),
  (name, { category }) => name === `${CATEGORY}${category}`,
  (name) => name === ALL,
];

const CATEGORY = 'category:';
const ALL = '*';

/** Whether a name means several rules: a part of their ids, a weakness, a category, or all. */
export function namesSeveralRules(name: string): boolean {
  if (name === ALL || isRulePattern(name) || /^CWE-[1-9]\d{0,4}$/i.test(name)) return true;
  const category = name.startsWith(CATEGORY) ? name.slice(CATEGORY.length) : '';
  return CATEGORIES.some((known) => known === category);
}

/**
 * Those that speak of a file: what is given for the run first, then the deepest folder; of the same folder the last one
 * first.
 */
export function settingsHolding(
  settings: readonly FindingSettings[],
  file: string,
): FindingSettings[] {
  return settings
    .filter(({ folder }) => contains(folder, file))
    .toReversed()
    .toSorted(
      (left, right) =>
        Number(right.isGiven ?? false) - Number(left.isGiven ?? false) ||
        right.folder.length - left.folder.length,
    );
}

function contains(folder: string, path: string): boolean {
  return folder === '' || folder === path || path.startsWith(`${folder}/`);
}
