import type { Hit, RuleDescription } from '../../src/rules/rule.ts';

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

/** What of these hits says too little to a reader: no sentence, or one with a hole where a name belongs. */
export function unsaid(hits: readonly Hit[]): string[] {
  const messages = hits.flatMap(({ message, trace }) => [
    message,
    ...trace.map((step) => step.message),
  ]);
  return messages.filter(
    (text) =>
      text.split(' ').length < 3 ||
      /``|\bundefined\b(?! behaviou?r)|\bNaN\b|\[object |=>|\$\{| {2}|^ | $| [,.;]/.test(
        text.replaceAll(/`[^`]+`/g, '`code`'),
      ),
  );
}
