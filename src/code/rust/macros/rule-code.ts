import type { TextSpan } from '../../syntax/syntax.ts';
import { type Brackets, pairBrackets, type RustToken, rustTokens } from '../account/tokens.ts';

/** The body of a macro's rule as code, each character where it stands in the file. */
export interface RuleCode {
  /** As long as the body, in braces. */
  readonly code: string;
  /** What stands between the brackets of each `$(..)*`, `$(..),+` and `$(..)?`, by offsets into the body. */
  readonly repetitions: readonly TextSpan[];
}

/** Longer bodies, and repetitions that are nested deeper, are not read. */
const MAX_LENGTH = 65_536;
const MAX_DEPTH = 8;

/**
 * Writes the body of a rule so that the grammar reads it as code: `$x` becomes a name that is as long, and of `$(..),*`
 * what is repeated is left, once. Every offset stays what it was.
 * @param pattern what the rule matches, with its brackets
 * @param body what it expands to, with its brackets
 * @param optional whether what stands in `$(..)?` is there: a keyword, which no name can stand for, often is
 * @returns undefined where that is not to be known: a `$` that names nothing, or a macro that the body defines
 */
export function ruleCode(
  pattern: string,
  body: string,
  optional: 'kept' | 'left out' = 'kept',
): RuleCode | undefined {
  if (body.length > MAX_LENGTH || /\bmacro_rules\s*!/.test(body)) return undefined;
  const tokens = rustTokens(body);
  const writer = new RuleWriter(body, tokens, pairBrackets(tokens), fragmentsOf(pattern), optional);
  return writer.write();
}

/** The kinds of what `$name:kind` stands for in a pattern, by the name. */
function fragmentsOf(pattern: string): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  for (const [, name = '', kind = ''] of pattern.matchAll(/\$\s*(?:r#)?(\w+)\s*:\s*(\w+)/g))
    kinds.set(name, kind);
  return kinds;
}

class RuleWriter {
  private readonly characters: string[];
  private readonly repetitions: TextSpan[] = [];
  private readonly tokens: readonly RustToken[];
  private readonly brackets: Brackets;
  private readonly fragments: ReadonlyMap<string, string>;
  private readonly optional: 'kept' | 'left out';

  constructor(
    body: string,
    tokens: readonly RustToken[],
    brackets: Brackets,
    fragments: ReadonlyMap<string, string>,
    optional: 'kept' | 'left out',
  ) {
    this.optional = optional;
    this.characters = body.split('');
    this.tokens = tokens;
    this.brackets = brackets;
    this.fragments = fragments;
  }

  write(): RuleCode | undefined {
    if (this.brackets.open !== undefined) return undefined;
    if (!this.part(0, this.tokens.length, 0)) return undefined;
    const { characters, repetitions } = this;
    characters[0] = '{';
    characters[characters.length - 1] = '}';
    return { code: characters.join(''), repetitions };
  }

  /** Writes tokens from one index up to another; false where they cannot be. */
  private part(from: number, to: number, depth: number): boolean {
    if (depth > MAX_DEPTH) return false;
    for (let at = from; at < to; at += 1) {
      if (this.text(at) !== '$') continue;
      const end = this.text(at + 1) === '(' ? this.repetition(at, depth) : this.fragment(at);
      if (end === undefined) return false;
      at = end;
    }
    return true;
  }

  /** `$( .. ) separator operator`: only what is inside, and a semicolon, are left. Gives the index of the operator. */
  private repetition(at: number, depth: number): number | undefined {
    const close = this.brackets.ends.get(at + 1);
    if (close === undefined) return undefined;
    const operator = this.operatorBehind(close);
    if (operator === undefined || !this.part(at + 2, close, depth + 1)) return undefined;
    const isLeftOut = this.text(operator) === '?' && this.optional === 'left out';
    for (let index = at; index <= (isLeftOut ? close : at + 1); index += 1) this.blank(index);
    for (let index = close; index <= operator; index += 1)
      if (this.text(index) !== ';') this.blank(index);
    const [first, last] = [this.tokens[at + 1], this.tokens[close]];
    if (first !== undefined && last !== undefined && !isLeftOut)
      this.repetitions.push({ start: first.end, end: last.start });
    return operator;
  }

  /** The `*`, `+` or `?` behind a repetition: what looks like one is a separator where another one follows it. */
  private operatorBehind(close: number): number | undefined {
    for (let at = close + 1; at <= close + 3; at += 1) {
      if (!/^[*+?]$/.test(this.text(at))) continue;
      const isSeparator =
        at === close + 1 && /^[*+?]$/.test(this.text(at + 1)) && this.isJoined(at);
      return isSeparator ? at + 1 : at;
    }
    return undefined;
  }

  private isJoined(at: number): boolean {
    return this.tokens[at]?.end === this.tokens[at + 1]?.start;
  }

  /** `$name`: a name, or what else its kind is in code. Gives the index of the name. */
  private fragment(at: number): number | undefined {
    const [sign, name] = [this.tokens[at], this.tokens[at + 1]];
    if (sign === undefined || name?.kind !== 'word' || sign.end !== name.start) return undefined;
    const kind = name.text === 'crate' ? 'path' : this.fragments.get(name.text);
    if (kind === undefined) return undefined;
    if (kind === 'vis' || kind === 'item' || kind === 'stmt') {
      this.blank(at);
      this.blank(at + 1);
    } else if (kind === 'block') {
      this.blank(at);
      this.blank(at + 1);
      this.characters[sign.start] = '{';
      this.characters[name.end - 1] = '}';
    } else {
      this.characters[sign.start] = kind === 'lifetime' ? "'" : '_';
    }
    return at + 1;
  }

  private blank(index: number): void {
    const token = this.tokens[index];
    if (token !== undefined) this.characters.fill(' ', token.start, token.end);
  }

  private text(index: number): string {
    return this.tokens[index]?.text ?? '';
  }
}
