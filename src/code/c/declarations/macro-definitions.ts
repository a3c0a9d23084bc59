import { childOf, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import type { Macro } from '../ir/symbols.ts';
import { isContainer } from './declaration-containers.ts';

/**
 * The macros that a file defines, by name, comments taken out of their bodies.
 * Which of two definitions holds depends on the build: such a macro is left out.
 */
export function macroDefinitions(tree: SyntaxTree): Map<string, Macro> {
  const macros = new Map<string, Macro>();
  const doubtful = new Set<string>();
  const collect = (node: SyntaxNode): void => {
    for (const child of node.children) {
      if (child.type === 'preproc_def' || child.type === 'preproc_function_def') {
        const macro = definition(child, tree);
        const known = macro && macros.get(macro.name);
        if (macro === undefined) continue;
        if (known !== undefined && known.body !== macro.body) doubtful.add(macro.name);
        macros.set(macro.name, macro);
      } else if (isContainer(child.type) || child.type === 'preproc_call') collect(child);
      else if (child.type === 'function_definition') collect(childOf(child, 'body') ?? child);
    }
  };
  collect(tree.root);
  for (const name of doubtful) macros.delete(name);
  return macros;
}

function definition(node: SyntaxNode, tree: SyntaxTree): Macro | undefined {
  const name = childOf(node, 'name');
  if (name === undefined) return undefined;
  const list = childOf(node, 'parameters');
  // The grammar ends a body at a comment in it.
  const text = tree.text
    .slice((list ?? name).end, endOfDirective(tree.text, node.start))
    .replace(/\\\r?\n/g, ' ');
  const parameters = list?.children.map((child) => tree.textOf(child));
  return { name: tree.textOf(name), parameters, body: withoutComments(text).trim() };
}

/**
 * Where the directive that starts at an offset ends: at the first line feed that
 * neither a backslash nor a comment takes away, or with the text.
 */
export function endOfDirective(text: string, start: number): number {
  let at = start;
  let inLineComment = false;
  while (at < text.length) {
    const char = text[at];
    if (char === '\n') return at;
    if (char === '\\') at += text.startsWith('\r\n', at + 1) ? 3 : 2;
    else if (inLineComment) at += 1;
    else if (text.startsWith('/*', at)) {
      const close = text.indexOf('*/', at + 2);
      at = close < 0 ? text.length : close + 2;
    } else if (char === '"' || char === "'") at = literalEnd(text, at, char);
    else {
      inLineComment = text.startsWith('//', at);
      at += 1;
    }
  }
  return text.length;
}

/** Behind the literal that starts at an offset; behind its quote alone where the line does not close it. */
function literalEnd(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at += text[at] === '\\' ? 2 : 1)
    if (text[at] === quote) return at + 1;
  return start + 1;
}

const LITERALS_AND_COMMENTS =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** What looks like a comment inside a string, as in `"http://x"`, is none. */
function withoutComments(text: string): string {
  if (!text.includes('/')) return text;
  return text.replace(LITERALS_AND_COMMENTS, (found) => (found.startsWith('/') ? ' ' : found));
}
