import type { CallExpr, Expr } from '../../c/ir/ast.ts';
import { assuming } from '../domain/assumptions.ts';
import { isImplied } from '../domain/entry-condition.ts';
import type { ReleaseCondition } from '../domain/function-summary.ts';
import { type Family, type MemoryObject, unknownObject } from '../domain/memory-object.ts';
import type { State } from '../domain/state.ts';
import type { Taint } from '../domain/taint.ts';
import { type RootFacts, TOP_FACTS, type Value, ZERO } from '../domain/value.ts';
import type { ConditionalRelease } from '../domain/value-numbering.ts';
import { entryConditions } from '../interpreter/entry-conditions.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { killObject } from '../join/rename-root.ts';

/** A new object, and the pointer or descriptor that stands for it. */
export function allocate(
  interpreter: Interpreter,
  expr: Expr,
  family: Family,
  size: Value | undefined,
  failure: 'null' | 'negative' | 'never',
  more: {
    initial?: 'zero' | 'unknown';
    terminated?: 'yes';
    maxLength?: number;
    taint?: Taint | undefined;
  } = {},
  purpose = 'result',
): Value {
  const id = interpreter.ids.root(expr, purpose === 'result' ? 'object' : `object ${purpose}`);
  const isMemory = family === 'malloc' || family === 'new' || family === 'new[]';
  setApart(interpreter, id);
  const name = expr.kind === 'call' ? expr.name : family;
  interpreter.state.setObject({
    ...unknownObject(id, more.taint),
    kind: isMemory ? 'heap' : 'resource',
    name,
    size,
    family,
    escaped: false,
    allocatedAt: interpreter.step(expr, `allocated by ${name}`),
    initial: more.initial ?? (isMemory ? 'uninitialised' : 'unknown'),
    terminated: more.terminated ?? 'unknown',
    maxLength: more.maxLength ?? Number.POSITIVE_INFINITY,
  });
  const numeric = failure === 'negative';
  const facts: RootFacts = {
    ...TOP_FACTS,
    lo: numeric ? -1 : Number.NEGATIVE_INFINITY,
    hi: numeric ? 2147483647 : Number.POSITIVE_INFINITY,
    mayBeNull: failure === 'null' || numeric,
    nullOrigin:
      failure === 'null'
        ? {
            kind: 'failure',
            what: name,
            step: interpreter.step(expr, `${name} returns null when it fails`),
          }
        : undefined,
    targets: [{ object: id, offset: ZERO }],
    from: name,
  };
  return interpreter.fresh(expr, purpose, facts);
}

/** A block that is gone when the function returns, as a variable is. */
export function allocateOnStack(
  interpreter: Interpreter,
  expr: CallExpr,
  size: Value | undefined,
): Value {
  const id = interpreter.ids.root(expr, 'object');
  setApart(interpreter, id);
  interpreter.state.setObject({
    ...unknownObject(id, undefined),
    kind: 'variable',
    size,
    escaped: false,
    initial: 'uninitialised',
  });
  return interpreter.fresh(expr, 'result', {
    ...TOP_FACTS,
    mayBeNull: false,
    targets: [{ object: id, offset: ZERO }],
    from: expr.name,
  });
}

/** Makes room for a new block of a place that has made one before. */
function setApart(interpreter: Interpreter, id: number): void {
  const before = interpreter.state.object(id);
  // What realloc moves is still there where it fails.
  if (before !== undefined && (before.lifetime === 'live' || before.lifetime === 'moved')) {
    const earlier = earlierOf(interpreter, before);
    const others = interpreter.state.object(earlier);
    if (others?.lifetime === 'live') interpreter.severalBlocks.add(earlier);
    const isForgotten = moveParts(interpreter.state, id, earlier, others !== undefined);
    const isUnknown = isForgotten || others?.initial === 'unknown';
    const initial = isUnknown ? 'unknown' : before.initial;
    interpreter.state.setObject({ ...before, id: earlier, initial });
    redirectTargets(interpreter, id, earlier);
  }
  // What became of the parts of the last block from here says nothing of this one's.
  killObject(interpreter.state, id);
}

/**
 * What the parts of the last block hold is what those of its predecessors do, as far as that is one block.
 * @returns whether something was written that is not known any more
 */
function moveParts(state: State, from: number, to: number, isOneOfSeveral: boolean): boolean {
  const { ids } = state;
  let isForgotten = false;
  for (const [path, cell] of ids.cellsOf(from)) {
    const value = state.get(cell);
    if (value === undefined) continue;
    if (isOneOfSeveral) isForgotten = true;
    else state.set(ids.cell(to, path), value);
  }
  if (!isOneOfSeveral) return false;
  isForgotten ||= [...ids.cellsOf(to).values()].some((cell) => state.get(cell) !== undefined);
  killObject(state, to);
  return isForgotten;
}

/** What stands for the blocks that the same place allocated before, in a loop. */
function earlierOf({ ids }: Interpreter, { id, escaped }: MemoryObject): number {
  // One that escaped must not make the others count as reachable.
  return ids.root(id, escaped ? 'earlier elsewhere' : 'earlier');
}

/** Pointers to an object that is about to be allocated again point to its predecessor. */
function redirectTargets(interpreter: Interpreter, from: number, to: number): void {
  for (const [, value] of interpreter.state.entries()) {
    if (value.root === 0) continue;
    const facts = interpreter.state.facts(value.root);
    if (!facts.targets.some((target) => target.object === from)) continue;
    const targets = facts.targets.map((target) =>
      target.object === from ? { ...target, object: to } : target,
    );
    interpreter.state.setFacts(value.root, { ...facts, targets });
  }
}

/**
 * realloc: on success the old block is gone, on failure it is still there.
 * @param failure how that shows; `never` for those that end the program, as `xrealloc` does
 */
export function reallocate(
  interpreter: Interpreter,
  expr: CallExpr,
  pointer: Value,
  size: Value | undefined,
  failure: 'null' | 'negative' | 'never',
): Value {
  const moved: ConditionalRelease[] = [];
  for (const target of pointer.root === 0 ? [] : interpreter.targetsOf(pointer)) {
    const object = interpreter.state.object(target.object);
    if (object === undefined) continue;
    // The old name may still be used when it is assigned again; only other names dangle.
    const at = interpreter.step(expr, 'it may be moved here');
    interpreter.state.setObject({ ...object, lifetime: 'moved', freedAt: at });
    if (object.lifetime !== 'live') continue;
    // The same place is about to allocate another one.
    const isOfHere = object.id === interpreter.ids.root(expr, 'object');
    const id = isOfHere ? earlierOf(interpreter, object) : object.id;
    moved.push({ object: id, at, assumed: object.assumed, by: UNLESS_NULL });
  }
  const taint = interpreter.contentTaint(pointer);
  const more = { initial: 'unknown', taint } as const;
  const result = allocate(interpreter, expr, 'malloc', size, failure, more);
  interpreter.ids.conditionalReleases.set(result.root, moved);
  // In the next round of a loop the root of what was given is that of the new block.
  if (pointer.root === 0 || pointer.root === result.root)
    interpreter.ids.movedPointers.delete(result.root);
  else
    interpreter.ids.movedPointers.set(result.root, {
      root: pointer.root,
      at: interpreter.step(expr, 'it is moved here'),
    });
  return result;
}

/** What gives null has left the old block as it was. */
const UNLESS_NULL: ConditionalRelease['by'] = {
  negative: 'maybe',
  zero: 'no',
  positive: 'maybe',
};

/**
 * Marks what a pointer points to as given back.
 * @param how with which arguments of this function, where a callee of it decides that, too
 */
export function release(
  interpreter: Interpreter,
  expr: Expr,
  pointer: Value,
  how?: ReleaseCondition,
): void {
  if (pointer.root === 0) return;
  const facts = interpreter.state.facts(pointer.root);
  const targets = interpreter.targetsOf(pointer);
  for (const target of targets) {
    const object = interpreter.state.object(target.object);
    if (object === undefined || object.kind === 'literal') continue;
    const certain = targets.length === 1;
    // Of several things that it may be, it is not the variable that is given back.
    if (!certain && isVariable(object)) continue;
    noteRelease(interpreter, expr, object, certain, how);
    // One of several blocks is gone: the others may be given back as well, and it is not known which are left.
    if (interpreter.severalBlocks.has(object.id)) {
      interpreter.state.setObject({ ...object, escaped: true });
      continue;
    }
    interpreter.state.setObject({
      ...object,
      lifetime: certain ? 'freed' : 'maybe-freed',
      freedAt: interpreter.step(expr, 'it is freed here'),
    });
  }
  const isKnown = facts.mayBeNull && facts.nullOrigin?.kind === 'parameter';
  const nullOrigin = isKnown ? undefined : facts.nullOrigin;
  const releasedAt = isMemory(expr) ? interpreter.step(expr, 'it is freed here') : undefined;
  interpreter.state.setFacts(pointer.root, { ...facts, nullOrigin, releasedAt });
}

/** Whether a call is one of the library that frees memory, or `delete`. */
function isMemory(expr: Expr): boolean {
  return expr.kind === 'delete' || (expr.kind === 'call' && expr.name === 'free');
}

/** Notes with which arguments memory is freed that this function was given. */
function noteRelease(
  interpreter: Interpreter,
  expr: Expr,
  object: MemoryObject,
  certain: boolean,
  how: ReleaseCondition | undefined,
): void {
  if (object.kind !== 'unknown' || interpreter.parameterRoots.size === 0) return;
  const known = interpreter.releases.get(object.id) ?? [];
  const when = how?.when ?? entryConditions(interpreter);
  // Without conditions there is nothing that a call could meet for certain.
  const mayBeSure = when.length > 0 && certain && (how?.certain ?? true);
  const one = { when, certain: mayBeSure && interpreter.isToldByArguments(expr) };
  // One that happens with any arguments says nothing of what it takes.
  const isKnown = known.some(
    (other) => other.certain === one.certain && isImplied(other.when, one.when),
  );
  if (isKnown) return;
  interpreter.releases.set(object.id, [...known, one]);
  const pointer = interpreter.ids.pointerTo(object.id);
  const isGiven = pointer !== undefined && interpreter.parameterRoots.has(pointer);
  // What a loop frees is another object in each round.
  const { loops } = interpreter.function;
  const isInLoop = loops.some((loop) => loop.start <= expr.start && expr.end <= loop.end);
  if (certain && isGiven && !isInLoop) interpreter.ids.tracked.given.add(object.id);
}

/**
 * A callee frees what a pointer points to on some of its paths. One that also gets the address of a
 * number says there how it ended, and whether it has freed goes with that; which is not followed, so
 * that nothing is claimed.
 */
export function markMaybeFreed(
  interpreter: Interpreter,
  expr: CallExpr,
  pointer: Value,
  how?: ReleaseCondition,
): void {
  const tells = expr.args.some(isAddressOfNumber);
  const targets = interpreter.targetsOf(pointer);
  const isCertain = targets.length === 1 && how?.certain === true;
  for (const target of targets) {
    const object = interpreter.state.object(target.object);
    if (object === undefined || (targets.length > 1 && isVariable(object))) continue;
    noteRelease(interpreter, expr, object, isCertain, how);
    if (object.lifetime !== 'live') continue;
    const freedAt = interpreter.step(
      expr,
      `${expr.name || 'the function that is called'} may free it`,
    );
    interpreter.state.setObject(
      tells
        ? { ...object, escaped: true }
        : {
            ...object,
            lifetime: 'maybe-freed',
            escaped: true,
            freedAt,
            assumed: object.assumed | assuming('may'),
          },
    );
  }
}

function isVariable({ kind }: MemoryObject): boolean {
  return kind === 'variable' || kind === 'static';
}

function isAddressOfNumber(arg: Expr): boolean {
  return arg.kind === 'address' && arg.operand.kind === 'name' && arg.operand.type.kind === 'int';
}
