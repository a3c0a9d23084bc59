import type { Bindings } from '../../code/pattern/pattern.ts';
import type { SyntaxNode, SyntaxTree } from '../../code/syntax/syntax.ts';

/** A message is one line that people read. */
const MAX_CHARACTERS = 60;

/**
 * What is said of code that a pattern fits.
 * @param message of the rule, with metavariables; undefined where it has none
 * @param code all that the pattern fits
 */
export function patternMessage(
  message: string | undefined,
  code: string,
  bindings: Bindings,
  tree: SyntaxTree,
): string {
  if (message === undefined) return `\`${cut(inOneLine(code))}\` is what the rule looks for`;
  return message.replaceAll(/\$(?:\.{3})?([A-Z][A-Z0-9_]*)/g, (given, name: string) => {
    const nodes = bindings.get(`$${name}`);
    return nodes === undefined ? given : cut(codeText(nodes, tree));
  });
}

/** The text of the code that a metavariable stands for, in one line. */
export function codeText(nodes: readonly SyntaxNode[], tree: SyntaxTree): string {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return '';
  return inOneLine(tree.textOf({ start: first.start, end: last.end }));
}

function inOneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').slice(0, 1000);
}

function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`;
}
