import { lex } from '../../../code/syntax/lexer.ts';
import type { SyntaxTree } from '../../../code/syntax/syntax.ts';
import { HEADER_CONTENTS } from './header-contents.ts';
import type { MechanicalFix } from './mechanical-fix.ts';

/**
 * Whether a fix means by its names what the library does, as far as headers of the project tell: none has a macro of
 * a name that the fix writes, replaces or adds an argument to, and none declares a function of it, which may be a member
 * or one of a namespace. Where the fix adds a header of the library, none declares anything by a name of that.
 * @param headers the texts of what the file includes
 */
export function meansTheLibrary(
  fix: MechanicalFix,
  tree: SyntaxTree,
  headers: Iterable<string>,
): boolean {
  const names = new Set(
    fix.edits.flatMap(({ start, end, text }) => [
      ...wordsIn(tree.text.slice(start, end)),
      ...wordsIn(text),
      ...calledAround(tree.text.slice(0, start)),
    ]),
  );
  const added = new Set(fix.edits.flatMap(({ text }) => [...contentsOf(text)]));
  for (const header of headers)
    if (givesMeaning(header, names) || givesMeaning(header, added) || declaresType(header, added))
      return false;
  return true;
}

function wordsIn(text: string): string[] {
  return lex(text).flatMap(({ kind, text: word }) => (kind === 'word' ? [word] : []));
}

/** The function whose arguments a text ends within, on its last line. */
function calledAround(text: string): string[] {
  return /(\w+)\s*\([^()\n]*$/.exec(text)?.slice(1) ?? [];
}

/** Whether a header has `#define name`, or `type name(`, for one of the names. */
function givesMeaning(header: string, names: ReadonlySet<string>): boolean {
  const tokens = lex(header);
  return tokens.some(({ kind, text }, at) => {
    if (kind === 'directive') return names.has(/^#\s*define\s+(\w+)/.exec(text)?.[1] ?? '');
    if (kind !== 'word' || !names.has(text) || tokens[at + 1]?.text !== '(') return false;
    const before = tokens[at - 1];
    return before?.kind === 'word'
      ? !/^(?:return|else|do|case|co_return)$/.test(before.text)
      : /^(?:[*&>]|&&)$/.test(before?.text ?? '');
  });
}

/** What a text declares that includes a header of the library. */
function contentsOf(text: string): ReadonlySet<string> {
  const header = /^#include <(\w+)\.h>/.exec(text)?.[1] ?? '';
  return HEADER_CONTENTS.get(header) ?? new Set();
}

/** Whether a header has `struct name`, or `typedef … name;`, or `extern … name;`, for one of the names. */
function declaresType(header: string, names: ReadonlySet<string>): boolean {
  const tokens = lex(header);
  return tokens.some(({ kind, text }, at) => {
    if (kind !== 'word' || !names.has(text)) return false;
    const before = tokens[at - 1]?.text ?? '';
    if (/^(?:struct|class|union|enum|using|[}])$/.test(before)) return true;
    if (!/^[;,[]$/.test(tokens[at + 1]?.text ?? '')) return false;
    const start = tokens.slice(0, at).findLastIndex((token) => /^[;{}]$/.test(token.text));
    return tokens.slice(start + 1, at).some((token) => /^(?:typedef|extern)$/.test(token.text));
  });
}
