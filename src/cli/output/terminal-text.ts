import { onOneLine, visibleText } from '../../page/visible-text.ts';

/**
 * Text on one line, safe to print on a terminal: a repository's names and lines
 * may carry escape sequences.
 */
export function oneLine(text: string): string {
  return visibleText(onOneLine(text));
}

/** Whether what goes to the standard output may have colours. */
export function wantsColour(): boolean {
  return process.stdout.isTTY === true && (process.env['NO_COLOR'] ?? '') === '';
}
