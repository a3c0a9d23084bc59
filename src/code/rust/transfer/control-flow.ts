import { childOf, descendants, type SyntaxNode, type TextSpan } from '../../syntax/syntax.ts';
import { pointee, simpleType, typeOf } from '../items/types.ts';
import { ANY_INTEGER, onlyNumber, rangeOfType } from '../ranges/integer-range.ts';
import type { Fact } from '../state/facts.ts';
import { madeFrom, type RangeEnds, type RustValue, UNKNOWN } from '../state/value.ts';
import { rangeAt } from '../state/value-range.ts';
import type { Branch, RustWalk } from '../state/walk.ts';
import { forgetAssigned, forgetChanged, loseChanged } from './changed-variables.ts';
import { bind, partOf, patternCondition, payload } from './patterns.ts';

/** A block: its statements, and the value of its last expression. */
export function block(walk: RustWalk, node: SyntaxNode): RustValue {
  walk.scopes.enter();
  // `break 'label` leaves with what was written before it.
  if (node.children.some(({ type }) => type === 'label')) loseChanged(walk, node);
  let last = UNKNOWN;
  for (const part of partsOf(walk, node)) {
    if ('repeated' in part) repeat(walk, part.repeated);
    else last = walk.evaluate(part.statement);
  }
  walk.scopes.leave();
  return last;
}

/** A statement, or several in a row that a macro repeats. */
type BlockPart = { readonly statement: SyntaxNode } | { readonly repeated: SyntaxNode[] };

function partsOf(walk: RustWalk, node: SyntaxNode): BlockPart[] {
  const parts: BlockPart[] = [];
  const repetitions = (walk.file.tree.anew?.repetitions ?? []).filter(
    ({ start, end }) => node.start <= start && end <= node.end,
  );
  let around: TextSpan | undefined;
  for (const child of node.children) {
    if (!child.named || child.type === 'label') continue;
    const inside = repetitions.find(({ start, end }) => start <= child.start && child.end <= end);
    const last = parts.at(-1);
    if (inside === undefined) parts.push({ statement: child });
    else if (inside === around && last !== undefined && 'repeated' in last)
      last.repeated.push(child);
    else parts.push({ repeated: [child] });
    around = inside;
  }
  return parts;
}

/** Statements that run any number of times, or not at all; what they declare is in scope behind them. */
function repeat(walk: RustWalk, nodes: readonly SyntaxNode[]): void {
  for (const node of nodes) forgetChanged(walk, node, 'loop');
  const round = walk.branch(() => {
    walk.loops += 1;
    for (const node of nodes) walk.evaluate(node);
    walk.loops -= 1;
    return UNKNOWN;
  });
  const none = walk.branch(() => UNKNOWN);
  walk.join([none, round]);
}

export function expressionStatement(walk: RustWalk, node: SyntaxNode): RustValue {
  const [inner] = node.children;
  const value = inner === undefined ? UNKNOWN : walk.evaluate(inner);
  return /(?:if|match|loop|unsafe)/.test(inner?.type ?? '') ? value : UNKNOWN;
}

export function letDeclaration(walk: RustWalk, node: SyntaxNode): RustValue {
  const pattern = childOf(node, 'pattern');
  const valueNode = childOf(node, 'value');
  const typeNode = childOf(node, 'type');
  const alternative = childOf(node, 'alternative');
  const value = valueNode === undefined ? UNKNOWN : walk.evaluate(valueNode);
  if (pattern === undefined) return UNKNOWN;
  const type =
    typeNode === undefined || typeNode.type === '_'
      ? value.type
      : typeOf(walk.file.tree, typeNode, walk.file.imports);
  if (alternative !== undefined) {
    const condition = patternCondition(walk, pattern, value);
    const other = walk.branch(() => walk.evaluate(alternative), condition.whenFalse);
    const matched = walk.branch(() => UNKNOWN, condition.whenTrue);
    walk.join([other, matched]);
  }
  const mutable = node.children.some((child) => child.type === 'mutable_specifier');
  const length = value.length ?? (typeNode && walk.arrayLength(type, true));
  bind(walk, pattern, { ...value, type, length }, { initialiser: valueNode, mutable, type });
  return UNKNOWN;
}

export function ifExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const conditionNode = childOf(node, 'condition');
  const consequence = childOf(node, 'consequence');
  const alternative = childOf(node, 'alternative');
  walk.scopes.enter();
  const before = walk.temporaries;
  const condition = conditionNode === undefined ? UNKNOWN : walk.evaluate(conditionNode);
  const then = walk.branch(
    () => (consequence === undefined ? UNKNOWN : walk.evaluate(consequence)),
    condition.condition.whenTrue,
  );
  walk.scopes.leave();
  const otherwise = walk.branch(
    () => (alternative === undefined ? UNKNOWN : walk.evaluate(alternative)),
    condition.condition.whenFalse,
  );
  walk.temporaries = before;
  return walk.join([then, otherwise]);
}

/** `else { .. }` and `else if ..` */
export function elseClause(walk: RustWalk, node: SyntaxNode): RustValue {
  const inner = node.children.find((child) => child.type !== 'else');
  return inner === undefined ? UNKNOWN : walk.evaluate(inner);
}

/** `let PATTERN = VALUE` in a condition; the names it binds go to the scope around. */
export function letCondition(walk: RustWalk, node: SyntaxNode): RustValue {
  const pattern = childOf(node, 'pattern');
  const valueNode = childOf(node, 'value');
  if (pattern === undefined || valueNode === undefined) return UNKNOWN;
  const value = scrutinee(walk, valueNode);
  bind(walk, pattern, value, {});
  return { ...UNKNOWN, condition: patternCondition(walk, pattern, value) };
}

/** `a && let Some(b) = c && ..`: each part is evaluated where those before it hold. */
export function letChain(walk: RustWalk, node: SyntaxNode): RustValue {
  const facts: Fact[] = [];
  const before = walk.facts;
  for (const child of node.children) {
    if (!child.named) continue;
    const { condition } = walk.evaluate(child);
    facts.push(...condition.whenTrue);
    walk.learn(condition.whenTrue);
  }
  walk.facts = before;
  return { ...UNKNOWN, condition: { whenTrue: facts, whenFalse: [] } };
}

/** Temporaries of a scrutinee, lock guards among them, live to the end of the construct. */
function scrutinee(walk: RustWalk, node: SyntaxNode): RustValue {
  const from = walk.events.calls.length;
  const value = walk.evaluate(node);
  for (const call of walk.events.calls.slice(from)) {
    const { guard } = call.result;
    if (guard !== undefined && guard !== value.guard && guard.node === call.node) {
      walk.temporaries = [...walk.temporaries, guard];
    }
  }
  return value;
}

export function matchExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const valueNode = childOf(node, 'value');
  const before = walk.temporaries;
  const value = valueNode === undefined ? UNKNOWN : scrutinee(walk, valueNode);
  const refused: Fact[] = [];
  // What the guards of arms that bind the whole value have refused, by kind: `x if x < 0 => ..`.
  const refusedByGuard: Fact[] = [];
  const branches: Branch[] = [];
  for (const arm of childOf(node, 'body')?.children ?? []) {
    const pattern = childOf(arm, 'pattern');
    const body = childOf(arm, 'value');
    if (arm.type !== 'match_arm' || pattern === undefined || body === undefined) continue;
    const condition = patternCondition(walk, pattern, value);
    const branch = walk.branch(() => {
      walk.scopes.enter();
      bind(walk, pattern, value, {});
      const whole = wholeBinding(walk, pattern);
      if (whole !== undefined)
        walk.learn(refusedByGuard.map((fact) => ({ ...fact, place: whole })));
      const guard = childOf(pattern, 'condition');
      if (guard !== undefined) {
        const { condition: told } = walk.evaluate(guard);
        walk.learn(told.whenTrue);
        refusedByGuard.push(...told.whenFalse.filter(({ place }) => place === whole));
      }
      const result = walk.evaluate(body);
      walk.scopes.leave();
      return result;
    }, [...refused, ...condition.whenTrue]);
    branches.push(branch);
    refused.push(...condition.whenFalse);
  }
  walk.temporaries = before;
  return branches.length === 0 ? UNKNOWN : walk.join(branches);
}

/** The place of the variable that an arm such as `x => ..` or `x if .. => ..` binds to the whole. */
function wholeBinding(walk: RustWalk, pattern: SyntaxNode): string | undefined {
  const name = pattern.children.find(({ named, field }) => named && field !== 'condition');
  return name?.type === 'identifier' ? walk.scopes.find(walk.text(name))?.place : undefined;
}

export function whileExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const conditionNode = childOf(node, 'condition');
  const body = childOf(node, 'body');
  loop(walk, node, undefined, () => {
    const condition = conditionNode === undefined ? UNKNOWN : walk.evaluate(conditionNode);
    walk.learn(condition.condition.whenTrue);
    if (body !== undefined) walk.evaluate(body);
  });
  return UNKNOWN;
}

export function loopExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const body = childOf(node, 'body');
  loop(walk, node, undefined, () => {
    if (body !== undefined) walk.evaluate(body);
  });
  return UNKNOWN;
}

export function forExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const pattern = childOf(node, 'pattern');
  const valueNode = childOf(node, 'value');
  const body = childOf(node, 'body');
  const items = valueNode === undefined ? UNKNOWN : scrutinee(walk, valueNode);
  const isRange = items.type?.name === 'Range';
  const isRun = isRange && runsWhole(items.ends, body);
  loop(walk, node, items.length, () => {
    if (isRun) walk.depth -= 1;
    if (pattern !== undefined) {
      const attains = isRun ? walk.depth : undefined;
      const item: RustValue = isRange
        ? {
            ...{ ...UNKNOWN, taint: items.taint, type: items.type?.inner[0] },
            ...{ ...rounds(items), attains, assumed: items.assumed },
          }
        : { ...partOf(items), type: elementType(items), constant: items.constant };
      bind(walk, pattern, item, {});
      const binding = walk.scopes.find(walk.text(pattern));
      if (isRange && binding !== undefined) {
        walk.learn([
          { kind: 'min', place: binding.place, node },
          { kind: 'max', place: binding.place, node },
        ]);
      }
    }
    if (body !== undefined) walk.evaluate(body);
    if (isRun) walk.depth += 1;
  });
  return UNKNOWN;
}

/** The numbers that a loop over `from..to` goes through. */
function rounds({ ends, type }: RustValue): Pick<RustValue, 'range'> {
  const { lo, hi } = rangeOfType(type?.inner[0]) ?? ANY_INTEGER;
  const first = ends?.from?.lo ?? lo;
  const last = ends?.to === undefined ? hi : ends.to.hi - 1n;
  return { range: first <= last ? { lo: first, hi: last } : undefined };
}

/** Whether a loop is entered for each number of a range that the text fixes: nothing in it may leave a round early. */
function runsWhole(ends: RangeEnds | undefined, body: SyntaxNode | undefined): boolean {
  const [from, to] = [onlyNumber(ends?.from), onlyNumber(ends?.to)];
  if (from === undefined || to === undefined || from >= to || body === undefined) return false;
  return !descendants(body).some(({ type }) => LEAVES.test(type));
}

const LEAVES = /^(?:break|continue|return|try|await|yield)_expression$/;

function elementType(items: RustValue): RustValue['type'] {
  const type = pointee(items.type);
  return type?.kind === 'slice' || type?.kind === 'array' || type?.name === 'Vec'
    ? type.inner[0]
    : undefined;
}

/** The body runs with what it may change forgotten: earlier rounds may have changed it. */
function loop(walk: RustWalk, node: SyntaxNode, count: number | undefined, body: () => void): void {
  walk.events.loops.push({ ...walk.eventContext(), node, count });
  forgetChanged(walk, node, 'loop');
  const outside = new Set<string>();
  for (const fact of walk.facts.all()) outside.add(fact.place);
  if (outside.size > 0) forgetAssigned(walk, outside);
  const before = walk.temporaries;
  const round = walk.branch(() => {
    walk.loops += 1;
    walk.scopes.enter();
    body();
    walk.scopes.leave();
    walk.loops -= 1;
    return UNKNOWN;
  });
  walk.temporaries = before;
  const none = walk.branch(() => UNKNOWN);
  walk.join([none, { ...round, diverged: false }]);
}

export function diverge(walk: RustWalk, node: SyntaxNode): RustValue {
  for (const child of node.children) {
    if (!child.named || child.type === 'label') continue;
    const evaluated = walk.evaluate(child);
    const value = { ...evaluated, range: rangeAt(walk.facts, evaluated) };
    if (node.type === 'return_expression' && walk.closures === 0) walk.events.returned.push(value);
  }
  walk.diverged = true;
  return UNKNOWN;
}

export function closureExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const { inAsync, closures, loops, temporaries } = walk;
  loseChanged(walk, node);
  const isAsync = node.children.some((child) => child.type === 'async');
  const body = childOf(node, 'body');
  const input = walk.closureInput;
  const branch = walk.branch(() => {
    walk.inAsync = isAsync;
    walk.closures += 1;
    walk.loops = 0;
    walk.scopes.enter();
    for (const parameter of childOf(node, 'parameters')?.children ?? []) {
      const pattern = childOf(parameter, 'pattern') ?? parameter;
      const typeNode = childOf(parameter, 'type');
      const type = typeNode && typeOf(walk.file.tree, typeNode, walk.file.imports);
      bind(walk, pattern, { ...UNKNOWN, taint: input, type }, {});
    }
    walk.closureInput = undefined;
    const value = body === undefined ? UNKNOWN : walk.evaluate(body);
    walk.scopes.leave();
    return value;
  });
  Object.assign(walk, { inAsync, closures, loops, temporaries });
  walk.closureInput = input;
  walk.join([{ ...branch, diverged: false, facts: walk.facts }]);
  const { taint, assumed } = branch.value;
  return { ...UNKNOWN, taint, assumed, type: simpleType('closure') };
}

/**
 * `async { .. }` runs when it is polled: guards of the code around it are held then only where it
 * is awaited at once, or where the block takes their variable with it.
 */
export function asyncBlock(walk: RustWalk, node: SyntaxNode): RustValue {
  const { inAsync, diverged, temporaries } = walk;
  loseChanged(walk, node);
  const isAwaited = node.parent?.type === 'await_expression';
  walk.inAsync = true;
  if (!isAwaited) walk.temporaries = [];
  const value = walk.scopes.withGuards(
    ({ name }) => isAwaited || names(walk, node, name),
    () => block(walk, node),
  );
  Object.assign(walk, { inAsync, diverged, temporaries });
  return { ...UNKNOWN, taint: value.taint, ...madeFrom([value]) };
}

/** Whether a variable of that name is used in a piece of code. */
function names(walk: RustWalk, node: SyntaxNode, name: string): boolean {
  return node.type === 'identifier'
    ? walk.text(node) === name
    : node.children.some((child) => names(walk, child, name));
}

export function unsafeBlock(walk: RustWalk, node: SyntaxNode): RustValue {
  const event = { ...walk.eventContext(), node, calls: [], dereferences: [] };
  walk.events.unsafeBlocks.push(event);
  walk.unsafeBlocks.push(event);
  const inner = node.children.find((child) => child.type === 'block');
  const value = inner === undefined ? UNKNOWN : walk.evaluate(inner);
  walk.unsafeBlocks.pop();
  return value;
}

export function awaitExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const inner = node.children.find((child) => child.named);
  const value = inner === undefined ? UNKNOWN : walk.evaluate(inner);
  const acquired = value.guard;
  const guards = walk.guards().filter((guard) => guard !== acquired);
  walk.events.awaits.push({ ...walk.eventContext(), node, guards });
  return acquired === undefined ? value : { ...value, guard: { ...acquired, kind: 'async' } };
}

export function tryExpression(
  walk: RustWalk,
  node: SyntaxNode,
  learn: (value: RustValue) => void,
): RustValue {
  const inner = node.children.find((child) => child.named);
  const value = inner === undefined ? UNKNOWN : walk.evaluate(inner);
  learn(value);
  walk.learn([{ kind: 'present', place: value.place, node }]);
  return { ...payload(value), made: value.made };
}
