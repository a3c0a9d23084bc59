import type { RuleDescription } from '../../rules/rule.ts';
import type { RuleInfo } from './report.ts';

/** What a report says about a rule: its help ends in the examples that are its tests. */
export function ruleInfoOf(rule: RuleDescription): RuleInfo {
  const { id, title, category, cwe, severity, precision } = rule;
  const fence = `\`\`\`${rule.languages[0]}`;
  const help = [
    rule.help.trim(),
    rule.suggestion,
    `Bad:\n\n${fence}\n${rule.examples.bad[0].trim()}\n\`\`\``,
    `Good:\n\n${fence}\n${rule.examples.good[0].trim()}\n\`\`\``,
  ].join('\n\n');
  return { id, title, category, cwe, severity, precision, help };
}
