import type { SyntaxNode, SyntaxTree } from '../../../code/syntax/syntax.ts';

/** How the lines of a text end. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The blanks before a node; undefined unless only blanks stand before it on its line. */
export function indentationOf({ text }: SyntaxTree, { start }: SyntaxNode): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return before.trim() === '' ? before : undefined;
}

/**
 * Where the line after a node begins; undefined where more code stands behind the node on its line, or a comment
 * that may go on in the next, and at the end of the text.
 */
export function nextLineAfter({ text }: SyntaxTree, { end }: SyntaxNode): number | undefined {
  const lineEnd = text.indexOf('\n', end);
  if (lineEnd < 0) return undefined;
  const rest = text.slice(end, lineEnd).trim();
  const isFree = rest === '' || (rest.startsWith('//') && !rest.endsWith('\\'));
  return isFree ? lineEnd + 1 : undefined;
}

/** The statement that a call is by itself in a block, so that nothing takes its value. */
export function statementOf(call: SyntaxNode): SyntaxNode | undefined {
  const statement = call.parent;
  const isAlone =
    statement?.type === 'expression_statement' &&
    statement.children.length === 1 &&
    /^(?:compound|case)_statement$/.test(statement.parent?.type ?? '');
  return isAlone ? statement : undefined;
}
