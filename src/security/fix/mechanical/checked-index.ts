import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import { methodOf, receiverOf } from './creation-mode.ts';
import type { FixOfRule } from './mechanical-fix.ts';
import { ancestors, argumentsOf, hasComment, nodeAt } from './nodes.ts';

/** `unsafe { *values.get_unchecked(at) }` becomes `values[at]`, for a parameter that is a slice, an array or a vector. */
export const checkedIndex: FixOfRule = (found) => {
  const { tree } = found;
  const call = nodeAt(found, (node) => /^get_unchecked(?:_mut)?$/.test(methodOf(tree, node)));
  const receiver = call === undefined ? undefined : receiverOf(call);
  const [index, ...others] = call === undefined ? [] : argumentsOf(call);
  const read = call?.parent;
  if (call === undefined || receiver === undefined || index === undefined || others.length > 0)
    return undefined;
  if (read?.type !== 'unary_expression' || read.children[0]?.type !== '*') return undefined;
  if (!isSequence(tree, receiver) || hasComment(tree, read)) return undefined;
  // What follows binds to it as before: a postfix of its own has parentheses around the dereference already.
  const replaced = wholeBlock(read) ?? read;
  // A block that may have nothing unsafe left in it is warned of.
  if (replaced === read && ancestors(read).some(({ type }) => type === 'unsafe_block'))
    return undefined;
  if (replaced !== read && hasComment(tree, replaced)) return undefined;
  if (replaced !== read && (methodOf(tree, call) !== 'get_unchecked' || !isTakenAsValue(replaced)))
    return undefined;
  const text = `${tree.textOf(receiver)}[${tree.textOf(index)}]`;
  return {
    title: 'Check the index',
    edits: [
      {
        start: replaced === read ? read.start : withReasons(tree, replaced),
        end: replaced.end,
        text,
      },
    ],
  };
};

/** Where the comment begins that says why an `unsafe` block is sound; that of the block where there is none above it. */
function withReasons(tree: SyntaxTree, { start }: SyntaxNode): number {
  let first = start;
  for (const comment of tree.comments.toReversed())
    if (comment.end <= first && tree.text.slice(comment.end, first).trim() === '')
      first = comment.start;
  return /^\/\/ SAFETY\b/.test(tree.text.slice(first)) ? first : start;
}

/** The `unsafe` block that is nothing but this expression, where that stands for a value. */
function wholeBlock(read: SyntaxNode): SyntaxNode | undefined {
  const block = read.parent;
  const unsafe = block?.parent;
  if (block?.type !== 'block' || block.children.length !== 1) return undefined;
  return unsafe?.type === 'unsafe_block' ? unsafe : undefined;
}

const TAKES_VALUES: ReadonlySet<string> = new Set([
  ...['block', 'return_expression', 'binary_expression', 'type_cast_expression', 'arguments'],
  ...['tuple_expression', 'array_expression', 'closure_expression', 'compound_assignment_expr'],
]);

/**
 * Whether an expression is where a value is copied. Elsewhere, as behind `&mut` and before a method, it matters that a
 * block makes a value of its own, while `values[at]` is the element itself.
 */
function isTakenAsValue(node: SyntaxNode): boolean {
  const { parent, field } = node;
  if (parent?.type === 'parenthesized_expression') return isTakenAsValue(parent);
  switch (parent?.type) {
    case 'let_declaration':
      return childOf(parent, 'pattern')?.type === 'identifier';
    case 'expression_statement':
      return parent.parent?.type === 'block' && parent.parent.children.at(-1) === parent;
    case 'unary_expression':
      return /^[-!]$/.test(parent.children[0]?.type ?? '');
    case 'if_expression':
    case 'while_expression':
      return field === 'condition';
    case 'index_expression':
      return parent.children[0] !== node;
    case 'assignment_expression':
      return field === 'right';
    case 'field_initializer':
      return field === 'value';
    default:
      return TAKES_VALUES.has(parent?.type ?? '');
  }
}

/** Whether a name is that of a parameter whose type can be indexed, and of nothing else in the function. */
function isSequence(tree: SyntaxTree, receiver: SyntaxNode): boolean {
  const around = ancestors(receiver).find(({ type }) => type === 'function_item');
  const parameters = around === undefined ? undefined : childOf(around, 'parameters');
  if (receiver.type !== 'identifier' || around === undefined || parameters === undefined)
    return false;
  const name = tree.textOf(receiver);
  const bound = descendants(around).filter(
    (node) => node.type === 'identifier' && tree.textOf(node) === name && isBinding(node),
  );
  const [binding] = bound;
  const parameter = binding?.parent;
  if (bound.length !== 1 || parameter?.parent !== parameters) return false;
  const type = childOf(parameter, 'type');
  const inner = type?.type === 'reference_type' ? childOf(type, 'type') : type;
  if (inner?.type === 'array_type') return true;
  const generic = inner?.type === 'generic_type' ? childOf(inner, 'type') : undefined;
  return generic !== undefined && tree.textOf(generic) === 'Vec' && !hasOwnVec(tree);
}

/** Whether a file may mean by `Vec` another type than that of the standard library. */
function hasOwnVec(tree: SyntaxTree): boolean {
  return descendants(tree.root).some((node) => {
    if (node.type === 'use_wildcard')
      return !/^(?:::)?(?:std|core|alloc)\b/.test(tree.textOf(node));
    if (!/^(?:type_)?identifier$/.test(node.type) || tree.textOf(node) !== 'Vec') return false;
    if (node.parent?.type === 'type_parameter' || node.parent?.type === 'type_parameters')
      return true;
    if (node.field === 'name' && /_item$/.test(node.parent?.type ?? '')) return true;
    const used = ancestors(node).find(({ type }) => type === 'use_declaration');
    return (
      used !== undefined &&
      !/^\s*(?:pub\s*)?use\s+(?:::)?(?:std|alloc)::vec::Vec\s*;/.test(tree.textOf(used))
    );
  });
}

function isBinding(node: SyntaxNode): boolean {
  if (node.field === 'pattern') return true;
  return [node, ...ancestors(node)].some(
    (each) => /_pattern$|^(?:closure_parameters|match_pattern)$/.test(each.type) && each !== node,
  );
}
