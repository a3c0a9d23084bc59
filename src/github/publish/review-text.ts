import { codeBlock, codeSpan, plainText } from '../../page/markdown-text.ts';
import { visibleText } from '../../page/visible-text.ts';
import { count } from '../../security/report/count.ts';
import type { InlineFinding, ListedFinding } from '../publication-plan/line-comments.ts';
import type { PlannedFinding } from '../publication-plan/publication-plan.ts';
import { fitLines } from '../text/clip-lines.ts';
import { printMarker, type Seal } from '../text/marker.ts';

/** GitHub takes no longer body, in characters. */
const MAX_BODY_CHARACTERS = 65_536;
/** Of a list in a body or a summary, in bytes; the check's summary has all of it. */
const LIST_BYTES = 12_000;

/** A comment on lines of the change: the plan's text, the fix, the marker. */
export function commentBody(
  { finding, suggests }: Pick<InlineFinding, 'finding' | 'suggests'>,
  seal: Seal,
): string {
  const marker = printMarker({ kind: 'finding', words: [finding.key] }, seal);
  const text = [finding.body, marker].join('\n\n');
  const fix = suggests ? suggestionBlock(finding) : undefined;
  if (fix === undefined) return text;
  const whole = [finding.body, fix, marker].join('\n\n');
  return whole.length <= MAX_BODY_CHARACTERS ? whole : text;
}

/** GitHub offers to put the text of such a block in the place of the comment's lines. */
function suggestionBlock({ suggestion }: PlannedFinding): string | undefined {
  if (suggestion === undefined) return undefined;
  const lines = suggestion.replacement.replace(/\n$/, '').split('\n');
  // A click must not commit what is not visible.
  if (lines.some((line) => visibleText(line) !== line)) return undefined;
  const said = `${plainText(suggestion.title)}. This follows from the syntax alone, and was not built:`;
  const block =
    suggestion.replacement === '' ? '```suggestion\n```' : codeBlock(lines, 'suggestion');
  return `${said}\n\n${block}`;
}

/** The body of a review: how many comments it has, and what has none and why. */
export function reviewBody(
  inline: readonly InlineFinding[],
  listed: readonly ListedFinding[],
  checkUrl: string,
): string {
  const found = count(inline.length + listed.length, 'finding');
  const on =
    inline.length === 0
      ? 'None of them has a comment on its line'
      : listed.length === 0
        ? 'Each has a comment on its line'
        : `${inline.length} of them ${inline.length === 1 ? 'has a comment on its line' : 'have comments on their lines'}`;
  return [
    `**Rustward: ${found} in this change.** ${on}. [What was examined, and what was not](${checkUrl})`,
    ...(listed.length === 0 ? [] : [`Without a comment:\n\n${listedLines(listed)}`]),
  ].join('\n\n');
}

/** Findings without a comment, a line each. */
export function listedLines(listed: readonly ListedFinding[]): string {
  const lines = listed.map(({ finding, reason }) => {
    const { key, path, start_line: line, severity, title } = finding;
    const what = `${codeSpan(`${path}:${line}`)} ${plainText(title)} (${severity})`;
    return `- ${what}, ${codeSpan(key)}: ${plainText(reason)}`;
  });
  return fitLines(lines, LIST_BYTES, (left) => `- … and ${count(left, 'more', 'more')}`);
}
