import { lex, type Token } from '../syntax/lexer.ts';

/** What the grammar reads where a pattern has `...`: a name that no metavariable and hardly any code has. */
export const ANY_NAME = '$__any';

/** The same for `$...ARGS`, before its name. */
export const MANY_PREFIX = '$__many_';

/**
 * The text of a pattern as the grammar can read it: `...` is a name where expressions stand, and a statement of its own where
 * statements do.
 */
export function grammaticalText(pattern: string): string {
  const tokens = lex(pattern);
  const open: ('list' | 'block')[] = [];
  const written: string[] = [];
  let end = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const [token, next, afterNext] = tokens.slice(at, at + 3);
    if (token === undefined) break;
    const before = tokens[at - 1];
    // What stands between tokens stays: `-1` is a number, and `- 1` is not.
    written.push(pattern.slice(end, token.start));
    end = token.end;
    if (token.text === '$' && isMany(token, next, afterNext)) {
      written.push(`${MANY_PREFIX}${afterNext?.text ?? ''}`);
      end = afterNext?.end ?? end;
      at += 2;
    } else if (token.text === '...') {
      const isOfFor = before?.text === '(' && next?.text === ')' && tokens[at - 2]?.text === 'for';
      const isStatement = open.at(-1) !== 'list' && next?.text !== ';';
      written.push(
        isOfFor ? `${ANY_NAME}; ${ANY_NAME}; ${ANY_NAME}` : isStatement ? `${ANY_NAME};` : ANY_NAME,
      );
    } else {
      if (token.text === '(' || token.text === '[') open.push('list');
      else if (token.text === '{') open.push(opensList(before, open.at(-1)) ? 'list' : 'block');
      else if (token.text === ')' || token.text === ']' || token.text === '}') open.pop();
      written.push(token.text);
    }
  }
  return written.join('');
}

/** `$...ARGS`, without a space in it. */
function isMany(dollar: Token, dots: Token | undefined, name: Token | undefined): boolean {
  return (
    dots?.text === '...' &&
    name?.kind === 'word' &&
    /^[A-Z][A-Z0-9_]*$/.test(name.text) &&
    dollar.end === dots.start &&
    dots.end === name.start
  );
}

/** Whether a brace opens the values of an initialiser. */
function opensList(before: Token | undefined, around: 'list' | 'block' | undefined): boolean {
  return before?.text === '=' || (around === 'list' && /^[,{]$/.test(before?.text ?? ''));
}
