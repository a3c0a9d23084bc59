import { codeSpan, proseText } from '../../page/markdown-text.ts';
import { onOneLine } from '../../page/visible-text.ts';
import type { FixImpact, TouchedFunction } from '../../security/fix/fix-plan.ts';
import { count } from '../../security/report/headline.ts';

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
      ...functions.map(functionText),
      ...(more === 0 ? [] : [`- and ${count(more, 'more function')}`]),
    ].join('\n'),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function functionText({
  name,
  file,
  how,
  other_signature: isOther,
  ...fn
}: TouchedFunction): string {
  const words = {
    changed: isOther ? 'another signature' : 'another body',
    new: 'new',
    gone: 'gone',
  };
  const pointer = fn.pointer === undefined ? '' : `; used as a pointer at ${codeSpan(fn.pointer)}`;
  return (
    `- ${codeSpan(name)} of ${codeSpan(file)}: ${words[how]}; called by ${namesText(fn.callers)}${pointer}; ` +
    `tests that reach it: ${namesText(fn.tests)}`
  );
}

function namesText({ count: all, first }: TouchedFunction['callers']): string {
  if (all === 0) return 'none';
  const more = all > first.length ? ` and ${all - first.length} more` : '';
  return `${first.map((name) => codeSpan(name)).join(', ')}${more}`;
}
