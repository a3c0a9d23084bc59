import type { Token } from '../../syntax/lexer.ts';
import { closingBrace } from './brackets.ts';
import { STATEMENT_WORD } from './keywords.ts';

/** What a piece of a file between two others is, as far as brackets and a few words tell. */
export type ItemKind = 'function' | 'record' | 'initialiser' | 'declaration' | 'unknown';

/** A declaration or definition of a file. */
export interface Item {
  readonly kind: ItemKind;
  /** Its tokens: from this index, up to but not with the other one. */
  readonly from: number;
  readonly to: number;
  /** The blocks of code in it, by the indices of their brackets. */
  readonly blocks: readonly Block[];
}

/** What stands in brackets and is code: the body of a function, an initialiser, or what is not understood. */
interface Block extends Braces {
  readonly kind: 'body' | 'initialiser' | 'unknown';
}

/** The indices of an opening and its closing bracket. */
interface Braces {
  readonly open: number;
  readonly close: number;
}

/**
 * Splits the tokens of one build of a file into its items, with no grammar but brackets: what stands
 * in braces behind a parameter list, or behind what is not understood, is code. The braces
 * of `extern "C"` and namespaces hold items themselves.
 */
export function itemsOf(tokens: readonly Token[]): Item[] {
  return itemsWithin(tokens, { open: -1, close: tokens.length }, false).map((item) => ({
    ...item,
    blocks: [...item.blocks, ...blocksOfMembers(tokens, item.records)].sort(
      (left, right) => left.open - right.open,
    ),
  }));
}

/** The blocks of the members of records and of the records in them, in no order. Generated code nests deeper than a stack. */
function blocksOfMembers(tokens: readonly Token[], records: readonly Braces[]): Block[] {
  const found: Block[] = [];
  const left = [...records];
  for (let braces = left.pop(); braces !== undefined; braces = left.pop()) {
    for (const { blocks, records: inner } of itemsWithin(tokens, braces, true)) {
      found.push(...blocks);
      left.push(...inner);
    }
  }
  return found;
}

function itemsWithin(
  tokens: readonly Token[],
  { open, close: to }: Braces,
  isMember: boolean,
): ReadItem[] {
  const items: ReadItem[] = [];
  const reader = new ItemReader(tokens, to, isMember);
  for (let at = open + 1; at < to; ) {
    const text = tokens[at]?.text;
    if (text === ';' || text === '}') at += 1;
    else {
      const item = reader.read(at);
      const isEmpty = item.blocks.length === 0 && item.records.length === 0;
      const block = { kind: 'unknown', open: at - 1, close: item.to } as const;
      // A statement outside of functions is one that a macro hides the beginning of.
      if (isEmpty && STATEMENT_WORD.test(text ?? ''))
        items.push({ ...item, kind: 'unknown', blocks: [block] });
      else if (!isEmpty || item.to > item.from) items.push(item);
      at = Math.max(item.next, at + 1);
    }
  }
  return items;
}

/** What begins with these and has an `=` declares no variable. */
const NO_VARIABLE = /^(?:template|using|namespace|typedef|enum|operator|class|export)$/;

/** An item without the blocks of its members. */
interface ReadItem extends Item {
  /** The braces of records in it. */
  readonly records: readonly Braces[];
  /** Where the next item may begin. */
  readonly next: number;
}

class ItemReader {
  private readonly tokens: readonly Token[];
  private readonly to: number;
  private readonly isMember: boolean;

  constructor(tokens: readonly Token[], to: number, isMember: boolean) {
    this.tokens = tokens;
    this.to = to;
    this.isMember = isMember;
  }

  read(from: number): ReadItem {
    const blocks: Block[] = [];
    const records: Braces[] = [];
    let kind: ItemKind = 'declaration';
    let open = 0;
    const end = (to: number, next = to): ReadItem => ({ kind, from, to, blocks, records, next });
    for (let at = from; at < this.to; at += 1) {
      const text = this.tokens[at]?.text ?? '';
      if (text === '(' || text === '[') open += 1;
      else if (text === ')' || text === ']') open = Math.max(0, open - 1);
      else if (text === '}' && open === 0) return end(at);
      else if (text === '=' && open === 0 && blocks.length === 0 && this.isValue(from, at)) {
        blocks.push({ kind: 'initialiser', open: at, close: this.endOfValue(at) });
        kind = 'initialiser';
      } else if (text === ';' && open === 0 && !this.isOldStyle(from, at)) return end(at + 1);
      else if (text === '{') {
        const close = Math.min(closingBrace(this.tokens, at), this.to);
        const found = this.isRecord(at)
          ? 'record'
          : open > 0
            ? 'unknown'
            : this.kindOf(from, at, blocks.length > 0);
        if (found === 'scope') return end(from, at + 1);
        if (kind === 'declaration' || (kind === 'unknown' && found === 'function')) kind = found;
        if (found === 'record') records.push({ open: at, close });
        else if (found !== 'declaration')
          blocks.push({ kind: found === 'function' ? 'body' : found, open: at, close });
        at = close;
        if (open === 0 && found !== 'record' && found !== 'initialiser' && !this.goesOn(at + 1))
          return end(Math.min(at + 1, this.to));
      }
    }
    return end(this.to);
  }

  /** Whether what follows an `=` is the value of a variable of the file, without braces. */
  private isValue(from: number, at: number): boolean {
    if (this.isMember || this.tokens[at + 1]?.text === '{') return false;
    return !NO_VARIABLE.test(this.tokens[from]?.text ?? '');
  }

  /** The semicolon, or the brace, that ends a value. */
  private endOfValue(equals: number): number {
    let open = 0;
    for (let at = equals; at < this.to; at += 1) {
      const text = this.tokens[at]?.text ?? '';
      if (/^[([]$/.test(text)) open += 1;
      else if (/^[)\]]$/.test(text)) open -= 1;
      else if (/^[{};]$/.test(text) && open <= 0) return at;
    }
    return this.to;
  }

  /** Whether a brace stands right behind `struct` and a name, or none. */
  private isRecord(brace: number): boolean {
    const words = [this.tokens[brace - 1]?.text, this.tokens[brace - 2]?.text];
    return words.some((word) => /^(?:struct|union)$/.test(word ?? ''));
  }

  /** Whether an item goes on behind a closing brace: `f() : a{1}, b{2} {}`, `try {} catch`. */
  private goesOn(at: number): boolean {
    const text = at < this.to ? this.tokens[at]?.text : undefined;
    return text === ',' || text === '{' || text === 'catch' || text === ')' || text === '...';
  }

  /** What the brace at an index opens. */
  private kindOf(from: number, brace: number, isLater: boolean): ItemKind | 'scope' {
    const before = this.tokens[brace - 1];
    if (before === undefined || brace === from) return 'unknown';
    let word = '';
    let hasList = false;
    let hasValue = false;
    let depth = 0;
    for (let at = from; at < brace; at += 1) {
      const { text = '', kind = 'sign' } = this.tokens[at] ?? {};
      if (text === '(') {
        if (depth === 0 && !isDecoration(this.tokens[at - 1]?.text ?? '')) hasList = true;
        depth += 1;
      } else if (text === ')') depth -= 1;
      else if (depth > 0) continue;
      else if (text === 'namespace') return 'scope';
      else if (/^(?:struct|union|class|enum)$/.test(text) && (word === '' || !hasList)) {
        word = text;
        hasList = false;
      } else if (text === '=' && this.tokens[at - 1]?.text !== 'operator') hasValue = true;
      else if (text === 'extern' && brace === at + 2 && before.kind === 'string') return 'scope';
      else if (kind === 'word' && text === 'export' && brace === at + 1) return 'scope';
    }
    if (hasValue) return 'initialiser';
    if (word !== '' && !hasList) return word === 'enum' ? 'declaration' : 'record';
    if (hasList) return 'function';
    return !isLater && brace - from >= 2 && before.kind === 'word' ? 'initialiser' : 'unknown';
  }

  /** Whether the declarations of old-style parameters stand around a semicolon: `f(a, b) int a; char *b; {`. */
  private isOldStyle(from: number, semicolon: number): boolean {
    let at = from;
    while (at < semicolon && !/^[({]$/.test(this.tokens[at]?.text ?? '')) at += 1;
    if (this.tokens[at]?.text !== '(') return false;
    if (this.tokens[at - 1]?.kind !== 'word' || at === from) return false;
    const names = new Set<string>();
    for (at += 1; this.tokens[at]?.kind === 'word'; at += 2) {
      names.add(this.tokens[at]?.text ?? '');
      if (this.tokens[at + 1]?.text === ')') break;
      if (this.tokens[at + 1]?.text !== ',') return false;
    }
    if (this.tokens[at]?.kind !== 'word' || this.tokens[at + 1]?.text !== ')') return false;
    at += 2;
    // `f(int32) NORETURN;` declares a function, and no parameter.
    if (!this.tokens.slice(at + 1, semicolon).some(({ text }) => names.has(text))) return false;
    // Declarations up to the brace, and nothing but them.
    for (let start = at; at < this.to && at < start + MAX_OLD_STYLE; at += 1) {
      const { text = '', kind = 'sign' } = this.tokens[at] ?? {};
      if (text === '{') return this.tokens[at - 1]?.text === ';';
      if (/^(?:static|extern|typedef)$/.test(text)) return false;
      if (kind !== 'word' && kind !== 'number' && !/^[*,;()[\]]$/.test(text)) return false;
      if (text === ';' && this.tokens[at - 1]?.text === ';') return false;
    }
    return false;
  }
}

/** Tokens of the declarations of old-style parameters. */
const MAX_OLD_STYLE = 400;

/** Words whose brackets are no parameter list. */
function isDecoration(word: string): boolean {
  return /^(?:__attribute__|__attribute|__declspec|alignas|_Alignas|__asm__|asm|__asm|noexcept|throw|decltype|requires|explicit)$/.test(
    word,
  );
}
