import type { SyntaxNode } from '../../syntax/syntax.ts';
import { lastSegment } from '../items/path.ts';
import { bothHold, eitherHolds, negated } from '../state/facts.ts';
import { joinValues, type RustValue, UNKNOWN } from '../state/value.ts';
import type { RustWalk } from '../state/walk.ts';
import { applyCall } from './calls.ts';
import { dereference } from './dereference.ts';
import { combine, fieldOf } from './expressions.ts';
import { spanOf, splitTokens } from './macro-tokens.ts';
import { payload } from './patterns.ts';

/** Evaluates a nested macro; handed in, since macros and their arguments need each other. */
export type MacroEvaluator = (
  walk: RustWalk,
  path: string,
  tree: SyntaxNode,
  node: SyntaxNode,
) => RustValue;

const LOOSEST: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

/**
 * The value of a macro argument. Macros are token trees to the grammar, so the
 * common shapes are read here: operators, paths, fields, calls, nested macros.
 */
export function tokensValue(
  walk: RustWalk,
  tokens: readonly SyntaxNode[],
  macro: MacroEvaluator,
): RustValue {
  if (tokens.length === 0) return UNKNOWN;
  for (const operators of LOOSEST) {
    const at = tokens.flatMap((token, index) =>
      index > 0 && operators.includes(token.type) && isBinary(tokens, index) ? [index] : [],
    );
    if (at.length > 0) return operations(walk, tokens, at, macro);
  }
  const start = tokens.findIndex((token) => !PREFIX.test(token.type));
  let value = start < 0 ? UNKNOWN : chain(walk, tokens.slice(start), macro);
  for (const token of tokens.slice(0, Math.max(0, start)).reverse()) {
    if (token.type === '*') value = dereference(walk, token, value);
    if (token.type === '!') value = { ...value, place: '', condition: negated(value.condition) };
  }
  return value;
}

const PREFIX = /^(?:[!&*-]|mut|mutable_specifier|ref|move|async|return)$/;

function isBinary(tokens: readonly SyntaxNode[], index: number): boolean {
  const before = tokens[index - 1];
  return before !== undefined && /literal|identifier|token_tree|self|field/.test(before.type);
}

/** Operators of one precedence, from left to right; `at` says where they stand. */
function operations(
  walk: RustWalk,
  tokens: readonly SyntaxNode[],
  at: readonly number[],
  macro: MacroEvaluator,
): RustValue {
  const before = walk.facts;
  let value = tokensValue(walk, tokens.slice(0, at[0]), macro);
  for (const [index, position] of at.entries()) {
    const operator = tokens[position];
    if (operator === undefined) continue;
    const { condition } = value;
    if (operator.type === '&&') walk.learn(condition.whenTrue);
    if (operator.type === '||') walk.learn(condition.whenFalse);
    const right = tokensValue(walk, tokens.slice(position + 1, at[index + 1]), macro);
    if (operator.type === '&&') {
      value = { ...UNKNOWN, condition: bothHold(condition, right.condition) };
    } else if (operator.type === '||') {
      value = { ...UNKNOWN, condition: eitherHolds(condition, right.condition) };
    } else {
      value = combine(walk, operator.type, value, right, operator);
    }
  }
  walk.facts = before;
  return value;
}

/** A literal, path, macro or group, followed by fields, methods and question marks. */
function chain(walk: RustWalk, tokens: readonly SyntaxNode[], macro: MacroEvaluator): RustValue {
  const [first] = tokens;
  if (first === undefined) return UNKNOWN;
  let at = 1;
  let value: RustValue;
  let path = /^(?:identifier|self|super|crate|primitive_type)$/.test(first.type)
    ? walk.text(first)
    : '';
  if (path === '') {
    value = first.type === 'token_tree' ? groupValue(walk, first, macro) : walk.evaluate(first);
  } else {
    while (tokens[at]?.type === '::' && /identifier|self/.test(tokens[at + 1]?.type ?? '')) {
      const segment = tokens[at + 1];
      path += `::${segment === undefined ? '' : walk.text(segment)}`;
      at += 2;
    }
    const next = tokens[at];
    const tree = next?.type === '!' ? tokens[at + 1] : next;
    if (next?.type === '!' && tree?.type === 'token_tree') {
      value = macro(walk, path, tree, first);
      at += 2;
    } else if (tree?.type === 'token_tree' && walk.text(tree).startsWith('(')) {
      value = call(walk, tokens.slice(0, at + 1), path, tree, undefined, undefined, macro);
      at += 1;
    } else {
      value = path.includes('::') ? UNKNOWN : walk.evaluate(first);
    }
  }
  return links(walk, tokens, at, value, macro);
}

function links(
  walk: RustWalk,
  tokens: readonly SyntaxNode[],
  from: number,
  start: RustValue,
  macro: MacroEvaluator,
): RustValue {
  let value = start;
  let at = from;
  while (at < tokens.length) {
    const token = tokens[at];
    const name = tokens[at + 1];
    const tree = tokens[at + 2];
    if (token === undefined) break;
    if (token.type === '.' && name?.type === 'await') {
      const guards = walk.guards();
      walk.events.awaits.push({ ...walk.eventContext(), node: name, guards });
      at += 2;
    } else if (token.type === '.' && name !== undefined && tree?.type === 'token_tree') {
      const receiver = spanOf(tokens.slice(0, at), token);
      value = call(walk, tokens.slice(0, at + 3), walk.text(name), tree, value, receiver, macro);
      at += 3;
    } else if (token.type === '.' && name !== undefined) {
      value = fieldOf(walk, value, walk.text(name));
      at += 2;
    } else {
      if (token.type === '?') value = payload(value);
      else if (token.type === 'token_tree') groupValue(walk, token, macro);
      else if (token.type === 'identifier') value = joinValues(value, walk.evaluate(token));
      at += 1;
    }
  }
  return value;
}

function call(
  walk: RustWalk,
  tokens: readonly SyntaxNode[],
  path: string,
  tree: SyntaxNode,
  receiver: RustValue | undefined,
  receiverNode: SyntaxNode | undefined,
  macro: MacroEvaluator,
): RustValue {
  const groups = splitTokens(walk.file.tree, tree).filter((group) => group.tokens.length > 0);
  const resolved = receiver === undefined ? walk.file.imports.resolve(path) : '';
  const shape = {
    node: spanOf(tokens, tree),
    path: resolved,
    name: receiver === undefined ? lastSegment(resolved) : path,
    receiver,
    arguments: groups.map((group) => tokensValue(walk, group.tokens, macro)),
    argumentNodes: groups.map((group) => spanOf(group.tokens, tree)),
    typeArguments: '',
  };
  return applyCall(walk, shape, receiverNode);
}

/** Everything inside brackets: evaluated for what it does; a single group has a value. */
export function groupValue(walk: RustWalk, tree: SyntaxNode, macro: MacroEvaluator): RustValue {
  const values = splitTokens(walk.file.tree, tree).map((group) =>
    tokensValue(walk, group.tokens, macro),
  );
  return values.length === 1 ? (values[0] ?? UNKNOWN) : UNKNOWN;
}
