import type { RuleDescription } from '../../src/rules/rule.ts';

/** A rule for tests of what surrounds the rules. */
export const RULE: RuleDescription = {
  id: 'test_rule',
  title: 'Something is wrong',
  category: 'bounds',
  cwe: [120, 787],
  severity: 'high',
  precision: 'high',
  help: 'It matters.',
  suggestion: 'Do it right.',
  languages: ['c', 'cpp', 'rust'],
  examples: { bad: ['bad(); // defect'], good: ['good();'] },
};

/** The 1-based lines of an example that end in the comment `// defect`. */
export function markedLines(text: string): number[] {
  return text
    .split('\n')
    .flatMap((line, index) => (/\/\/ defect\s*$/.test(line) ? [index + 1] : []));
}
