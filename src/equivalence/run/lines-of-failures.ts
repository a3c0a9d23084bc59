import type { SyntaxNode, SyntaxTree } from '../../code/syntax/syntax.ts';

/**
 * Of lines that only failing calls have reached, those behind which the function goes on: a call that succeeds may reach
 * them, too, and what they do may show then alone. Not those that lead to a jump out, or set what is returned.
 * @param tree of the file that has the function
 */
export function linesThatGoOn(
  tree: SyntaxTree,
  name: string,
  lines: readonly number[],
): readonly number[] {
  const body = bodyOf(tree, name);
  if (body === undefined || lines.length === 0) return [];
  const returned = new Set(
    [...within(body)]
      .filter(({ type }) => type === 'return_statement')
      .flatMap((node) => tree.textOf(node).match(/^return\s+\(?(\w+)\)?\s*;?$/)?.[1] ?? []),
  );
  return lines.filter((line) => {
    const found = [...within(body)].find(
      (node) => SIMPLE.has(node.type) && tree.location(node).line === line,
    );
    return found !== undefined && goesOn(found, body, (node) => leaves(node, tree, returned));
  });
}

const SIMPLE = new Set(['expression_statement', 'declaration']);
const JUMPS = new Set(['return_statement', 'goto_statement']);
const STAYS = new Set(['break_statement', 'continue_statement']);
const AROUND = new Set(['switch_statement', 'for_statement', 'while_statement', 'do_statement']);

function goesOn(
  statement: SyntaxNode,
  body: SyntaxNode,
  isLeaving: (node: SyntaxNode) => boolean,
): boolean {
  if (isLeaving(statement) || statement.parent === body) return false;
  for (let node = statement; node.parent !== undefined && node.parent !== body; ) {
    const parent: SyntaxNode = node.parent;
    if (parent.type === 'labeled_statement') return false;
    const isList = parent.type === 'compound_statement' || parent.type === 'case_statement';
    const behind = isList ? parent.children.slice(parent.children.indexOf(node) + 1) : [];
    const end = behind.findIndex(({ type }) => STAYS.has(type));
    if ((end < 0 ? behind : behind.slice(0, end)).some(isLeaving)) return false;
    node = end < 0 ? parent : loopAround(parent, body);
  }
  return true;
}

/** What `break` leaves. */
function loopAround(node: SyntaxNode, body: SyntaxNode): SyntaxNode {
  let around = node;
  while (!AROUND.has(around.type) && around.parent !== undefined && around.parent !== body) {
    around = around.parent;
  }
  return around;
}

function leaves(node: SyntaxNode, tree: SyntaxTree, returned: ReadonlySet<string>): boolean {
  if (JUMPS.has(node.type)) return true;
  const [, set] = /^(\w+)\s*=[^=]/.exec(tree.textOf(node)) ?? [];
  return node.type === 'expression_statement' && set !== undefined && returned.has(set);
}

function bodyOf(tree: SyntaxTree, name: string): SyntaxNode | undefined {
  const found = [...within(tree.root)].find((node) => {
    if (node.type !== 'function_definition') return false;
    const declarator = node.children.find(({ field }) => field === 'declarator');
    return (
      declarator !== undefined && new RegExp(`\\b${name}\\s*\\(`).test(tree.textOf(declarator))
    );
  });
  return found?.children.find(({ field }) => field === 'body');
}

function* within(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of node.children) yield* within(child);
}
