/** `->name`, `.name`, also as a designator, and whatever stands in a call of a macro or of `offsetof`: `LIST_NEXT(x, link)`. */
const MEMBER = /(?:->|\.)\s*([A-Za-z_]\w*)/g;
const IN_MACRO = /\b(?:[A-Z_][A-Z0-9_]{2,}|\w*(?:offsetof|_of|foreach\w*|for_each\w*))\s*\((.*)/g;

/**
 * The names on lines of C that may be those of members. A word that stands alone is a variable or a function, and a record with
 * a member of that name is none that the code uses.
 */
export function memberUses(lines: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of lines) {
    for (const [, name = ''] of line.matchAll(MEMBER)) found.add(name);
    for (const [, rest = ''] of line.matchAll(IN_MACRO)) {
      for (const name of rest.match(/[A-Za-z_]\w*/g) ?? []) found.add(name);
    }
  }
  return found;
}
