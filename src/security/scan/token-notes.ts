import type { Symbols } from '../../code/c/ir/symbols.ts';
import { lex, type Token } from '../../code/syntax/lexer.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import type { AnalysisNote } from '../candidates/file-analysis.ts';
import { named, stretches } from './line-stretches.ts';

/** Assembler that leaves for a place with a name, which may be any function. */
const LEAVES =
  /(?:^|[\n;"\s])(?:call[lq]?|jmp[lq]?|bl?x?r?|jal|jalr|brasl|tail|syscall|svc|ecall)\s+\*?%*[A-Za-z_]\w*|\bsyscall\b|\becall\b/;
const ASSEMBLER = /^(?:asm|__asm|__asm__)$/;

/** What to say of code that its tokens alone show, and no analysis of functions follows. */
export function tokenNotes(tree: SyntaxTree, symbols: Symbols): AnalysisNote[] {
  const tokens = lex(tree.text);
  const notes = [
    note(
      tree,
      tokens.filter((token, at) => isLeavingAssembler(token, at, tokens)),
      true,
      (lines) => `assembler at ${lines} calls or jumps to code: it was not examined`,
    ),
    note(
      tree,
      macroUses(tokens, symbols),
      false,
      (lines) =>
        `uses of macros at ${lines} are defined by no file that this one includes: ` +
        'what files that include it make of them was not examined',
    ),
    note(
      tree,
      ambiguousEnds(tree.text),
      true,
      (lines) =>
        `what compilers take for the end of the comment at ${lines} depends on their options: ` +
        'the code behind it was examined in one reading',
    ),
    note(
      tree,
      endless(tree.text, tokens),
      true,
      (lines) => `a comment or a text at ${lines} has no end: what stands in it was not examined`,
    ),
  ];
  return notes.filter((found) => found !== undefined);
}

function note(
  tree: SyntaxTree,
  places: readonly { readonly start: number; readonly end: number }[],
  failed: boolean,
  text: (lines: string) => string,
): AnalysisNote | undefined {
  if (places.length === 0) return undefined;
  const lines = new Set(places.map((place) => tree.location({ ...place, end: place.start }).line));
  const all = stretches([...lines].sort((left, right) => left - right));
  return {
    reason: text(`${lines.size === 1 ? 'line' : 'lines'} ${named(all)}`),
    failed,
    lines: all,
  };
}

/** Whether a token is a text of assembler, in the brackets of `asm`, that leaves the code around it. */
function isLeavingAssembler(token: Token, at: number, tokens: readonly Token[]): boolean {
  if (
    token.kind !== 'string' ||
    !LEAVES.test(token.text.replaceAll('\\n', '\n').replaceAll('\\t', ' '))
  )
    return false;
  let open = at - 1;
  while (tokens[open]?.kind === 'string') open -= 1;
  if (tokens[open]?.text !== '(') return false;
  do open -= 1;
  while (/^(?:volatile|__volatile__|__volatile|goto|inline)$/.test(tokens[open]?.text ?? ''));
  return ASSEMBLER.test(tokens[open]?.text ?? '');
}

/** Uses of unknown macros with arguments outside of all brackets, by themselves: `ENTRY(one, puts)`. */
function macroUses(tokens: readonly Token[], symbols: Symbols): Token[] {
  const found: Token[] = [];
  let depth = 0;
  let isStart = true;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'directive') isStart = true;
    else if (/^[({[]$/.test(token.text)) depth += 1;
    else if (/^[)}\]]$/.test(token.text)) {
      depth -= 1;
      isStart = depth === 0 && token.text === '}';
    } else if (depth === 0) {
      const end =
        isStart && token.kind === 'word' && isUnknown(token.text, symbols)
          ? endOfCall(tokens, at)
          : at;
      if (end > at && standsAlone(tokens, end)) {
        found.push(token);
        at = end - 1;
        isStart = true;
      } else isStart = token.text === ';';
    }
  }
  return found;
}

function isUnknown(name: string, symbols: Symbols): boolean {
  return (
    symbols.macrosNamed(name).length === 0 &&
    !/^(?:_Static_assert|static_assert|asm|__asm__|_Pragma|__attribute__)$/.test(name)
  );
}

/** Behind the brackets that follow a word, or the index of the word where none do. */
function endOfCall(tokens: readonly Token[], at: number): number {
  if (tokens[at + 1]?.text !== '(') return at;
  let depth = 0;
  for (let end = at + 1; end < tokens.length; end += 1) {
    if (tokens[end]?.text === '(') depth += 1;
    else if (tokens[end]?.text === ')') depth -= 1;
    if (depth === 0) return end + 1;
  }
  return at;
}

/** Whether nothing that makes a function or a declaration of it follows a use. */
function standsAlone(tokens: readonly Token[], end: number): boolean {
  const next = tokens[end];
  if (next === undefined || next.kind === 'directive') return true;
  return next.kind === 'word' && endOfCall(tokens, end) > end;
}

/**
 * Comments whose end is not the same to all: a trigraph `??/` that splices the next line to them, or a
 * carriage return by itself.
 */
function ambiguousEnds(text: string): { start: number; end: number }[] {
  if (!/\?\?\/\r?\n|\r(?!\n)/.test(text)) return [];
  const found: { start: number; end: number }[] = [];
  const each = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  for (const { 0: part, index } of text.matchAll(each)) {
    if (!part.startsWith('//')) continue;
    const isSplice = /\?\?\/\r?$/.test(part);
    const hasReturn = /\r(?!$)/.test(part);
    if (!isSplice && !hasReturn) continue;
    // The line behind a splice is what may be code or not.
    const end = isSplice ? text.indexOf('\n', index + part.length) + 1 : index;
    found.push({ start: index, end: index + 1 }, { start: end, end: end + 1 });
    if (isSplice) {
      const after = text.indexOf('\n', end) + 1;
      if (after > 0) found.push({ start: after, end: after + 1 });
    }
  }
  return found;
}

const RAW_TEXT = /^(?:u8|[uUL])?R"([^\s()\\]{0,16})\(/;
const TEXTS_AND_COMMENTS =
  /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g;

/**
 * The lines of a comment or a raw text that nothing ends, so that the rest of the file is in it. Compilers
 * refuse it; what it hides is not sound for that.
 */
function endless(text: string, tokens: readonly Token[]): { start: number; end: number }[] {
  const from = endlessText(tokens.at(-1)) ?? endlessComment(text, tokens.at(-1));
  if (from === undefined) return [];
  const places = [{ start: from, end: from + 1 }];
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1))
    if (at + 1 < text.length) places.push({ start: at + 1, end: at + 2 });
  return places;
}

function endlessText(last: Token | undefined): number | undefined {
  const [opening, delimiter = ''] = RAW_TEXT.exec(last?.text ?? '') ?? [];
  if (last?.kind !== 'string' || opening === undefined) return undefined;
  const isEnded = last.text.slice(opening.length).includes(`)${delimiter}"`);
  return isEnded ? undefined : last.start;
}

/** It is behind the last token, or in it where that is a directive. */
function endlessComment(text: string, last: Token | undefined): number | undefined {
  const from = (last?.kind === 'directive' ? last.start : last?.end) ?? 0;
  for (const { 0: part, index } of text.slice(from).matchAll(TEXTS_AND_COMMENTS)) {
    if (part.startsWith('/*') && !(part.length > 3 && part.endsWith('*/'))) return from + index;
  }
  return undefined;
}
