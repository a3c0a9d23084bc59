import type { Token } from '../../syntax/lexer.ts';
import { behindBrackets } from './brackets.ts';

const ASSEMBLER = /^(?:asm|__asm|__asm__)$/;
const ALIAS = /^(?:__)?(?:alias|weakref|ifunc)(?:__)?$/;
const PRAGMA = /^#\s*pragma\s+redefine_extname\s+(\w+)\s+(\w+)/;

/**
 * The functions whose declarations name another symbol, with that symbol: `int f(char *) asm("system");`,
 * `__attribute__((alias("g")))`, `#pragma redefine_extname f g`.
 */
export function linkerNames(tokens: readonly Token[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  tokens.forEach((token, at) => {
    if (token.kind === 'directive') {
      const [, from, to] = PRAGMA.exec(token.text) ?? [];
      if (from !== undefined && to !== undefined) names.set(from, to);
    }
    if (token.kind !== 'word' || tokens[at + 1]?.text !== '(') return;
    const isLabel = ASSEMBLER.test(token.text) && tokens[at - 1]?.text === ')';
    if (!isLabel && !ALIAS.test(token.text)) return;
    const symbol = /^"_?(\w+)"$/.exec(tokens[at + 2]?.text ?? '')?.[1];
    const name = symbol === undefined ? undefined : declaredBefore(tokens, at);
    if (name !== undefined && symbol !== undefined && name !== symbol) names.set(name, symbol);
  });
  return names;
}

/** The name before the first brackets of the declaration around an index, other than those of attributes. */
function declaredBefore(tokens: readonly Token[], index: number): string | undefined {
  let start = index;
  while (start > 0 && !/^[;{}]$/.test(tokens[start - 1]?.text ?? '')) start -= 1;
  for (let at = start; at < tokens.length && tokens[at]?.text !== ';'; at += 1) {
    if (tokens[at]?.text !== '(') continue;
    const before = tokens[at - 1];
    if (before?.kind === 'word' && !/^__(?:attribute|declspec)|^(?:asm|__asm)/.test(before.text))
      return before.text;
    at = behindBrackets(tokens, at) - 1;
  }
  return undefined;
}
