import { childOf, descendants, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';

/** Stretches of a body that never run: under `if false`, after a `return`, functions and closures without a call. */
export function deadCodeIn(tree: SyntaxTree, body: SyntaxNode): readonly SyntaxNode[] {
  const dead: SyntaxNode[] = [];
  const nodes = descendants(body);
  const used = (name: string, besides: SyntaxNode): boolean =>
    nodes.some(
      (node) => node.type === 'identifier' && node !== besides && tree.textOf(node) === name,
    );
  for (const node of nodes) {
    if (node.type === 'block') dead.push(...afterEnd(node));
    const condition = /^(?:if|while)_expression$/.test(node.type)
      ? childOf(node, 'condition')
      : undefined;
    if (condition !== undefined && isFalse(tree, condition)) {
      dead.push(
        ...node.children.filter(({ field }) => field === 'consequence' || field === 'body'),
      );
    }
    const alternative = node.type === 'if_expression' ? childOf(node, 'alternative') : undefined;
    if (alternative !== undefined && condition !== undefined && tree.textOf(condition) === 'true') {
      dead.push(alternative);
    }
    const isEmptyRange =
      node.type === 'for_expression' && /^0\s*\.\.\s*0$/.test(textOf(tree, childOf(node, 'value')));
    if (isEmptyRange) dead.push(node);
    if (node.type === 'function_item') {
      const name = childOf(node, 'name');
      if (name !== undefined && !used(tree.textOf(name), name)) dead.push(node);
    }
    if (node.type === 'let_declaration' && childOf(node, 'value')?.type === 'closure_expression') {
      const name = childOf(node, 'pattern');
      if (name !== undefined && !used(tree.textOf(name), name)) dead.push(node);
    }
  }
  return dead;
}

function textOf(tree: SyntaxTree, node: SyntaxNode | undefined): string {
  return node === undefined ? '' : tree.textOf(node);
}

/** What stands in a block after a statement that leaves it for good. */
function afterEnd(block: SyntaxNode): SyntaxNode[] {
  const at = block.children.findIndex((child) => {
    const inner = child.type === 'expression_statement' ? child.children[0] : child;
    return /^(?:return|break|continue)_expression$/.test(inner?.type ?? '');
  });
  return at < 0 ? [] : block.children.slice(at + 1);
}

function isFalse(tree: SyntaxTree, condition: SyntaxNode): boolean {
  const text = tree.textOf(condition).replace(/\s/g, '');
  const left = childOf(condition, 'left');
  const right = childOf(condition, 'right');
  if (condition.type === 'binary_expression' && left !== undefined && right !== undefined) {
    const operator = textOf(tree, childOf(condition, 'operator'));
    if (operator === '&&') return isFalse(tree, left) || isFalse(tree, right);
    if (/^(?:!=|<|>)$/.test(operator)) return tree.textOf(left) === tree.textOf(right);
    const both = [left, right].every(({ type }) => type === 'integer_literal');
    if (operator === '==' && both) return tree.textOf(left) !== tree.textOf(right);
  }
  return /^\(*(?:false|!true)\)*$/.test(text) || /^cfg!\((?:any\(\)|not\(test\))\)$/.test(text);
}
