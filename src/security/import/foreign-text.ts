import { visibleText } from '../../page/visible-text.ts';

const MAX_LINES = 200;

/**
 * A text of others on one line, with nothing invisible in it. Blanks on a line stay as they are: what is quoted may
 * depend on how many there are.
 */
export function lineOf(text: string, most: number): string {
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/\s*[^\S ]\s*/g, ' ')
    .trim();
  return clip(visibleText(line), most);
}

/** The lines of a text of another scanner, with nothing invisible in them. */
export function linesOf(text: string, most: number): string[] {
  const lines = text.slice(0, most).trim().split(/\r?\n/, MAX_LINES);
  return lines.map((line) => visibleText(line.trimEnd()));
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
