import type { SourceParser } from '../../syntax/source-parser.ts';
import { childOf, descendants, parseSyntax, type SyntaxNode } from '../../syntax/syntax.ts';

/** Offsets in bytes of a file's UTF-8, as the compiler gives them. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * A Rust file without some of its imports: names out of their lists, and whole declarations of which nothing is left.
 * Spans that are no imports are passed over.
 */
export function removeImports(
  parser: SourceParser,
  text: string,
  spans: readonly ByteSpan[],
): string {
  const bytes = Buffer.from(text);
  const at = (offset: number) => bytes.subarray(0, offset).toString().length;
  const unused = spans.map(({ start, end }) => ({ start: at(start), end: at(end) }));
  const isUnused = ({ start, end }: SyntaxNode) =>
    unused.some((span) => span.start <= start && span.end >= end);
  let rest = text;
  const cut = (start: number, end: number) => {
    rest = rest.slice(0, start) + rest.slice(end);
  };
  const nodes = descendants(parseSyntax(parser, text).root);
  // From behind, so that what is cut moves nothing that is still to be cut.
  for (const node of nodes.filter(({ type }) => type === 'use_declaration').reverse()) {
    const argument = childOf(node, 'argument');
    if (argument === undefined) continue;
    const parts = partsToCut(argument, text, isUnused);
    if (parts === 'all') {
      const behind = /^[ \t]*\r?\n/.exec(rest.slice(node.end))?.[0].length ?? 0;
      cut(node.start, node.end + behind);
    } else for (const { start, end } of parts.reverse()) cut(start, end);
  }
  return rest;
}

/** What of a tree of imports goes: all of it, or parts with the commas behind them, in order. */
function partsToCut(
  node: SyntaxNode,
  text: string,
  isUnused: (node: SyntaxNode) => boolean,
): 'all' | { start: number; end: number }[] {
  if (isUnused(node)) return 'all';
  if (node.type === 'scoped_use_list') {
    const list = childOf(node, 'list');
    return list === undefined ? [] : partsToCut(list, text, isUnused);
  }
  if (node.type !== 'use_list') return [];
  const entries = node.children.filter(({ named, type }) => named && !type.endsWith('comment'));
  const found = entries.map((entry) => partsToCut(entry, text, isUnused));
  if (found.length > 0 && found.every((one) => one === 'all')) return 'all';
  return entries.flatMap((entry, index) => {
    const parts = found[index] ?? [];
    if (parts !== 'all') return parts;
    const comma = /^\s*,/.exec(text.slice(entry.end))?.[0].length ?? 0;
    return [{ start: entry.start, end: entry.end + comma }];
  });
}
