import type { Brackets, RustToken } from './tokens.ts';

/** Where code stands: in a function or the value of a constant, or in the body of a macro. */
type CodePlace = 'body' | 'macro';

/** A token of code. */
export interface CodeToken extends RustToken {
  readonly place: CodePlace;
}

const KEYWORDS = new Set(
  (
    '_ as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod ' +
    'move mut pub ref return self Self static struct super trait true type unsafe use where while'
  ).split(' '),
);

/**
 * The words, numbers and texts that stand in bodies of functions, in values of constants and statics, and in what
 * macros of the file expand to: also those in uses of macros. Keywords, attributes and the parameters of macros are
 * left out: nothing happens in them.
 */
export function codeTokens(
  tokens: readonly RustToken[],
  brackets: Pick<Brackets, 'ends'>,
): CodeToken[] {
  const places = new CodePlaces(tokens, brackets.ends);
  places.find();
  return tokens.flatMap((token, index) => {
    const place = places.of(index);
    if (place === undefined || token.kind === 'sign') return [];
    if (token.kind === 'word' && KEYWORDS.has(token.text)) return [];
    return tokens[index - 1]?.text === '$' ? [] : [{ ...token, place }];
  });
}

class CodePlaces {
  private readonly tokens: readonly RustToken[];
  private readonly ends: ReadonlyMap<number, number>;
  private readonly places: (CodePlace | undefined)[];

  constructor(tokens: readonly RustToken[], ends: ReadonlyMap<number, number>) {
    this.tokens = tokens;
    this.ends = ends;
    this.places = new Array<CodePlace | undefined>(tokens.length).fill(undefined);
  }

  of(index: number): CodePlace | undefined {
    return this.places[index];
  }

  find(): void {
    const attributes: { readonly from: number; readonly to: number }[] = [];
    for (const [index, token] of this.tokens.entries()) {
      if (token.text === '#') {
        const open = this.text(index + 1) === '!' ? index + 2 : index + 1;
        if (this.text(open) === '[') attributes.push({ from: index, to: this.endOf(open) });
      }
      if (token.kind !== 'word') continue;
      if (token.text === 'fn' && this.isWord(index + 1)) this.body(index + 2);
      else if (token.text === 'const' || token.text === 'static') this.value(index);
      else if (token.text === 'macro_rules' && this.text(index + 1) === '!') this.rules(index + 3);
      else if (token.text === 'macro' && this.isWord(index + 1)) this.macro(index + 2);
    }
    for (const { from, to } of attributes) this.places.fill(undefined, from, to);
  }

  /** Behind the name of a function: its body, or the semicolon of one that has none. */
  private body(from: number): void {
    for (let at = from; at < this.tokens.length; at += 1) {
      const sign = this.text(at);
      // `Text<{ N }>` is a type.
      if (sign === '{' && !/^[<=]$/.test(this.text(at - 1))) {
        this.mark(at + 1, this.endOf(at), 'body');
        return;
      }
      if (/^[;)\]}]$/.test(sign)) return;
      if (this.ends.has(at)) at = this.endOf(at);
    }
  }

  /** At `const` or `static`: what stands between `=` and the semicolon, where it has a type. */
  private value(index: number): void {
    // `*const T` is a type, and `<const N: usize>` a parameter.
    if (/^[*<,]$/.test(this.text(index - 1))) return;
    const name = /^(?:mut|ref|unsafe)$/.test(this.text(index + 1)) ? index + 2 : index + 1;
    if (!this.isWord(name) || this.text(name + 1) !== ':') return;
    let angles = 0;
    let from: number | undefined;
    for (let at = name + 2; at < this.tokens.length; at += 1) {
      const sign = this.text(at);
      if (/^[;)\]}]$/.test(sign)) {
        if (from !== undefined) this.mark(from, at, 'body');
        return;
      }
      if (from === undefined) {
        if (sign === '<') angles += 1;
        if (sign === '>') angles -= 1;
        if (sign === '=' && angles <= 0) from = at + 1;
      }
      if (this.ends.has(at)) at = this.endOf(at);
    }
    if (from !== undefined) this.mark(from, this.tokens.length, 'body');
  }

  /** At the bracket around rules: what stands in the brackets behind each `=>`. */
  private rules(open: number): void {
    const end = this.endOf(open);
    for (let at = open + 1; at < end; at += 1) {
      if (!this.ends.has(at)) continue;
      const close = this.endOf(at);
      if (this.text(at - 1) === '=>') this.mark(at + 1, close, 'macro');
      at = close;
    }
  }

  /** Behind the name of a `macro`: its parameters and its body, or rules. */
  private macro(open: number): void {
    if (this.text(open) === '{') this.rules(open);
    if (this.text(open) !== '(') return;
    const body = this.endOf(open) + 1;
    if (this.text(body) === '{') this.mark(body + 1, this.endOf(body), 'macro');
  }

  /** What is in the body of a macro remains that, whatever it looks like. */
  private mark(from: number, to: number, place: CodePlace): void {
    for (let at = from; at < Math.min(to, this.tokens.length); at += 1) this.places[at] ??= place;
  }

  private endOf(open: number): number {
    return this.ends.get(open) ?? open;
  }

  private text(index: number): string {
    return this.tokens[index]?.text ?? '';
  }

  private isWord(index: number): boolean {
    return this.tokens[index]?.kind === 'word';
  }
}
