import { codeSpan, proseText } from '../../page/markdown-text.ts';
import { onOneLine } from '../../page/visible-text.ts';
import type { FixImpact } from '../../security/fix/fix-plan.ts';
import { touchedWords } from '../../security/fix/impact-words.ts';
import { count } from '../../security/report/count.ts';

/** What a fix reaches beside its own lines, in Markdown: the risk, then each function that it touches. */
export function impactText({
  functions,
  more_functions: more,
  risk,
  ...impact
}: FixImpact): string {
  const { added_lines: added, deleted_lines: deleted } = impact;
  const reasons = risk.reasons.map((reason) => proseText(onOneLine(reason))).join('; ');
  return [
    `**Impact**: ${count(added, 'line')} added, ${deleted} deleted. Risk: **${risk.level}**, by what can be counted: ${reasons}.`,
    [
      ...functions.map(
        (fn) => `- ${codeSpan(fn.name)} of ${codeSpan(fn.file)}: ${touchedWords(fn, codeSpan)}`,
      ),
      ...(more === 0 ? [] : [`- and ${count(more, 'more function')}`]),
    ].join('\n'),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}
