import type { SyntaxNode, SyntaxTree } from '../../code/syntax/syntax.ts';
import type { AnalysisNote, FunctionOutline } from '../candidates/file-analysis.ts';

/**
 * What to say of a tree that is empty, since the parser was stopped, or whose deepest level was cut off. That counts as a failure only where the
 * code of a function may be missing: the cut is inside of one, or the text below the cut has a
 * brace and so may hold one. What remains is a long constant outside of functions, such as a
 * table of numbers that the grammar reads as one expression.
 */
export function nestingNotes(
  tree: SyntaxTree,
  functions: readonly FunctionOutline[],
): AnalysisNote[] {
  if (tree.abandoned)
    return [{ reason: 'the parser was stopped: the text has too many readings', failed: true }];
  if (!tree.truncated) return [];
  const cuts = deepest(tree.root);
  const missing = cuts.find((node) => mayHoldCode(node, tree, functions));
  const cut = missing ?? cuts[0] ?? tree.root;
  const where = `nesting at line ${tree.location(cut).line} is too deep to follow`;
  return missing === undefined
    ? [{ reason: `${where}, outside of every function`, failed: false }]
    : [{ reason: where, failed: true }];
}

function mayHoldCode(
  node: SyntaxNode,
  tree: SyntaxTree,
  functions: readonly FunctionOutline[],
): boolean {
  const { line, endLine } = tree.location(node);
  const inside = functions.some((fn) => fn.line <= endLine && line <= fn.endLine);
  return inside || tree.textOf(node).includes('{');
}

/** The nodes of the lowest level, where whatever was cut has lost its children; in their order. */
function deepest(root: SyntaxNode): SyntaxNode[] {
  let level = [root];
  for (;;) {
    const next = level.flatMap((node) => node.children);
    if (next.length === 0) return level;
    level = next;
  }
}
