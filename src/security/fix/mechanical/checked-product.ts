import { childOf, type SyntaxNode } from '../../../code/syntax/syntax.ts';
import type { FixOfRule } from './mechanical-fix.ts';
import { isLibraryCall, isLibraryName } from './names.ts';
import { argumentsOf, calledName, hasComment, nodeAt } from './nodes.ts';

/** `malloc(count * sizeof(struct item))` becomes `calloc(count, sizeof(struct item))`, which checks the product. */
export const checkedProduct: FixOfRule = (found) => {
  const { tree } = found;
  const call = nodeAt(
    found,
    (node) => calledName(tree, node) === 'malloc',
    (node) => argumentsOf(node)[0]?.start ?? node.start,
  );
  if (call === undefined || !isLibraryCall(found, call)) return undefined;
  const called = childOf(call, 'function');
  const [size, ...others] = argumentsOf(call);
  if (called === undefined || size?.type !== 'binary_expression' || others.length > 0)
    return undefined;
  const [left, right] = [childOf(size, 'left'), childOf(size, 'right')];
  const isProduct = childOf(size, 'operator')?.type === '*';
  if (left === undefined || right === undefined || !isProduct) return undefined;
  // What one of them computes could overflow by itself.
  if (![left, right].every(isSimple) || !isLibraryName(found, call, 'calloc')) return undefined;
  const between = { start: left.end, end: right.start };
  if (hasComment(tree, between)) return undefined;
  return {
    title: 'Have calloc check the product',
    edits: [
      { start: called.start, end: called.end, text: 'calloc' },
      // The size comes last, which compilers warn of otherwise.
      isSizeof(left) && !isSizeof(right)
        ? { start: left.start, end: right.end, text: `${tree.textOf(right)}, ${tree.textOf(left)}` }
        : { ...between, text: ', ' },
    ],
  };
};

const SIMPLE: ReadonlySet<string> = new Set([
  ...['identifier', 'field_expression', 'subscript_expression', 'number_literal'],
  ...['sizeof_expression', 'call_expression', 'pointer_expression'],
]);

function isSimple(node: SyntaxNode): boolean {
  const value = node.type === 'cast_expression' ? childOf(node, 'value') : node;
  return value !== undefined && SIMPLE.has(value.type);
}

function isSizeof(node: SyntaxNode): boolean {
  return node.type === 'sizeof_expression';
}
