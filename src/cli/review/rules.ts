import { didYouMean } from '../../did-you-mean.ts';
import { UsageError } from '../../errors.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import { weaknessesOf } from '../../rules/weaknesses.ts';
import { printSuppressionComment } from '../../security/scan/suppression-comments.ts';
import { jsonText } from '../output/json-text.ts';

/** A weakness as people write it: CWE-416, cwe416 or 416. */
const WEAKNESS = /^(?:cwe[- ]?)?0*([1-9]\d*)$/i;

/**
 * What `rustward rules` prints: all rules, those of a weakness, or one with its examples.
 * @param id a rule, or a weakness
 * @throws UsageError for an unknown id, with the nearest one, and for a weakness of no rule
 */
export function rulesText(
  id: string | undefined,
  asJson: boolean,
  rules: readonly RuleDescription[],
): string {
  if (id === undefined) {
    return list(rules, asJson);
  }
  const weakness = WEAKNESS.exec(id)?.[1];
  if (weakness !== undefined) return list(rulesOf(Number(weakness), rules), asJson);
  const rule = rules.find((known) => known.id === id);
  if (rule === undefined) {
    const near = didYouMean(
      id,
      rules.map((known) => known.id),
    );
    const hint = near === undefined ? "'rustward rules' lists them" : `did you mean ${near}?`;
    throw new UsageError(`there is no rule ${id}; ${hint}`);
  }
  return asJson ? jsonText(described(rule)) : explained(rule);
}

/** The rules that may report that weakness, those it fits best first. */
function rulesOf(weakness: number, rules: readonly RuleDescription[]): RuleDescription[] {
  const rank = (rule: RuleDescription) => weaknessesOf(rule).indexOf(weakness);
  const found = rules.filter((rule) => rank(rule) >= 0);
  if (found.length > 0) return found.toSorted((a, b) => rank(a) - rank(b));
  const known = [...new Set(rules.flatMap(weaknessesOf))].sort((a, b) => a - b);
  throw new UsageError(
    `there is no rule for CWE-${weakness}; there are rules for ${known.join(', ')}`,
  );
}

function list(rules: readonly RuleDescription[], asJson: boolean): string {
  return asJson ? jsonText(rules.map(described)) : rules.map(listed).join('');
}

function listed(rule: RuleDescription): string {
  const languages = rule.languages.join(' ');
  const cwe = `CWE-${rule.cwe[0]}`;
  const { id, severity, title } = rule;
  // What stands in a package may have any length.
  return `${id.padEnd(31)} ${severity.padEnd(8)}${cwe.padEnd(10)}${languages.padEnd(13)}${title}\n`;
}

function explained(rule: RuleDescription): string {
  const cwe = weaknessesOf(rule)
    .map((number) => `CWE-${number}`)
    .join(', ');
  const head = [
    `${rule.id}: ${rule.title}`,
    `${rule.category}, ${cwe}, at most ${rule.severity}, precision ${rule.precision}, ${rule.languages.join(' ')}`,
  ];
  return [
    head.join('\n'),
    rule.help.trim(),
    `What to do: ${rule.suggestion}`,
    ...rule.examples.bad.map((example) => `Bad:\n${indented(example)}`),
    ...rule.examples.good.map((example) => `Good:\n${indented(example)}`),
    `To accept one place: ${printSuppressionComment([rule.id], 'why it is safe')}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function indented(example: string): string {
  const lines = example.replace(/^\n+|\s+$/g, '').split('\n');
  return lines.map((line) => `    ${line}`.trimEnd()).join('\n');
}

/** The plain data of a rule, without what else its object may hold. */
function described(rule: RuleDescription) {
  const { id, title, category, cwe, severity, precision, languages } = rule;
  const { help, suggestion, examples } = rule;
  return { id, title, category, cwe, severity, precision, languages, help, suggestion, examples };
}
