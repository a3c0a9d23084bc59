import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';
import type { AnalysisNote } from '../candidates/file-analysis.ts';
import { named, stretches } from './line-stretches.ts';

type Reason = 'macro' | 'items' | 'included' | 'module';

const REASONS: Readonly<Record<Reason, string>> = {
  macro: 'is the body of a macro',
  items: 'is what a macro makes items of',
  included: 'includes another file as code',
  module: 'takes a module from a file with the ending of no source',
};

/** What to say of the code of a Rust file that is not followed: bodies of macros, and files that it takes in. */
export function rustNotes(tree: SyntaxTree): AnalysisNote[] {
  const lines = new Map<Reason, Set<number>>();
  for (const node of descendants(tree.root)) {
    const reason = reasonOf(node, tree);
    if (reason === undefined) continue;
    const { line, endLine } = tree.location(node);
    const known = lines.get(reason) ?? new Set<number>();
    for (let at = line; at <= endLine; at += 1) known.add(at);
    lines.set(reason, known);
  }
  return [...lines].sort().map(([reason, all]) => {
    const found = stretches([...all].sort((left, right) => left - right));
    const what = all.size === 1 ? 'line' : 'lines';
    return {
      reason: `code at ${what} ${named(found)} ${REASONS[reason]}, and was not examined`,
      failed: false,
      lines: found,
    };
  });
}

function reasonOf(node: SyntaxNode, tree: SyntaxTree): Reason | undefined {
  switch (node.type) {
    case 'macro_rule':
      return holdsCode(childOf(node, 'right')) ? 'macro' : undefined;
    case 'macro_invocation': {
      const name = childOf(node, 'macro');
      if (name !== undefined && /^(?:\w+::)*include$/.test(tree.textOf(name))) return 'included';
      return isItem(node) && node.children.some(holdsCode) ? 'items' : undefined;
    }
    case 'attribute':
      return /^path\s*=\s*"[^"]*"/.test(tree.textOf(node)) && !/\.rs"$/.test(tree.textOf(node))
        ? 'module'
        : undefined;
    default:
      return undefined;
  }
}

/** Whether tokens have a function or an unsafe block among them. */
function holdsCode(tokens: SyntaxNode | undefined): boolean {
  return (
    tokens?.type === 'token_tree' &&
    descendants(tokens).some(({ type }) => type === 'fn' || type === 'unsafe')
  );
}

/** Whether a node stands where items do. */
function isItem({ parent }: SyntaxNode): boolean {
  const around = parent?.type === 'expression_statement' ? parent.parent : parent;
  return around === undefined || /^(?:source_file|declaration_list)$/.test(around.type);
}
