import { childOf, type SyntaxNode, type SyntaxTree } from '../syntax.ts';
import { isContainer } from './containers.ts';
import type { Macro } from './symbols.ts';

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
  const value = childOf(node, 'value');
  const text = value === undefined ? '' : tree.textOf(value).replace(/\\\r?\n/g, ' ');
  const parameters = childOf(node, 'parameters')?.children.map((child) => tree.textOf(child));
  return { name: tree.textOf(name), parameters, body: withoutComments(text).trim() };
}

const LITERALS_AND_COMMENTS =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** What looks like a comment inside a string, as in `"http://x"`, is none. */
function withoutComments(text: string): string {
  if (!text.includes('/')) return text;
  return text.replace(LITERALS_AND_COMMENTS, (found) => (found.startsWith('/') ? ' ' : found));
}
