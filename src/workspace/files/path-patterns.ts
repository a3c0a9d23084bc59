import ignore, { type Ignore } from 'ignore';

/** Patterns as a `.gitignore` has them. As for git on Linux, `Core` is not `core`. */
export function pathPatterns(lines: string | readonly string[]): Ignore {
  return ignore({ ignorecase: false }).add(lines);
}
