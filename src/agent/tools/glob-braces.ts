/** More alternatives of one pattern are none that a person would write. */
const MAX_PATTERNS = 64;

/**
 * The patterns that one with braces stands for: `*.{c,h}` is `*.c` and `*.h`. Braces may be nested; one that
 * is not closed, or has no comma in it, is a character like any other.
 */
export function expandBraces(glob: string): string[] {
  const finished: string[] = [];
  const open = [glob];
  while (open.length > 0 && finished.length + open.length <= MAX_PATTERNS) {
    const pattern = open.shift() ?? '';
    // The innermost braces hold no others.
    const [whole, inner] = /\{([^{}]*,[^{}]*)\}/.exec(pattern) ?? [];
    if (whole === undefined || inner === undefined) finished.push(pattern);
    else open.push(...inner.split(',').map((part) => pattern.replace(whole, () => part)));
  }
  return [...new Set([...finished, ...open])];
}
