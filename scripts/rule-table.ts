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
real defect.

## In large trees

In code that stands, a finding is more often a gap in what the analysis knows than a defect: it was run, tested and read. In a
scan of a tree of 20,000 lines or more, findings that rest on an assumption, and those of rules that look for a shape and were mostly
wrong where people have judged them, are therefore ranked lower, down to low. What happens for certain, such as a \`strcpy\` of a longer text into an
array or the command line in \`system\`, keeps its severity, and so does all that a change brings or a baseline does not know. The
verdict says how many findings are ranked lower, JSON names each (\`severity_in_small_tree\`), and \`--rate-as-new\` or
\`review.rate_as_new\` rates all as in a small tree. [engine.md](engine.md) has the reasons and the numbers.`;

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
