import { isContainer } from '../../code/c/declarations/declaration-containers.ts';
import { endOfDirective } from '../../code/c/declarations/macro-definitions.ts';
import { descendants, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import type { AnalysisNote } from '../candidates/file-analysis.ts';

/** What stands in functions only. */
const STATEMENTS: ReadonlySet<string> = new Set([
  'if_statement',
  'else_clause',
  'for_statement',
  'for_range_loop',
  'while_statement',
  'do_statement',
  'switch_statement',
  'case_statement',
  'return_statement',
  'goto_statement',
  'break_statement',
  'continue_statement',
  'labeled_statement',
]);

/** Words of statements that stand alone: the grammar made nothing at all of what is around them. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'if',
  'else',
  'for',
  'while',
  'do',
  'switch',
  'case',
  'return',
  'goto',
  'break',
  'continue',
]);

/** What makes a block one of code; the body of a record may look like a block behind an odd macro. */
const CODE_NODES: ReadonlySet<string> = new Set([
  ...STATEMENTS,
  'call_expression',
  'assignment_expression',
  'update_expression',
]);

/**
 * What to say of statements that stand outside of every function: the grammar lost the function
 * that they belong to, as behind an unbalanced brace, and so they were not analysed.
 */
export function strayCodeNotes(tree: SyntaxTree): AnalysisNote[] {
  const places = outsideMacros(findStrayNodes(tree.root), tree).map((node) => tree.location(node));
  const [first] = places;
  if (first === undefined) return [];
  let lines = 0;
  let last = 0;
  for (const { line, endLine } of places) {
    lines += Math.max(0, endLine - Math.max(line - 1, last));
    last = Math.max(last, endLine);
  }
  const examined = lines === 1 ? 'at least 1 line was' : `at least ${lines} lines were`;
  const reason =
    `code from line ${first.line} on does not parse as part of a function; ` +
    `${examined} not examined, so findings may be missing`;
  return [{ reason, failed: true }];
}

/** The grammar ends a macro's body at a comment in it: what is left of the body is no code of its own. */
function outsideMacros(nodes: readonly SyntaxNode[], tree: SyntaxTree): readonly SyntaxNode[] {
  if (nodes.length === 0) return nodes;
  const macros = descendants(tree.root)
    .filter(({ type }) => /^preproc_(?:function_)?def$/.test(type))
    .map(({ start }) => ({ start, end: endOfDirective(tree.text, start) }));
  // Both stand in the order of the text.
  let at = 0;
  return nodes.filter(({ start }) => {
    while ((macros[at]?.end ?? start + 1) <= start) at += 1;
    return (macros[at]?.start ?? start + 1) > start;
  });
}

/** The statements, their bare words and the blocks of code at the level of declarations, in order. */
function findStrayNodes(node: SyntaxNode): SyntaxNode[] {
  return node.children.flatMap((child) => {
    if (STATEMENTS.has(child.type) || KEYWORDS.has(child.type)) return [child];
    if (child.type === 'compound_statement') return hasCode(child) ? [child] : [];
    return isContainer(child.type) ? findStrayNodes(child) : [];
  });
}

function hasCode(block: SyntaxNode): boolean {
  for (const { type } of descendants(block)) if (CODE_NODES.has(type)) return true;
  return false;
}
