import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import { isConstantName, isLiteral, withoutCasts } from './c-expressions.ts';

/**
 * The constants that a C function without parameters gives to the one function whose result it gives back; undefined
 * where its result may differ from call to call: it reads a variable that is not its own, or calls something for
 * what that does, or without anything that says what is wanted.
 */
export function fixedArguments(
  tree: SyntaxTree,
  nodes: readonly SyntaxNode[],
  parameters: ReadonlySet<string>,
): readonly string[] | undefined {
  const calls = nodes.filter(({ type }) => type === 'call_expression');
  const [call] = calls;
  const isBranched = nodes.some(({ type }) =>
    /^(?:for|while|do|goto|switch|if)_statement$|^(?:assignment|update|conditional)_expression$/.test(
      type,
    ),
  );
  if (call === undefined || calls.length > 1 || parameters.size > 0 || isBranched) return undefined;
  if (call.parent?.type === 'expression_statement') return undefined;
  const list = childOf(call, 'arguments')?.children.filter(({ named }) => named) ?? [];
  const given = list.map((one) => withoutCasts(one) ?? one);
  const isConstant = (node: SyntaxNode) => isLiteral(node) || isConstantName(tree.textOf(node));
  if (given.length === 0 || !given.every(isConstant)) return undefined;
  const body = nodes.find(({ type }) => type === 'compound_statement');
  const words = body === undefined ? [] : descendants(body);
  const declared = new Set(
    words
      .filter(({ type, field }) => type === 'identifier' && field === 'declarator')
      .map((node) => tree.textOf(node)),
  );
  const callee = childOf(call, 'function');
  const isKnown = (node: SyntaxNode) =>
    node.type !== 'identifier' ||
    node === callee ||
    isConstantName(tree.textOf(node)) ||
    declared.has(tree.textOf(node));
  return words.every(isKnown) ? given.map((node) => tree.textOf(node)) : undefined;
}
