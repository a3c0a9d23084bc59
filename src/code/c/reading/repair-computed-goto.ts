import type { Token } from '../../syntax/lexer.ts';
import { madeToken } from './made-tokens.ts';

/**
 * GNU C's `goto *place;` as a `switch` over the labels whose addresses are taken (`&&label`), any of
 * which it may go to.
 */
export function withLabelsChosen(tokens: readonly Token[]): readonly Token[] {
  const labels = tokens.filter((_, at) => isAddressed(tokens, at)).map(({ text }) => text);
  if (labels.length === 0) return tokens;
  const names = [...new Set(labels)];
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const make = (...texts: string[]) => texts.map((text) => madeToken(text, token));
    if (isAddressed(tokens, at + 1)) {
      const label = tokens[at + 1] ?? token;
      result.push({ ...label, kind: 'number', text: '0' });
      at += 1;
    } else if (token.text === 'goto' && tokens[at + 1]?.text === '*') {
      let end = at + 2;
      while (end < tokens.length && tokens[end]?.text !== ';') end += 1;
      result.push(
        ...make('switch', '(', '('),
        ...tokens.slice(at + 2, end),
        ...make(')', '!=', '0', ')', '{'),
      );
      names.forEach((name, index) => {
        const isLast = index === names.length - 1;
        const head = isLast ? ['default', ':'] : ['case', String(index), ':'];
        result.push(...make(...head, 'goto', name, ';'));
      });
      result.push(...make('}'));
      at = end;
    } else result.push(token);
  }
  return result;
}

/** Whether the word at an index is a label whose address is taken. */
function isAddressed(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.kind !== 'word' || tokens[at - 1]?.text !== '&&') return false;
  return /^(?:[{(,=?:]|return|\[)$/.test(tokens[at - 2]?.text ?? '');
}
