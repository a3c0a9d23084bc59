import { isBuiltinName } from './builtin-names.ts';

/**
 * The variables that a declaration declares, read from its text: one with macros in it is none that the
 * parser knows, as `EXTERN char_u *p_x INIT(= 0);` and `API const char *CALL name;`. The name is the last
 * word before the value, the bounds or the end, and never the type or a macro.
 * @param text from the first word to the semicolon or the brace that opens a body
 * @returns none for a prototype or a function
 */
export function declaredNames(text: string): string[] {
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|^[ \t]*#.*$/gm, ' ');
  const pointer = /\(\s*\*\s*(?:const\s+)?([A-Za-z_]\w*)\s*\)\s*\(/.exec(plain)?.[1];
  const end = plain.search(/[=[(;{]/);
  const words = (end < 0 ? plain : plain.slice(0, end)).match(/[A-Za-z_]\w*/g) ?? [];
  const name = words.at(-1);
  if (name === undefined || words.length < 2) return pointer === undefined ? [] : [pointer];
  if (plain[end] !== '(') return isBuiltinName(name) ? [] : [name];
  if (pointer !== undefined) return [pointer];
  // A macro behind the name holds its value or its attributes.
  const before = words.at(-2) ?? '';
  return /^[A-Z_]+$/.test(name) &&
    words.length > 2 &&
    /[a-z]/.test(before) &&
    !isBuiltinName(before)
    ? [before]
    : [];
}

/** Where a declaration that begins at a place ends: at its semicolon, or before the body of a function. */
export function declarationEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === '(' || char === '[') depth += 1;
    else if (char === ')' || char === ']') depth -= 1;
    else if (depth <= 0 && (char === ';' || char === '{')) return at + 1;
  }
  return text.length;
}
