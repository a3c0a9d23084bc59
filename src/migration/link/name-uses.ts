import { lex, type Token } from '../../code/syntax/lexer.ts';

/** Where a C file names a function, and as what. */
export interface NameUse {
  /**
   * `prototype`: a declaration of its own; `call`: within braces, with what it is given; `macro`: in a line of the
   * preprocessor; `text`: a string that is the name; `other`: its address, another definition, anything else.
   */
  readonly kind: 'prototype' | 'call' | 'macro' | 'text' | 'other';
  readonly start: number;
  /** Behind the name; behind the semicolon of a prototype. */
  readonly end: number;
  /** Of a prototype, whether it stands between `#if` and `#endif`; guards against including twice count, too. */
  readonly isConditional: boolean;
}

/** All uses of a name in the text of a C file, as its tokens tell: also those that the preprocessor leaves out. */
export function usesOfName(text: string, name: string): NameUse[] {
  const tokens = lex(text);
  const uses: NameUse[] = [];
  const isName = new RegExp(`\\b${name}\\b`);
  let [braces, conditions, itemStart] = [0, 0, 0];
  for (const [at, token] of tokens.entries()) {
    const add = (kind: NameUse['kind'], start = token.start, end = token.end) =>
      uses.push({ kind, start, end, isConditional: conditions > 0 });
    if (token.kind === 'directive') {
      conditions += conditionStep(token.text);
      if (isName.test(token.text)) add('macro');
      if (braces === 0) itemStart = at + 1;
    } else if (token.kind === 'string') {
      if (token.text.replace(/^\w*"|"$/g, '') === name) add('text');
    } else if (token.text === name && token.kind === 'word') {
      // The member of a record.
      if (/^(?:\.|->)$/.test(tokens[at - 1]?.text ?? '')) continue;
      const end = braces === 0 ? endOfPrototype(tokens, itemStart, at) : undefined;
      if (end !== undefined) add('prototype', tokens[itemStart]?.start, end);
      else add(braces > 0 && tokens[at + 1]?.text === '(' ? 'call' : 'other');
    } else if (token.text === '{') {
      braces += 1;
    } else if (token.text === '}') {
      braces = Math.max(0, braces - 1);
      if (braces === 0) itemStart = at + 1;
    } else if (token.text === ';' && braces === 0) {
      itemStart = at + 1;
    }
  }
  return uses;
}

/** How much deeper in conditions what follows a directive stands. */
export function conditionStep(directive: string): number {
  if (/^\s*#\s*if/.test(directive)) return 1;
  return /^\s*#\s*endif/.test(directive) ? -1 : 0;
}

/**
 * Behind the semicolon, where an item declares a function of that name and nothing else.
 * @param from its first token
 * @param at that of the name
 */
function endOfPrototype(tokens: readonly Token[], from: number, at: number): number | undefined {
  const before = tokens.slice(from, at);
  if (before.length === 0 || tokens[at + 1]?.text !== '(') return undefined;
  // What has an initialiser, or declares something else first, is no declaration of this alone.
  if (before.some(({ text }) => /^[=,(){}]$/.test(text) || text === 'typedef')) return undefined;
  let depth = 0;
  for (const { text, end, kind } of tokens.slice(at + 1)) {
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    else if (depth === 0 && text === ';') return end;
    // A body, a second name, or a head of the old style.
    else if (depth === 0 && (kind === 'directive' || /^[{=,]$/.test(text))) return undefined;
  }
  return undefined;
}
