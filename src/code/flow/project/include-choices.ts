import { directiveIn } from '../../c/declarations/directives.ts';
import { lex, type Token } from '../../syntax/lexer.ts';
import { choosesHeaders } from './included-paths.ts';

/** Longer macros name no header and decide no condition. */
const MAX_BODY = 200;

/** The words of the directives that decide what is included. */
const WORDS: ReadonlySet<string> = new Set(
  'if ifdef ifndef elif elifdef elifndef else endif include define undef'.split(' '),
);

/** What stands for the guard of a header, of either kind. */
export const ONCE = '#pragma once\n';

/**
 * The directives of a header whose conditions or macros choose what it includes: who includes the header may decide
 * them. Its guard is `ONCE` at the beginning. Undefined for a header that includes the same for all.
 */
export function includeChoices(text: string): string | undefined {
  if (!choosesHeaders(text)) return undefined;
  const all = lex(text).flatMap((token) => {
    const found = directiveIn(token);
    return found !== undefined && WORDS.has(found.word) ? [{ ...found, token }] : [];
  });
  const inner = withoutGuard(all);
  const isGuarded = inner !== all || /^[ \t]*#[ \t]*pragma[ \t]+once\b/m.test(text);
  const asked = new Set(
    inner.flatMap(({ word, body }) =>
      word === 'define' ? [] : (body.match(/[A-Za-z_]\w*/g) ?? []),
    ),
  );
  const lines = inner
    .filter(({ word, body, token }) => {
      if (word !== 'define' && word !== 'undef') return true;
      const [name = '', parameters] = /^(\w+)(\()?/.exec(body)?.slice(1) ?? [];
      const isShort = parameters === undefined && token.text.length <= MAX_BODY;
      return asked.has(name) && isShort;
    })
    .map(({ word, body }) => `${`#${word} ${body.replaceAll('\n', ' ')}`.trimEnd()}\n`);
  return [...(isGuarded ? [ONCE] : []), ...lines].join('');
}

interface Directive {
  readonly word: string;
  readonly body: string;
  readonly token: Token;
}

/** The directives inside of what keeps a header from being read twice. */
function withoutGuard(all: readonly Directive[]): readonly Directive[] {
  const [first, second] = all;
  const name = first?.word === 'ifndef' ? first.body : undefined;
  const defines = second?.word === 'define' && /^\w+/.exec(second.body)?.[0];
  if (name === undefined || defines !== name) return all;
  let depth = 0;
  for (const [at, { word }] of all.entries()) {
    if (word.startsWith('if')) depth += 1;
    else if (word === 'endif') depth -= 1;
    // An `#else` of the guard, or something behind it, makes it more than that.
    else if (depth === 1 && word.startsWith('el')) return all;
    if (depth === 0) return at === all.length - 1 ? all.slice(2, -1) : all;
  }
  return all;
}
