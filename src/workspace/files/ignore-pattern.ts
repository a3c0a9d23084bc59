/** A path as a line of a `.gitignore` that means it alone; undefined where no line can. */
export function ignorePatternOf(file: string): string | undefined {
  if (/[\r\n]/.test(file)) return undefined;
  return `/${file.replaceAll(/[\\*?[\]!# ]/g, '\\$&')}`;
}
