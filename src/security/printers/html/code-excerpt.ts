import { escapeHtml } from '../../../page/html-text.ts';
import type { ReportedCandidate } from '../../report/report.ts';

/**
 * The lines around a candidate as a numbered list, its own lines marked and its columns within
 * them. Where no excerpt is known, the evidence is its one line.
 */
export function codeExcerpt(candidate: ReportedCandidate): string {
  const { file, line, excerpt } = candidate;
  const known = excerpt.lines.length > 0;
  const first = known ? excerpt.first_line : line;
  const lines = known ? excerpt.lines : [candidate.evidence];
  const items = lines.map((text, index) => {
    const number = first + index;
    const inside = number >= line && number <= candidate.end_line;
    if (!inside) return `<li>${escapeHtml(text)}</li>`;
    return `<li class="hit">${known ? marked(text, number, candidate) : escapeHtml(text)}</li>`;
  });
  const label = escapeHtml(`Code of ${file}, line ${line}`);
  return `<div class="code" role="region" aria-label="${label}" tabindex="0"><ol start="${first}">${items.join('')}</ol></div>`;
}

/** A line of the candidate; columns are 1-based and the end is one past the last. */
function marked(text: string, number: number, candidate: ReportedCandidate): string {
  const indent = text.length - text.trimStart().length;
  const from = number === candidate.line ? candidate.column - 1 : indent;
  const to = number === candidate.end_line ? candidate.end_column - 1 : text.length;
  if (from >= to || from >= text.length) return escapeHtml(text);
  const before = escapeHtml(text.slice(0, from));
  return `${before}<mark>${escapeHtml(text.slice(from, to))}</mark>${escapeHtml(text.slice(to))}`;
}
