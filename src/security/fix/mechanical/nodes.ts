import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import type { FoundIn } from './mechanical-fix.ts';

/**
 * The one node that a finding is about: it begins on the line, at the column where that is known, and is what the
 * fix is for. Undefined where that are several, and where the item around it does not parse.
 */
export function nodeAt(
  { tree, place }: FoundIn,
  isMeant: (node: SyntaxNode) => boolean,
  startOf: (node: SyntaxNode) => number = ({ start }) => start,
): SyntaxNode | undefined {
  if (tree.truncated) return undefined;
  const found = descendants(tree.root).filter((node) => {
    if (!node.named || !isMeant(node)) return false;
    const start = startOf(node);
    const { line, column } = tree.location({ start, end: start });
    return line === place.line && (place.column === undefined || column === place.column);
  });
  const [node] = found;
  return node !== undefined && found.length === 1 && isSound(tree, node) ? node : undefined;
}

function isSound(tree: SyntaxTree, node: SyntaxNode): boolean {
  return ![node, ...ancestors(node)].some((each) => each.type === 'ERROR' || tree.broken.has(each));
}

/** The nodes around one, from the inside out. */
export function ancestors(node: SyntaxNode): readonly SyntaxNode[] {
  const all: SyntaxNode[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent) all.push(at);
  return all;
}

/** The function that a node stands in; undefined within a lambda, whose names are those of its captures. */
export function functionAround(node: SyntaxNode): SyntaxNode | undefined {
  const inner = ancestors(node).find(({ type }) =>
    /^(?:function_definition|lambda_expression)$/.test(type),
  );
  return inner?.type === 'function_definition' ? inner : undefined;
}

/** The arguments of a call. */
export function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  return childOf(call, 'arguments')?.children ?? [];
}

/** The plain name that a call in C or C++ calls; empty for a method, a qualified name and a pointer. */
export function calledName(tree: SyntaxTree, call: SyntaxNode): string {
  const called = call.type === 'call_expression' ? childOf(call, 'function') : undefined;
  return called?.type === 'identifier' ? tree.textOf(called) : '';
}

/** The identifiers below a node, or the node itself. */
export function identifiersIn(node: SyntaxNode): readonly SyntaxNode[] {
  return descendants(node).filter(({ type }) => type === 'identifier');
}

/** Whether an expression changes something, as far as that can be seen, or calls what may. */
export function mayHaveEffects(node: SyntaxNode): boolean {
  return descendants(node).some(({ type }) =>
    /^(?:assignment|update|call|new|delete|co_await|gnu_asm)_expression$/.test(type),
  );
}

/** Whether a comment stands within a stretch. */
export function hasComment(
  tree: SyntaxTree,
  { start, end }: { start: number; end: number },
): boolean {
  return tree.comments.some((comment) => comment.start >= start && comment.end <= end);
}
