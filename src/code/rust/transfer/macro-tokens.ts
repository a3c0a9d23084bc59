import type { SyntaxNode, SyntaxTree } from '../../syntax/syntax.ts';

/** The tokens between two commas (or semicolons) of a macro's arguments. */
export interface TokenGroup {
  readonly tokens: readonly SyntaxNode[];
  /** What ended it: `,`, `;` or nothing. */
  readonly separator: string;
}

/**
 * Splits a macro's token tree at its own commas and semicolons. Trees keep no
 * punctuation, so the text between the tokens tells.
 */
export function splitTokens(tree: SyntaxTree, tokenTree: SyntaxNode): TokenGroup[] {
  const groups: TokenGroup[] = [];
  let tokens: SyntaxNode[] = [];
  let end = tokenTree.start + 1;
  for (const token of tokenTree.children) {
    const separator = separatorIn(tree.text, end, token.start);
    if (separator !== '') {
      groups.push({ tokens, separator });
      tokens = [];
    }
    tokens.push(token);
    end = token.end;
  }
  if (tokens.length > 0) {
    groups.push({ tokens, separator: separatorIn(tree.text, end, tokenTree.end - 1) });
  }
  return groups;
}

function separatorIn(text: string, start: number, end: number): string {
  if (end - start < 1) return '';
  const gap = text.slice(start, end).replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '');
  return /[,;]/.exec(gap)?.[0] ?? '';
}

/** A stretch of tokens as one node-like place in the text. */
export function spanOf(tokens: readonly SyntaxNode[], fallback: SyntaxNode): SyntaxNode {
  const first = tokens[0];
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return fallback;
  return tokens.length === 1 ? first : { ...first, end: last.end, children: [], field: '' };
}
