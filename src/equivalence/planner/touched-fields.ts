/**
 * Whether C code touches a field of that name, by its own text or by the macros that it expands. A macro that makes
 * the name of a field of what it is given may touch any that the code names.
 * @param texts of functions
 * @param macros definitions of the macros that they expand, and those expand
 */
export function touchesField(
  field: string,
  texts: readonly string[],
  macros: readonly string[],
): boolean {
  const touches = new RegExp(String.raw`(?:->|\.)\s*${field}\b`);
  const all = [...texts, ...macros];
  if (all.some((text) => touches.test(text))) return true;
  // Pasted together, a name stands nowhere as a whole.
  if (macros.some((text) => /(?:->|\.)\s*\w*\s*##/.test(text))) return true;
  const names = new RegExp(String.raw`\b${field}\b`);
  return macros.some(takesField) && all.some((text) => names.test(text));
}

/** Whether a macro has a field of one of its parameters: `#define GET(p, f) ((p)->f)`. */
function takesField(macro: string): boolean {
  const [, list = ''] = /^\s*#\s*define\s+\w+\(([^)]*)\)/.exec(macro) ?? [];
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^\w+$/.test(name))
    .some((name) => new RegExp(String.raw`(?:->|\.)\s*${name}\b`).test(macro));
}
