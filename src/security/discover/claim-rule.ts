import { type Category, SEVERITIES, type Severity } from '../../rules/classification.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { isClaimedAlone } from '../candidates/model-source.ts';
import type { RuleInfo } from '../report/report.ts';

/** What the weaknesses that are claimed most are called. */
const NAMES: Readonly<Record<number, string>> = {
  120: 'Copy without a bound',
  121: 'Overflow of a buffer on the stack',
  122: 'Overflow of a buffer on the heap',
  125: 'Read out of bounds',
  134: 'Format string under foreign control',
  190: 'Integer overflow',
  191: 'Integer underflow',
  252: 'Result of a call that is not looked at',
  369: 'Division by zero',
  401: 'Memory leak',
  415: 'Memory freed twice',
  416: 'Use after free',
  457: 'Use of an uninitialised variable',
  476: 'Null pointer dereference',
  617: 'Reachable assertion',
  674: 'Recursion without a limit',
  770: 'Allocation without a limit',
  787: 'Write out of bounds',
  835: 'Endless loop',
};

const HELP =
  'A model that was shown the code claims this; no rule of the scan is behind it. It was derived step ' +
  'by step, every call of the way was found in the call graph, and another model, which was not told ' +
  'who claimed it, tried in vain to refute it.';

/** The severity of a weakness at worst: that of the worst of our rules that are about it first of all. */
export function worstSeverity(cwe: number, rules: readonly RuleDescription[]): Severity {
  const own = rules.filter((rule) => rule.cwe[0] === cwe).map(({ severity }) => severity);
  const also = rules.filter((rule) => rule.cwe.includes(cwe)).map(({ severity }) => severity);
  const known = own.length > 0 ? own : also;
  return SEVERITIES.find((severity) => known.includes(severity)) ?? 'medium';
}

/** What a report says of the weaknesses that models claim, by id. */
export function claimRules(
  candidates: readonly Candidate[],
  rules: readonly RuleDescription[],
): RuleInfo[] {
  const claimed = candidates.filter(isClaimedAlone);
  const byPattern = new Map(claimed.map((one) => [one.pattern, one]));
  return [...byPattern.values()]
    .map(({ pattern, category, cwe }) => ruleInfo(pattern, category, cwe, rules))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

function ruleInfo(
  id: string,
  category: Category,
  cwe: readonly number[],
  rules: readonly RuleDescription[],
): RuleInfo {
  const [number = 0] = cwe;
  return {
    id,
    title: NAMES[number] ?? `CWE-${number}`,
    ...{ category, cwe, severity: worstSeverity(number, rules), precision: 'medium', help: HELP },
  };
}
