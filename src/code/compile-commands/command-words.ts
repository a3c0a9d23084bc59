/**
 * The words of a command line, taken apart as a POSIX shell does: blanks, quotes, backslashes. Nothing
 * is expanded or run: `$`, `*`, backticks and the like stand for themselves.
 * @returns undefined when a quote is not closed
 */
export function commandWords(command: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let at = 0; at < command.length; at++) {
    const character = command.charAt(at);
    if (quote === "'") {
      if (character === "'") quote = undefined;
      else word += character;
    } else if (character === '\\') {
      const next = command.charAt(++at);
      // Within double quotes a backslash stands for itself before most characters.
      const isKept = quote === '"' && !/["\\$`\n]/.test(next);
      word = (word ?? '') + (isKept ? '\\' : '') + (next === '\n' ? '' : next);
    } else if (quote === '"') {
      if (character === '"') quote = undefined;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote !== undefined) return undefined;
  return word === undefined ? words : [...words, word];
}
