import { onOneLine, visibleText } from './visible-text.ts';

/**
 * What GitHub turns into a mention, a reference or a link by itself. A repository must not
 * notify people or plant links through the names it gives to things.
 */
const AUTOLINK =
  /@(?:[\w-]+(?:\/[\w-]+)?|[\w.-]+)|(?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d+|GH-\d+|(?:\w{1,40}:\/\/|www\.)\S+/gi;

/** One line of text from a repository as a code span; no back-tick in it can end the span. */
export function codeSpan(text: string): string {
  const line = visibleText(text);
  if (line.trim() === '') return '';
  // A bar would end a table's cell, and a code span has no escape for it. In HTML, addresses would
  // become links, so that nothing but letters and digits stays as it is.
  if (line.includes('|')) return `<code>${line.replace(/[^a-z0-9\s]/giu, entity)}</code>`;
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const pad = longest > 0 || line !== line.trim() ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** One line of prose that may quote a repository, with nothing in it that Markdown acts on. */
export function plainText(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(AUTOLINK)) {
    parts.push(escapeMarkdown(text.slice(from, match.index)), codeSpan(match[0]));
    from = match.index + match[0].length;
  }
  parts.push(escapeMarkdown(text.slice(from)));
  return inline(parts);
}

/** The same, and text between back-ticks becomes a code span. */
export function proseText(text: string): string {
  // Every second part is what the brackets of the expression hold.
  const parts = text.split(/`([^`]+)`/);
  return inline(parts.map((part, index) => (index % 2 === 0 ? plainText(part) : codeSpan(part))));
}

/** Joins parts of a line. Back-ticks of two neighbours would be taken for one longer fence. */
function inline(parts: readonly string[]): string {
  let line = '';
  for (const part of parts) line += line.endsWith('`') && part.startsWith('`') ? ` ${part}` : part;
  return line;
}

/** Prose of several lines, such as a model's, as one. */
export function quotedText(text: string): string {
  return plainText(onOneLine(text));
}

function escapeMarkdown(text: string): string {
  return visibleText(text)
    .replace(/[\\`*_{}[\]<>#~$!&]/g, '\\$&')
    .replaceAll('|', '&#124;')
    .replace(/^(\s*)([-+]|\d+[.)])(?=\s)/, '$1\\$2');
}

function entity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/** A fenced block whose fence is longer than any run of back-ticks in it. */
export function codeBlock(lines: readonly string[], language = ''): string {
  const text = lines.map(visibleText).join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A table; its cells come from the functions above, which leave no bar in them. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const align = head.map((_, column) =>
    rows.length > 0 && rows.every((row) => typeof row[column] === 'number') ? '---:' : '---',
  );
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(align), ...rows.map(line)].join('\n');
}
