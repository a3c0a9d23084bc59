/** How C and C++ say that a function does not come back, and what projects call their macros for it. */
const NO_RETURN = /\b(?:_*noreturn_*|_Noreturn|\w*no_?return(?:_func\w*)?|__dead2?)\b/i;

/** How much of a declaration is looked at behind its parameters, in characters. */
const MAX_TAIL = 300;

/**
 * Whether the words around a function's declarator say that it never returns: an attribute of GNU C, C++,
 * C11 or Microsoft's compiler, or a macro that is named as one. Parameters may be pointers to such functions,
 * so what stands between the brackets does not count.
 * @param text of the whole file
 * @param nameStart the offset of the name
 * @param end the offset behind the parameters
 */
export function saysNoReturn(text: string, nameStart: number, end: number): boolean {
  const before = text.slice(Math.max(0, nameStart - MAX_TAIL), nameStart);
  const head = before.slice(
    Math.max(...[';', '{', '}', '*/'].map((mark) => before.lastIndexOf(mark))) + 1,
  );
  const lines = head.split('\n');
  const directive = lines.findLastIndex((line) => /^\s*#/.test(line));
  const [tail = ''] = text.slice(end, end + MAX_TAIL).split(/[;{]/, 1);
  return NO_RETURN.test(lines.slice(directive + 1).join('\n')) || NO_RETURN.test(tail);
}
