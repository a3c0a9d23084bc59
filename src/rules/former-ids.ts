import type { Language } from '../code/syntax/language.ts';

/**
 * What rules were called before, by their id of today. These five shared theirs with a rule for C and
 * C++, which keeps it.
 */
const FORMER_IDS: ReadonlyMap<string, string> = new Map([
  ['rust_divide_by_zero', 'divide_by_zero'],
  ['rust_integer_overflow', 'integer_overflow'],
  ['rust_toctou_race', 'toctou_race'],
  ['rust_uncontrolled_allocation', 'uncontrolled_allocation'],
  ['rust_weak_crypto', 'weak_crypto'],
]);

/**
 * The ids of rules that were part of a version and are no more: settings that name them are those of an earlier version,
 * and no slip.
 */
export const RETIRED_IDS: ReadonlySet<string> = new Set();

/** The first id of a rule. Names of findings are made of it, so that a renamed rule leaves them as they are. */
export function firstIdOf(rule: string): string {
  return FORMER_IDS.get(rule) ?? rule;
}

/** Whether what a person wrote, maybe for an earlier version, names a rule. */
export function namesRule(written: string, rule: string): boolean {
  return written === rule || written === FORMER_IDS.get(rule);
}

/** What the rule is called today that an earlier version has named in a result. */
export function presentIdOf(written: string, language: Language): string {
  const renamed = `rust_${written}`;
  return language === 'rust' && FORMER_IDS.get(renamed) === written ? renamed : written;
}
