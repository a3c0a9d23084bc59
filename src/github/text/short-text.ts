import { proseText } from '../../page/markdown-text.ts';
import { onOneLine, visibleText } from '../../page/visible-text.ts';

/**
 * A text of a repository or a model as one line of Markdown in which nothing acts, of at most so
 * many characters before what Markdown would act on is escaped.
 */
export function shortText(text: string, characters: number): string {
  return proseText(shortLine(text, characters));
}

/** The same as a sentence: rules and models end theirs as they like. */
export function shortSentence(text: string, characters: number): string {
  return shortText(asSentence(onOneLine(text)), characters);
}

/** With a capital and a full stop, where it has neither. */
export function asSentence(text: string): string {
  const begun = /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?…:]$/.test(begun) ? begun : `${begun}.`;
}

/** A text without Markdown, for where GitHub shows text as it is. */
export function shortPlain(text: string, characters: number): string {
  return shortLine(visibleText(onOneLine(text)), characters);
}

function shortLine(text: string, characters: number): string {
  const line = onOneLine(text);
  if (line.length <= characters) return line;
  // Not half of a character.
  return `${line.slice(0, characters - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
