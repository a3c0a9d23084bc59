import type { SyntaxNode } from '../../src/code/syntax/syntax.ts';
import {
  childNamed,
  type Edit,
  namedChildren,
  type Operator,
  operatorOf,
  type Place,
  replace,
} from './edit.ts';

function swap(
  a: SyntaxNode | undefined,
  b: SyntaxNode | undefined,
  { tree }: Place,
): readonly Edit[] {
  if (a === undefined || b === undefined) return [];
  const between = tree.text.slice(a.end, b.start);
  return [{ start: a.start, end: b.end, text: tree.textOf(b) + between + tree.textOf(a) }];
}

function swappedBranches(node: SyntaxNode, place: Place): readonly Edit[] {
  if (node.type === 'if_expression') {
    const otherwise = childNamed(node, 'alternative')?.children.at(-1);
    if (otherwise?.type === 'block') return swap(childNamed(node, 'consequence'), otherwise, place);
    const condition = childNamed(node, 'condition');
    if (condition === undefined || /^let_/.test(condition.type)) return [];
    return [replace(condition, `!(${place.tree.textOf(condition)})`)];
  }
  if (node.type !== 'match_block') return [];
  const arms = namedChildren(node).filter(({ type }) => type === 'match_arm');
  return arms.flatMap((arm, at) => {
    const next = arms[at + 1];
    return next === undefined
      ? []
      : swap(childNamed(arm, 'value'), childNamed(next, 'value'), place);
  });
}

function otherOperator(pairs: Readonly<Record<string, string>>): Operator {
  return (node) => {
    const token = node.type === 'binary_expression' ? operatorOf(node) : undefined;
    const other = token === undefined ? undefined : pairs[token.type];
    return token === undefined || other === undefined ? [] : [replace(token, other)];
  };
}

function isExit(node: SyntaxNode | undefined): boolean {
  return /^(?:return|continue|break)_expression$/.test(node?.type ?? '');
}

/** A guard at the start of something: an `if` that only leaves, or a guarded arm of a match. */
function droppedCase(node: SyntaxNode, _place: Place): readonly Edit[] {
  if (node.type === 'match_arm') return [replace(node, '')];
  const inner = node.type === 'expression_statement' ? node.children[0] : undefined;
  if (inner?.type !== 'if_expression' || childNamed(inner, 'alternative') !== undefined) return [];
  const statements = namedChildren(childNamed(inner, 'consequence') ?? inner);
  const [first] = statements;
  const exit = first?.type === 'expression_statement' ? first.children[0] : first;
  return statements.length === 1 && isExit(exit) ? [replace(node, '')] : [];
}

/** A statement that changes something, left out. */
function missingUpdate(node: SyntaxNode, _place: Place): readonly Edit[] {
  if (node.type !== 'expression_statement') return [];
  const change = /^(?:assignment_expression|compound_assignment_expr|call_expression)$/;
  return change.test(node.children[0]?.type ?? '') ? [replace(node, '')] : [];
}

/** A loop that ends too early. */
function earlyEnd(node: SyntaxNode, _place: Place): readonly Edit[] {
  if (node.type === 'continue_expression') return [replace(node, 'break')];
  if (!/^(?:for|while|loop)_expression$/.test(node.type)) return [];
  const body = childNamed(node, 'body');
  if (body === undefined) return [];
  return [{ start: body.end - 1, end: body.end - 1, text: 'break; ' }];
}

function swappedArguments(node: SyntaxNode, place: Place): readonly Edit[] {
  if (node.type !== 'arguments' && node.type !== 'tuple_expression') return [];
  const given = namedChildren(node);
  return given.slice(1).flatMap((next, at) => swap(given[at], next, place));
}

/** Another variant of the same enum. */
function otherVariant(node: SyntaxNode, { tree, enums }: Place): readonly Edit[] {
  const [path, name] = [childNamed(node, 'path'), childNamed(node, 'name')];
  if (node.type !== 'scoped_identifier' || path === undefined || name === undefined) return [];
  const variants = enums.get(tree.textOf(path)) ?? [];
  const others = variants.filter((variant) => variant !== tree.textOf(name));
  return others.map((other) => replace(name, other));
}

const LISTS = /^(?:identifier|field_expression|reference_expression|string_literal)$/;

/** The length compared in place of what is in it. */
function lengthForContent(node: SyntaxNode, { tree }: Place): readonly Edit[] {
  const [left, right] = [childNamed(node, 'left'), childNamed(node, 'right')];
  if (!/^[=!]=$/.test(operatorOf(node)?.type ?? '') || left === undefined || right === undefined) {
    return [];
  }
  // What else there is compares numbers for sure.
  if (![left, right].every(({ type }) => LISTS.test(type))) return [];
  const length = (side: SyntaxNode) => replace(side, `(${tree.textOf(side)}).len()`).text;
  const token = tree.text.slice(left.end, right.start);
  return [replace(node, `${length(left)}${token}${length(right)}`)];
}

/** Of a sequence that is walked. */
function missedLast(node: SyntaxNode, { tree }: Place): readonly Edit[] {
  const list =
    node.type === 'for_expression'
      ? childNamed(node, 'value')
      : receiverOfIterator(node, tree.text);
  if (list === undefined || !/^(?:identifier|field_expression)$/.test(list.type)) return [];
  const text = tree.textOf(list);
  const shorter = `${text}[..${text}.len().saturating_sub(1)]`;
  if (node.type !== 'for_expression') return [replace(list, shorter)];
  return [replace(list, `&${shorter}`), replace(list, `&mut ${shorter}`)];
}

function receiverOfIterator(node: SyntaxNode, text: string): SyntaxNode | undefined {
  const target = node.type === 'call_expression' ? childNamed(node, 'function') : undefined;
  const method = target === undefined ? undefined : childNamed(target, 'field');
  if (target === undefined || method === undefined) return undefined;
  const isIterator = /^iter(?:_mut)?$/.test(text.slice(method.start, method.end));
  return isIterator ? childNamed(target, 'value') : undefined;
}

/** What goes wrong with the order of things. */
export const FLOW_OPERATORS: Readonly<Record<string, Operator>> = {
  'swapped branches': swappedBranches,
  'opposite comparison': otherOperator({ '==': '!=', '!=': '==' }),
  'and for or': otherOperator({ '&&': '||', '||': '&&' }),
  'dropped case': droppedCase,
  'missing update': missingUpdate,
  'early end': earlyEnd,
  'swapped arguments': swappedArguments,
  'other variant': otherVariant,
  'length for content': lengthForContent,
  'missed last element': missedLast,
};
