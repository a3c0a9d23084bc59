/** How many lines a text has: a line feed at its end begins no further one, and an empty text has none. */
export function lineCount(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
