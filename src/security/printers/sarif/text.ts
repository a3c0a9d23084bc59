import { visibleText } from '../../../page/visible-text.ts';

/**
 * A text as the plain text of a SARIF message: invisible characters are spelled out, and what
 * would be read as a placeholder `{0}` or as a link `[text](target)` is escaped (SARIF 2.1.0,
 * 3.11.5 and 3.11.6).
 */
export function sarifText(text: string): string {
  return visibleText(text)
    .replace(/\{(\d+)\}/g, '{{$1}}')
    .replace(/\[([^[\]]*)\]\(/g, '\\[$1\\](');
}

/** A link within a message to the related location of that id. */
export function sarifLink(text: string, id: number): string {
  const label = visibleText(text).replace(/[\\[\]]/g, '\\$&');
  return `[${label.replace(/\{(\d+)\}/g, '{{$1}}')}](${id})`;
}
