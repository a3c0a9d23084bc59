import type { RuleDescription } from './rule.ts';

/** The weaknesses that findings of a rule may report, as CWE numbers; those that all of them have come first. */
export function weaknessesOf({
  cwe,
  furtherCwe = [],
}: Pick<RuleDescription, 'cwe' | 'furtherCwe'>): readonly number[] {
  return [...cwe, ...furtherCwe];
}
