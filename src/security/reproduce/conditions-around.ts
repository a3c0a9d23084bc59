/**
 * The conditions of the preprocessor that a line stands under, the outermost first, as their directives: of an
 * `#else` the one that it belongs to as well.
 * @param lines of a file
 * @param line from 1 on
 */
export function conditionsAround(lines: readonly string[], line: number): string[] {
  const open: string[][] = [];
  for (const text of lines.slice(0, Math.max(0, line - 1))) {
    const [, word] =
      /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b/.exec(text) ?? [];
    if (word === undefined) continue;
    if (word.startsWith('if')) open.push([text.trim()]);
    else if (word === 'endif') open.pop();
    else open.at(-1)?.push(text.trim());
  }
  return open.flat();
}
