import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import { isLiteral, rootOf, withoutCasts } from './c-expressions.ts';

/** Those of the library, wrappers of them, and macros such as `COPY_ARRAY`: another `copy` may do more. */
const COPIES =
  /^(?:x|k|(?:\w+_)?)?(?:mem|wmem|str|wcs)(?:n?cpy|move|n?dup)z?$|^(?:COPY|DUP)_[A-Z]+$/;
const MAKES = /alloc|new|create/i;
/** What ends or checks where there is no memory, or releases what was begun. */
const OTHERS = /^(?:abort|exit|_exit|perror|assert|sizeof|free|likely|unlikely)$/;

/**
 * Whether a C function does nothing but make a new object that holds what an argument holds, so that `clone` is all
 * of its work. Only what is surely so: no loop, no arithmetic, no choice by a value, no number of its own.
 * @param made the local variable that it returns
 */
export function isCopy(
  tree: SyntaxTree,
  nodes: readonly SyntaxNode[],
  made: string,
  parameters: ReadonlySet<string>,
): boolean {
  let copies = 0;
  const rootName = (node: SyntaxNode): string => {
    const root = rootOf(node);
    return root?.type === 'identifier' ? tree.textOf(root) : '';
  };
  const isOfArgument = (node: SyntaxNode) => parameters.has(rootName(node));
  const isRight = (node: SyntaxNode): boolean => {
    switch (node.type) {
      case 'for_statement':
      case 'while_statement':
      case 'do_statement':
      case 'goto_statement':
      case 'switch_statement':
      case 'conditional_expression':
      case 'update_expression':
        return false;
      case 'if_statement':
        return isNullCheck(tree, childOf(node, 'condition'));
      case 'call_expression': {
        const name = tree.textOf(childOf(node, 'function') ?? node);
        const args = childOf(node, 'arguments')?.children.filter(({ named }) => named) ?? [];
        if (OTHERS.test(name)) return true;
        if (!COPIES.test(name)) {
          // What is given the argument as a whole may do all of the work.
          const isGivenAll = args.some(
            (one) => one.type === 'identifier' && parameters.has(tree.textOf(one)),
          );
          return MAKES.test(name) && !isGivenAll && isValueOf(tree, node, made);
        }
        // All but the size lead to the argument, or to what is made.
        const places = args.length > 1 ? args.slice(0, -1) : args;
        if (!places.every((one) => isOfArgument(one) || rootName(one) === made)) return false;
        if (places.some(isOfArgument)) copies += 1;
        return places.some(isOfArgument);
      }
      case 'assignment_expression': {
        const [left, right] = [childOf(node, 'left'), withoutCasts(childOf(node, 'right'))];
        if (left === undefined || right === undefined) return false;
        if (rootName(left) !== made || tree.textOf(childOf(node, 'operator') ?? node) !== '=')
          return false;
        if (isOfArgument(right)) copies += 1;
        const isNothing = isLiteral(right) && /^(?:NULL|nullptr)$/.test(tree.textOf(right));
        return isOfArgument(right) || isNothing || right.type === 'call_expression';
      }
      default:
        return true;
    }
  };
  return nodes.every(isRight) && copies > 0;
}

/** `!x`, `x == NULL`, or `x` itself: of a variable or a field. */
function isNullCheck(tree: SyntaxTree, condition: SyntaxNode | undefined): boolean {
  if (condition === undefined) return false;
  return descendants(condition).every(({ type, start, end }) => {
    if (type === 'binary_expression') {
      return /^[^=!]*(?:==|!=)\s*(?:NULL|0)\s*$/.test(tree.textOf({ start, end }));
    }
    return !/^(?:call|subscript|assignment|update|conditional)_expression$/.test(type);
  });
}

/** Whether a call gives its first value to what is made, or to a part of it. */
function isValueOf(tree: SyntaxTree, call: SyntaxNode, made: string): boolean {
  let node: SyntaxNode | undefined = call.parent;
  while (node !== undefined && /^(?:cast|parenthesized)_expression$/.test(node.type)) {
    node = node.parent;
  }
  const target =
    node?.type === 'init_declarator' ? childOf(node, 'declarator') : node && childOf(node, 'left');
  return (
    target !== undefined &&
    descendants(target).some(
      ({ type, start, end }) => type === 'identifier' && tree.textOf({ start, end }) === made,
    )
  );
}
