import { didYouMean } from '../../did-you-mean.ts';
import { UsageError } from '../../errors.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import { printSuppressionComment } from '../../security/scan/suppression-comments.ts';
import { jsonText } from '../output/json-text.ts';

/**
 * What `rustward rules` prints: all rules, or one with its examples.
 * @throws UsageError for an unknown id, with the nearest one
 */
export function rulesText(
  id: string | undefined,
  asJson: boolean,
  rules: readonly RuleDescription[],
): string {
  if (id === undefined) {
    return asJson ? jsonText(rules.map(described)) : rules.map(listed).join('');
  }
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

function listed(rule: RuleDescription): string {
  const languages = rule.languages.join(' ');
  const cwe = `CWE-${rule.cwe[0]}`;
  return `${rule.id.padEnd(32)}${rule.severity.padEnd(8)}${cwe.padEnd(10)}${languages.padEnd(13)}${rule.title}\n`;
}

function explained(rule: RuleDescription): string {
  const cwe = rule.cwe.map((number) => `CWE-${number}`).join(', ');
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
