import { integerValue } from '../../code/rust/items/integer-literal.ts';
import { childOf, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';

/**
 * The value of a constant expression: integers, names, `as`, and the operators of integers.
 * @param known the value of a name or path; undefined for one that is not known
 * @returns undefined for what is none of these.
 */
export function evaluateConstant(
  tree: SyntaxTree,
  node: SyntaxNode,
  known: (name: string) => bigint | undefined,
): bigint | undefined {
  const part = (field: string) => {
    const child = childOf(node, field);
    return child === undefined ? undefined : evaluateConstant(tree, child, known);
  };
  switch (node.type) {
    case 'integer_literal':
      return integerValue(tree.textOf(node));
    case 'identifier':
    case 'scoped_identifier':
      return known(tree.textOf(node).replace(/^.*::/s, ''));
    case 'type_cast_expression':
      return part('value');
    case 'parenthesized_expression':
    case 'unary_expression': {
      const [operand] = node.children.filter((child) => child.named);
      const value = operand === undefined ? undefined : evaluateConstant(tree, operand, known);
      const isNegated = node.children.some((child) => child.type === '-');
      return value !== undefined && isNegated ? -value : value;
    }
    case 'binary_expression': {
      const operator = childOf(node, 'operator');
      const [left, right] = [part('left'), part('right')];
      if (operator === undefined || left === undefined || right === undefined) return undefined;
      return binary(tree.textOf(operator), left, right);
    }
    default:
      return undefined;
  }
}

function binary(operator: string, left: bigint, right: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? undefined : left / right;
    case '<<':
      return right >= 0n && right < 64n ? left << right : undefined;
    case '>>':
      return right >= 0n && right < 64n ? left >> right : undefined;
    case '|':
      return left | right;
    default:
      return undefined;
  }
}
