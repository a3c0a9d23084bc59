/**
 * Prints `docs/rules.md` from the rules themselves. After any change to the name, weakness,
 * severity or languages of a rule: `npx node scripts/rule-table.ts > docs/rules.md`.
 */
import { categoryHeading } from '../src/rules/category-heading.ts';
import { CATEGORIES, type Category } from '../src/rules/classification.ts';
import { RULES } from '../src/rules/index.ts';
import type { RuleDescription } from '../src/rules/rule.ts';
import { weaknessesOf } from '../src/rules/weaknesses.ts';

const INTRODUCTION = `# Rules

This page is made from the rules: \`npx node scripts/rule-table.ts > docs/rules.md\`.

There are ${RULES.length} rules. \`rustward rules\` lists them, and \`rustward rules ID\` explains one, with a bad
and a good example. The severity is the worst that a candidate of the rule can get: a candidate that
the scan is less sure of gets a lower one. The precision says how often a candidate of the rule is a
real defect.`;

const sections = CATEGORIES.map((category) => ({
  category,
  rules: RULES.filter((rule) => rule.category === category),
})).filter(({ rules }) => rules.length > 0);

process.stdout.write(
  `${[INTRODUCTION, ...sections.map(({ category, rules }) => section(category, rules))].join('\n\n')}\n`,
);

function section(category: Category, rules: readonly RuleDescription[]): string {
  return [
    `## ${categoryHeading(category)}`,
    '',
    '| Rule | What it finds | CWE | Severity | Precision | Languages |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rules.map(row),
  ].join('\n');
}

function row(rule: RuleDescription): string {
  const { id, title, severity, precision, languages } = rule;
  const cells = [
    `\`${id}\``,
    title,
    weaknessesOf(rule).join(', '),
    severity,
    precision,
    languages.join(', '),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
