import type { Hit, RuleDescription } from '../../src/rules/rule.ts';
import {
  leastSevere,
  MIN_FINDING_CONFIDENCE,
  severityOf,
} from '../../src/security/candidates/severity.ts';

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

/** Rules for C and C++, each in each of its languages. */
export function inEachLanguage<Rule extends RuleDescription>(rules: readonly Rule[]) {
  return rules.flatMap((rule) =>
    rule.languages.flatMap((language) =>
      language === 'rust' ? [] : [[rule.id, language, rule] as const],
    ),
  );
}

/** A hit in a line, so that a failure can be read. */
export function shownHits(hits: readonly (Hit & { readonly rule: string })[]): string[] {
  return hits.map((hit) => `${hit.location.line} ${hit.rule} ${hit.confidence}: ${hit.message}`);
}

/** The 1-based lines of an example that end in the comment `// defect`. */
export function markedLines(text: string): number[] {
  return text
    .split('\n')
    .flatMap((line, index) => (/\/\/ defect\s*$/.test(line) ? [index + 1] : []));
}

/** What a hit of a rule is worth to who reviews a change: by this a run fails, or does not. */
function worthOf(rule: RuleDescription, hit: Hit): string {
  const { location, impact = rule.severity, cwe = rule.cwe[0] } = hit;
  const sure = hit.inNewCode ?? hit.confidence;
  const severity = severityOf(sure, leastSevere(rule.severity, impact));
  const worth = sure < MIN_FINDING_CONFIDENCE ? 'a place to look at' : severity;
  return `${location.line} ${worth} CWE-${cwe}`;
}

/** A hit with what it is worth in code that a change brings: `line rule severity confidence`. */
export function shownWorth(
  rules: readonly RuleDescription[],
  hit: Hit & { readonly rule: string },
): string {
  const rule = rules.find(({ id }) => id === hit.rule);
  const { location, impact = rule?.severity ?? 'low' } = hit;
  const sure = hit.inNewCode ?? hit.confidence;
  const severity = severityOf(sure, leastSevere(rule?.severity ?? 'low', impact));
  return `${location.line} ${hit.rule} ${severity} ${sure}`;
}

/** What the comments at the ends of lines say of them, as `shownWorth` has it. */
export function namedWorth(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      (/\/\/ (.*)$/.exec(line)?.[1] ?? '')
        .split(', ')
        .filter((one) => one !== '')
        .map((one) => `${index + 1} ${one}`),
    )
    .sort();
}

/** What the bad examples of rules are worth, a line for each, to be kept as a snapshot. */
export function worthOfExamples<Rule extends RuleDescription>(
  rules: readonly Rule[],
  hitsOf: (rule: Rule, example: string) => readonly Hit[],
): string {
  const lines = rules.flatMap((rule) =>
    rule.examples.bad.map((example, index) => {
      const hits = hitsOf(rule, example).map((hit) => worthOf(rule, hit));
      return `${rule.id} ${index}: ${hits.join(', ')}`;
    }),
  );
  return lines.join('\n');
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
