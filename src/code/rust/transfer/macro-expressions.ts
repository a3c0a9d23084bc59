import { descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import { lastSegment } from '../items/path.ts';
import { bothHold, eitherHolds } from '../state/facts.ts';
import { joinValues, type RustValue, UNKNOWN } from '../state/value.ts';
import type { RustWalk } from '../state/walk.ts';
import { applyCall } from './calls.ts';
import { dereference } from './dereference.ts';
import { combine, fieldOf } from './expressions.ts';
import { spanOf, splitTokens } from './macro-tokens.ts';
import { payload } from './patterns.ts';
import { inverted, minus } from './unary-expressions.ts';

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
  const types = typeTokens(tokens);
  for (const operators of LOOSEST) {
    const at = tokens.flatMap((token, index) =>
      index > 0 && operators.includes(token.type) && isBinary(tokens, index) && !types.has(index)
        ? [index]
        : [],
    );
    if (at.length > 0) return operations(walk, tokens, at, macro);
  }
  const start = tokens.findIndex((token) => !PREFIX.test(token.type));
  let value = start < 0 ? UNKNOWN : chain(walk, tokens.slice(start), macro);
  for (const token of tokens.slice(0, Math.max(0, start)).reverse()) {
    if (token.type === '*') value = dereference(walk, token, value);
    if (token.type === '!') value = inverted(value);
    if (token.type === '-') value = minus(walk, value);
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
    const after = tokens.slice(position + 1, at[index + 1]);
    const isShort = operator.type === '&&' || operator.type === '||';
    const evaluate = () => tokensValue(walk, after, macro);
    const right = isShort ? walk.perhaps(evaluate) : evaluate();
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

/** What begins an operand that has a name; types begin one only before `::`. */
const NAME = /^(?:identifier|metavariable|self|super|crate)$/;

/**
 * A literal, path, macro or group, followed by fields, methods and question marks. Further operands behind signs
 * that are not told apart, such as `|x|` and `=>`, are read one by one, and joined.
 */
function chain(walk: RustWalk, tokens: readonly SyntaxNode[], macro: MacroEvaluator): RustValue {
  let from = 0;
  let { value, at } = head(walk, tokens, 0, macro);
  let before: RustValue | undefined;
  while (at < tokens.length) {
    const token = tokens[at];
    const name = tokens[at + 1];
    const behind = behindTypes(tokens, at + 2);
    const tree = tokens[behind];
    if (token === undefined) break;
    if (token.type === '.' && name?.type === 'await') {
      const guards = walk.guards();
      walk.events.awaits.push({ ...walk.eventContext(), node: name, guards });
      at += 2;
    } else if (token.type === '.' && name !== undefined && tree?.type === 'token_tree') {
      const receiver = spanOf(tokens.slice(from, at), token);
      lookAtAll(walk, tokens.slice(at + 1, behind));
      const span = tokens.slice(from, behind + 1);
      value = call(walk, span, walk.text(name), tree, value, receiver, macro);
      at = behind + 1;
    } else if (token.type === '.' && name !== undefined) {
      walk.lookAt(name);
      value = fieldOf(walk, value, walk.text(name));
      at += 2;
    } else if (NAME.test(token.type) || (isType(token) && name?.type === '::')) {
      before = before === undefined ? value : joinValues(before, value);
      from = at;
      ({ value, at } = head(walk, tokens, at, macro));
    } else {
      if (token.type === '?') value = payload(value);
      else if (token.type === 'token_tree') groupValue(walk, token, macro);
      // Nothing happens in the type of `as`, in a literal, nor in a word such as the `default` of `select!`.
      else if (isType(token) || !token.named || /_literal$/.test(token.type)) walk.lookAt(token);
      at += 1;
    }
  }
  return before === undefined ? value : joinValues(before, value);
}

/** Notes that names and types were looked at. */
function lookAtAll(walk: RustWalk, tokens: readonly SyntaxNode[]): void {
  for (const token of tokens) for (const each of descendants(token)) walk.lookAt(each);
}

function isType({ type }: SyntaxNode): boolean {
  return type === 'primitive_type';
}

/** A segment of a path; words such as `default` are keywords to the grammar. */
function isWord({ type }: SyntaxNode): boolean {
  return type !== 'token_tree' && /^\w+$/.test(type);
}

/** The indexes of tokens in `::<Vec<u8>>`, whose signs are no operators. */
function typeTokens(tokens: readonly SyntaxNode[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = 0; at < tokens.length; at += 1)
    for (const end = behindTypes(tokens, at); at < end; at += 1) found.add(at);
  return found;
}

/** Behind the `::<u8>` at an index, or the index where there is none. */
function behindTypes(tokens: readonly SyntaxNode[], from: number): number {
  if (tokens[from]?.type !== '::' || tokens[from + 1]?.type !== '<') return from;
  let depth = 0;
  for (let at = from + 1; at < tokens.length; at += 1) {
    const type = tokens[at]?.type;
    if (type === '<') depth += 1;
    if (type === '>') depth -= 1;
    if (type === '>>') depth -= 2;
    if (depth <= 0) return at + 1;
  }
  return from;
}

/** The operand at an index, without what follows it; and where that begins. */
function head(
  walk: RustWalk,
  tokens: readonly SyntaxNode[],
  from: number,
  macro: MacroEvaluator,
): { value: RustValue; at: number } {
  const first = tokens[from];
  if (first === undefined) return { value: UNKNOWN, at: from + 1 };
  if (first.type === 'token_tree') return { value: groupValue(walk, first, macro), at: from + 1 };
  if (!NAME.test(first.type) && !isType(first))
    return { value: walk.evaluate(first), at: from + 1 };
  let at = from + 1;
  let path = walk.text(first);
  for (;;) {
    at = behindTypes(tokens, at);
    const segment = tokens[at + 1];
    if (tokens[at]?.type !== '::' || segment === undefined || !isWord(segment)) break;
    path += `::${walk.text(segment)}`;
    at += 2;
  }
  lookAtAll(walk, tokens.slice(from, at));
  const next = tokens[at];
  const tree = next?.type === '!' ? tokens[at + 1] : next;
  if (next?.type === '!' && tree?.type === 'token_tree')
    return { value: macro(walk, path, tree, first), at: at + 2 };
  if (tree?.type === 'token_tree' && walk.text(tree).startsWith('(')) {
    const span = tokens.slice(from, at + 1);
    return { value: call(walk, span, path, tree, undefined, undefined, macro), at: at + 1 };
  }
  return { value: path.includes('::') ? UNKNOWN : walk.evaluate(first), at };
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
