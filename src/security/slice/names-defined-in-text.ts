/** What begins a definition of a name, or ends one that gives it: macros, records, other names of types, constants and globals. */
const FORMS: readonly RegExp[] = [
  /^\s*#\s*define\s+(\w+)/,
  /\b(?:struct|union|enum|class)\s+(?:[A-Z_]\w*\s+)?(\w+)\s*(?:[:{]|$)/,
  /^\s*\}[^;={]*?\b(\w+)\s*(?:\[[^\]]*\]\s*)*;/,
  /^\s*typedef\b.*?\b(\w+)\s*(?:\[[^\]]*\]\s*)*;/,
  /^\s*typedef\b[^;]*\(\s*\*\s*(\w+)\s*\)/,
  /^\s*(?:[A-Z_]*EXTERN|extern)\b[^;(]*?\b(\w+)\s*(?:\[[^\]]*\]\s*)*(?:[;=]|INIT)/,
  /^\s*(?:enum\b[^{]*\{\s*)?([A-Za-z_]\w*)\s*(?:=[^;(]*)?(?:,|$)/,
];

/** A line is looked at up to here: generated code has lines as long as files. */
const MAX_LINE = 400;

/**
 * The names that lines of C or C++ seem to define besides functions, by the forms of definitions alone: it takes
 * some names too many, and none that is defined in the middle of a line.
 */
export function namesDefinedInText(lines: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of lines) {
    for (const form of FORMS) {
      const name = form.exec(line.slice(0, MAX_LINE))?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}
