import type { Language } from '../syntax/language.ts';
import { lex, type Token } from '../syntax/lexer.ts';

/** A token with the lines that it stands on, from 1. */
export interface PlacedToken {
  readonly kind: Token['kind'];
  /** Of a directive without comments, and with single spaces. */
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
}

/** The tokens of a text, comments left out. Those of Rust are found with the rules of C, which is good enough to compare them. */
export function placedTokens(text: string, language: Language): PlacedToken[] {
  let [line, at] = [1, 0];
  const lineAt = (offset: number) => {
    for (; at < offset; at++) if (text.charCodeAt(at) === LINE_FEED) line++;
    return line;
  };
  return lex(language === 'rust' ? withoutRustMarks(text) : text).map((token) => {
    const { kind, text: read, start, end } = token;
    const lines = { line: lineAt(start), endLine: lineAt(Math.max(start, end - 1)) };
    return { kind, text: kind === 'directive' ? withoutComments(read) : read, ...lines };
  });
}

const LINE_FEED = 10;

const STRING_OR_COMMENT = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/g;

function withoutComments(directive: string): string {
  const code = directive.replace(STRING_OR_COMMENT, (_, string?: string) => string ?? ' ');
  return code.replace(/\s+/g, ' ').trim();
}

/** Lifetimes and attributes look like characters and directives of C; what comes in their place is as long. */
function withoutRustMarks(text: string): string {
  return text
    .replace(/'(?=[\p{L}_][\p{L}\p{N}_]*(?!['\p{L}\p{N}_]))/gu, ' ')
    .replace(/#(?=!?\[)/g, ' ');
}
