import type { ClangFunction } from '../../code/clang/unit.ts';
import { withoutComments } from './source-facts.ts';

/**
 * The texts of the functions whose codes a function returns: its own, and those of functions of the project whose result
 * it forwards as it is (`return add(list, strlen(text));`).
 * @param reached what it calls, at whatever depth
 */
export function textsOfCodes(
  f: ClangFunction,
  reached: readonly ClangFunction[],
  textOf: (f: ClangFunction) => string,
): string[] {
  const byName = new Map(reached.map((one) => [one.name, one]));
  const seen = new Set<ClangFunction>();
  const visit = (one: ClangFunction): string[] => {
    if (seen.has(one)) return [];
    seen.add(one);
    const text = textOf(one);
    const forwarded = calledLast(withoutComments(text)).flatMap((name) => byName.get(name) ?? []);
    return [text, ...forwarded.flatMap(visit)];
  };
  return visit(f);
}

/** The functions whose call is all that a `return` has. */
function calledLast(source: string): string[] {
  return [...source.matchAll(/\breturn\s*([A-Za-z_]\w*)\s*(\([^;]*\))\s*;/g)].flatMap(
    ([, name = '', rest = '']) => (isOnePair(rest) ? [name] : []),
  );
}

/** Whether the parenthesis at the start ends at the end: `(a) + g(b)` is two. */
function isOnePair(text: string): boolean {
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return at === text.length - 1;
  }
  return false;
}
