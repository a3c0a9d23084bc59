/** A C type as clang prints it, names not yet looked up. */
export type TypeSyntax =
  /** Keywords such as `unsigned`, `long`, sorted, with a blank between them. */
  | { readonly kind: 'basic'; readonly words: string; readonly isConst: boolean }
  | { readonly kind: 'typedef'; readonly name: string; readonly isConst: boolean }
  | {
      readonly kind: 'tag';
      readonly tag: 'struct' | 'union' | 'enum';
      /** `NAME`, or `at FILE:LINE:COLUMN` for one without. */
      readonly name: string;
      readonly isConst: boolean;
    }
  | { readonly kind: 'pointer'; readonly to: TypeSyntax; readonly isConst: boolean }
  | { readonly kind: 'array'; readonly of: TypeSyntax; readonly length: number | undefined }
  | {
      readonly kind: 'function';
      readonly returns: TypeSyntax;
      /** The text without the list of parameters: what C code would write for the return type. */
      readonly returnText: string;
      readonly params: readonly TypeSyntax[];
      readonly isVariadic: boolean;
    }
  | { readonly kind: 'other' };

const BASIC = new Set([
  ...['void', 'char', 'short', 'int', 'long', 'float', 'double', 'signed', 'unsigned'],
  ...['_Bool', '__int128', '__float128', '_Float128'],
]);
const QUALIFIERS = new Set([
  ...['volatile', 'restrict', '__restrict', '_Nonnull', '_Nullable', '_Null_unspecified'],
  ...['__unaligned', 'noexcept'],
]);
const TAGS = new Set(['struct', 'union', 'enum', 'class']);

/** `(unnamed struct at a.c:1:2)`; clang 14 calls some of them anonymous. */
const UNNAMED = /\((?:unnamed|anonymous)(?: (?:struct|union|enum|class))? at (.+?):(\d+):(\d+)\)/y;
const NAME = /^[A-Za-z_$]/;
const TOKEN = /[A-Za-z_$][\w$]*(?:::[A-Za-z_$][\w$]*)*(?:::(?=\())?|\d+|\.\.\.|[*(),]/y;

interface Token {
  readonly text: string;
  readonly start: number;
  /** For a type without a name: where it is defined. */
  readonly at?: string;
}

/** Reads a type as clang prints it; what there is no place for in `TypeSyntax` becomes `other`. */
export function parseType(text: string): TypeSyntax {
  const tokens = tokensOf(text);
  if (tokens === undefined) return { kind: 'other' };
  try {
    return new TypeParser(text, tokens).whole();
  } catch (thrown) {
    if (thrown instanceof TypeSyntaxError || thrown instanceof RangeError) return { kind: 'other' };
    throw thrown;
  }
}

/** The names of types that a printed type mentions: `struct point`, `Buf`, `size_t`. */
export function namesInType(text: string): string[] {
  const names: string[] = [];
  const tokens = tokensOf(text) ?? [];
  for (const [index, { text: word }] of tokens.entries()) {
    const before = tokens[index - 1]?.text ?? '';
    if (!NAME.test(word) || word.endsWith('::')) continue;
    if (BASIC.has(word) || QUALIFIERS.has(word) || TAGS.has(word)) continue;
    if (word === 'const' || word.startsWith('__attribute__') || OTHER_WORDS.has(word)) continue;
    names.push(TAGS.has(before) ? `${before} ${word}` : word);
  }
  return names;
}

const OTHER_WORDS = new Set([
  ...['_Complex', '_Atomic', '_BitInt', '_ExtInt', 'typeof', '__typeof__', 'auto', '_Float16'],
  ...['__fp16', '__bf16', '_Accum', '_Fract', '_Sat', 'sizeof', '__auto_type', 'decltype'],
]);

class TypeSyntaxError extends Error {}

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === ' ') {
      at++;
      continue;
    }
    UNNAMED.lastIndex = at;
    const unnamed = UNNAMED.exec(text);
    if (unnamed !== null) {
      const [all, file, line, column] = unnamed;
      tokens.push({ text: all, start: at, at: `at ${file}:${line}:${column}` });
      at += all.length;
      continue;
    }
    if (text[at] === '[') {
      const end = closing(text, at, '[', ']');
      if (end === undefined) return undefined;
      tokens.push({ text: text.slice(at, end), start: at });
      at = end;
      continue;
    }
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) return undefined;
    // Attributes of functions change nothing here; of vectors and address spaces they do.
    if (token === '__attribute__') {
      const end = closing(text, at + token.length, '(', ')');
      if (end === undefined) return undefined;
      if (/vector|address_space|matrix|ptrauth/.test(text.slice(at, end))) return undefined;
      at = end;
      continue;
    }
    tokens.push({ text: token, start: at });
    at += token.length;
  }
  return tokens;
}

/** Just after the bracket that closes the first one from a place on. */
function closing(text: string, from: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === open) depth++;
    if (text[at] === close && --depth === 0) return at + 1;
  }
  return undefined;
}

/** What a declarator makes of the type before it. */
type Wrap = (inner: TypeSyntax) => TypeSyntax;

class TypeParser {
  private readonly text: string;
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.text = text;
    this.tokens = tokens;
  }

  whole(): TypeSyntax {
    const type = this.type();
    if (this.at !== this.tokens.length) throw new TypeSyntaxError();
    return type;
  }

  private type(): TypeSyntax {
    const base = this.base();
    return this.declarator()(base);
  }

  /** Words and qualifiers, before the first star or bracket. */
  private base(): TypeSyntax {
    const words: string[] = [];
    let isConst = false;
    let named: TypeSyntax | undefined;
    for (;;) {
      const word = this.peek();
      const isFirst = named === undefined && words.length === 0;
      if (word === 'const') isConst = true;
      else if (!QUALIFIERS.has(word)) {
        if (named === undefined && BASIC.has(word)) words.push(word);
        else if (isFirst && NAME.test(word)) named = this.named(word);
        else break;
      }
      this.at++;
    }
    if (named === undefined && words.length === 0) throw new TypeSyntaxError();
    const type = named ?? { kind: 'basic', words: words.sort().join(' '), isConst };
    return isConst ? constant(type) : type;
  }

  /** Stays on the last token of the name. */
  private named(word: string): TypeSyntax {
    if (OTHER_WORDS.has(word) || word.endsWith('::')) throw new TypeSyntaxError();
    const tag = word === 'class' ? 'struct' : word;
    if (tag !== 'struct' && tag !== 'union' && tag !== 'enum') {
      return { kind: 'typedef', name: word, isConst: false };
    }
    this.at++;
    // `struct outer::(unnamed at …)`.
    if (this.peek().endsWith('::')) this.at++;
    const token = this.tokens[this.at];
    if (token === undefined) throw new TypeSyntaxError();
    if (token.at === undefined && !NAME.test(token.text)) throw new TypeSyntaxError();
    return { kind: 'tag', tag, name: token.at ?? token.text, isConst: false };
  }

  /** `*const (*)[3]` and the like: no name stands in it. */
  private declarator(): Wrap {
    if (this.peek() === '*') {
      this.at++;
      let isConst = false;
      while (this.peek() === 'const' || QUALIFIERS.has(this.peek())) {
        if (this.peek() === 'const') isConst = true;
        this.at++;
      }
      const rest = this.declarator();
      return (inner) => rest({ kind: 'pointer', to: inner, isConst });
    }
    let nested: Wrap | undefined;
    const next = this.tokens[this.at + 1]?.text;
    if (this.peek() === '(' && (next === '*' || next === '(' || next?.startsWith('['))) {
      this.at++;
      nested = this.declarator();
      this.expect(')');
    }
    const suffix = this.suffixes();
    return (inner) => (nested === undefined ? suffix(inner) : nested(suffix(inner)));
  }

  private suffixes(): Wrap {
    if (this.peek().startsWith('[')) {
      // A length that is only known when the program runs is printed as the source writes it.
      const [, digits] = /^\[(\d+)\]$/.exec(this.peek()) ?? [];
      const length = digits === undefined ? undefined : Number(digits);
      this.at++;
      const rest = this.suffixes();
      return (inner) => ({ kind: 'array', of: rest(inner), length });
    }
    if (this.peek() === '(') return this.parameters();
    return (inner) => inner;
  }

  private parameters(): Wrap {
    const start = this.tokens[this.at]?.start ?? 0;
    this.at++;
    const params: TypeSyntax[] = [];
    let isVariadic = false;
    while (this.peek() !== ')') {
      if (this.peek() === '...') {
        isVariadic = true;
        this.at++;
      } else params.push(this.type());
      if (this.peek() === ',') this.at++;
      else if (this.peek() !== ')') throw new TypeSyntaxError();
    }
    const end = (this.tokens[this.at]?.start ?? this.text.length) + 1;
    this.at++;
    while (this.peek() === 'const' || QUALIFIERS.has(this.peek())) this.at++;
    const around = `${this.text.slice(0, start)}${this.text.slice(end)}`;
    const returnText = around.replace(/ *__attribute__\(\(.*?\)\)/g, '').trim();
    const [only] = params;
    const isEmpty =
      params.length === 1 && only?.kind === 'basic' && only.words === 'void' && !isVariadic;
    const rest = this.suffixes();
    return (inner) => ({
      kind: 'function',
      returns: rest(inner),
      returnText,
      params: isEmpty ? [] : params,
      isVariadic,
    });
  }

  private peek(): string {
    return this.tokens[this.at]?.text ?? '';
  }

  private expect(text: string): void {
    if (this.peek() !== text) throw new TypeSyntaxError();
    this.at++;
  }
}

function constant(type: TypeSyntax): TypeSyntax {
  return 'isConst' in type ? { ...type, isConst: true } : type;
}
