import { unbroken, visibleText } from '../security/report/visible-text.ts';

/**
 * Text on one line, safe to print on a terminal: a repository's names and lines
 * may carry escape sequences.
 */
export function oneLine(text: string): string {
  return visibleText(unbroken(text));
}
