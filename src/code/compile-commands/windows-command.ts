/** Whether a path is one of Windows, with a drive. */
export function isWindowsPath(path: string): boolean {
  return /^[A-Za-z]:[\\/]/.test(path);
}

/** The same path with `/`, absolute as POSIX has it: `/c:/work` of `C:\work`. */
export function posixPath(path: string): string {
  const slashes = path.replaceAll('\\', '/');
  return slashes.replace(/^([A-Za-z]):\//, (_, drive: string) => `/${drive.toLowerCase()}:/`);
}

/** Options that a path may follow without a blank. */
const WITH_A_PATH =
  /^([-/](?:I|FI|external:I|imsvc)|-(?:isystem|iquote|idirafter|include|imacros))(.+)$/s;

/**
 * A word of a command of Windows with its path as POSIX has it, also behind an option such as `-I`. What macros stand for
 * is left as it is.
 */
export function posixWord(word: string): string {
  if (/^[-/]D/.test(word)) return word;
  const [, flag, folder] = WITH_A_PATH.exec(word) ?? [];
  if (flag !== undefined && folder !== undefined) return flag + posixPath(folder);
  const [, option = '', path = ''] = /^([-/][A-Za-z]+(?=[A-Za-z]:[\\/])|@)?(.*)$/s.exec(word) ?? [];
  return option.startsWith('/') || !/^[-/]/.test(path) ? option + posixPath(path) : word;
}

/**
 * The words of a command line, taken apart as programs of Microsoft's C library do: blanks and double quotes; a backslash
 * stands for itself but before a quote.
 * @returns undefined when a quote is not closed
 */
export function windowsCommandWords(command: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (const [part] of command.matchAll(/\\+"?|"|\s+|[^\\"\s]+/g)) {
    if (part.startsWith('\\')) {
      const ends = part.endsWith('"');
      const slashes = ends ? part.length - 1 : part.length;
      // Before a quote two of them are one, and an odd one makes the quote a character.
      word = (word ?? '') + '\\'.repeat(ends ? Math.floor(slashes / 2) : slashes);
      if (ends && slashes % 2 === 1) word += '"';
      else if (ends) isQuoted = !isQuoted;
    } else if (part === '"') {
      isQuoted = !isQuoted;
      word ??= '';
    } else if (!isQuoted && /^\s/.test(part)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + part;
  }
  if (isQuoted) return undefined;
  return word === undefined ? words : [...words, word];
}
