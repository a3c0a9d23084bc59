/** How C and C++ say that a function does not come back, and what projects call their macros for it. */
const NO_RETURN = /\b(?:_*noreturn_*|_Noreturn|\w*no_?return(?:_func\w*)?|__dead2?)\b/i;

/** How compilers say that a function of a library is for its users, and what libraries call their macros for it. */
const PUBLIC =
  /\bdllexport\b|\bvisibility\s*\(\s*"(?:default|protected)"|\b(?!WINAPI\b)(?:[A-Z0-9_]*(?:API|EXPORTS?|EXPORTED|PUBLIC|PUBFUN)|[A-Z0-9_]+_(?:EXTERN|DECL|DECLARE|VISIBLE)|ZEXTERN)\b/;

/** How much of a declaration is looked at behind its parameters, in characters. */
const MAX_TAIL = 300;

/** The words around a function's declarator, where compilers and projects say more of it than C does. */
interface DeclaredWords {
  readonly head: string;
  readonly tail: string;
}

/**
 * The words before a function's name and behind its parameters. Parameters may be pointers to functions,
 * so what stands between the brackets does not count.
 * @param text of the whole file
 * @param nameStart the offset of the name
 * @param end the offset behind the parameters
 */
export function declaredWords(text: string, nameStart: number, end: number): DeclaredWords {
  const before = text.slice(Math.max(0, nameStart - MAX_TAIL), nameStart);
  const head = before.slice(
    Math.max(...[';', '{', '}', '*/'].map((mark) => before.lastIndexOf(mark))) + 1,
  );
  const lines = head.split('\n');
  const directive = lines.findLastIndex((line) => /^\s*#/.test(line));
  const [tail = ''] = text.slice(end, end + MAX_TAIL).split(/[;{]/, 1);
  return { head: lines.slice(directive + 1).join('\n'), tail };
}

/**
 * Whether they say that the function never returns: an attribute of GNU C, C++, C11 or Microsoft's compiler, or
 * a macro that is named as one.
 */
export function saysNoReturn({ head, tail }: DeclaredWords): boolean {
  return NO_RETURN.test(head) || NO_RETURN.test(tail);
}

/** Whether they say that programs outside of the project may call the function. */
export function saysPublic({ head, tail }: DeclaredWords): boolean {
  return PUBLIC.test(head) || PUBLIC.test(tail);
}
