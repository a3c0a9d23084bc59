import { childOf, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import { integerValue } from '../items/integer-literal.ts';
import { integerType, simpleType } from '../items/types.ts';
import { exactly, onlyNumber } from './integer-range.ts';
import { castRange, resultRange } from './range-arithmetic.ts';

/**
 * The value of a constant expression: integers, names, `as`, and the operators of integers.
 * @param known the value of a name (the last one of the path that follows); undefined for one that is not known
 * @returns undefined for what is none of these.
 */
export function evaluateConstant(
  tree: SyntaxTree,
  node: SyntaxNode,
  known: (name: string, path: string) => bigint | undefined,
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
      return known(tree.textOf(node).replace(/^.*::/s, ''), tree.textOf(node));
    case 'type_cast_expression':
      return cast(part('value'), childOf(node, 'type'), tree);
    case 'parenthesized_expression':
    case 'unary_expression': {
      const [operand] = node.children.filter((child) => child.named);
      const value = operand === undefined ? undefined : evaluateConstant(tree, operand, known);
      // The bits of `!x` depend on its type.
      if (value === undefined || node.children.some(({ type }) => type === '!' || type === '*'))
        return undefined;
      return node.children.some(({ type }) => type === '-') ? -value : value;
    }
    case 'binary_expression': {
      const operator = childOf(node, 'operator');
      const [left, right] = [part('left'), part('right')];
      if (operator === undefined || left === undefined || right === undefined) return undefined;
      return onlyNumber(resultRange(tree.textOf(operator), exactly(left), exactly(right)));
    }
    default:
      return undefined;
  }
}

/** A number in another type; types that are not known by name are taken to hold it. */
function cast(
  value: bigint | undefined,
  type: SyntaxNode | undefined,
  tree: SyntaxTree,
): bigint | undefined {
  const integer = type && integerType(simpleType(tree.textOf(type)));
  if (value === undefined || integer === undefined) return value;
  return onlyNumber(castRange(exactly(value), integer));
}
