import { controlFlow } from '../../../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { isRelation } from '../../../../code/c/ir/relations.ts';
import { type CType, pointee } from '../../../../code/c/ir/types.ts';
import { expressionAtEnd, expressionsOf, partsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import { solveLattice } from '../../../../code/graph/data-flow.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';
import { type AskedDistance, outcomeOf, type Place, placeOf } from './distance-asked.ts';

/** A read of a byte behind those that the code has asked for. */
export interface ReadPastAsked {
  readonly read: Expr;
  readonly cursor: Place;
  readonly end: Place;
}

const MAX_BEHIND = 8;

/** By the texts of a cursor and an end, how far apart they are at least. */
type State = ReadonlyMap<string, AskedDistance>;

/**
 * Follows, over the paths of a function, how many bytes are left at least between a cursor and the end of its buffer, as
 * comparisons of the two say it and steps of the cursor take it away, and tells of reads behind them.
 */
export function readsPastAsked(fn: LoweredFunction, found: (read: ReadPastAsked) => void): void {
  const isAsked = fn.blocks.some(
    ({ end }) =>
      end.kind === 'branch' &&
      [true, false].some((holds) => outcomeOf(end.condition, holds).distances.length > 0),
  );
  if (!isAsked) return;
  const graph = controlFlow(fn.blocks);
  const lost = addressesTaken(fn);
  const run = (id: number, before: State, heard: typeof found | undefined): State => {
    const block = fn.blocks[id];
    return block === undefined ? before : new DistanceRun(before, heard).through(block);
  };
  const inputs = solveLattice<State>(graph, {
    boundary: new Map(),
    join,
    equals: isSame,
    transfer: (id, before) => run(id, before, undefined),
    refine: (from, to, state) => along(fn.blocks[from], to, state, lost),
  });
  for (const id of graph.order) {
    const before = inputs[id];
    if (before !== undefined) run(id, before, found);
  }
}

/** What is left on both paths is the lesser; what one of them has not asked for is not known. */
function join(a: State, b: State): State {
  const joined = new Map<string, AskedDistance>();
  for (const [key, known] of a) {
    const other = b.get(key);
    if (other !== undefined) joined.set(key, other.least < known.least ? other : known);
  }
  return joined;
}

function isSame(a: State, b: State): boolean {
  return a.size === b.size && [...a].every(([key, { least }]) => b.get(key)?.least === least);
}

/** What the outcome of a branch says. Of places that are compared in a way that is not understood nothing is known. */
function along(
  block: BasicBlock | undefined,
  to: number,
  state: State,
  lost: ReadonlySet<string>,
): State {
  if (block?.end.kind !== 'branch' || block.end.then === block.end.otherwise) return state;
  const { distances, others } = outcomeOf(block.end.condition, to === block.end.then);
  const texts = new Set(others.map(({ text }) => text));
  const next = new Map(without(state, ({ cursor }) => texts.has(cursor.text)));
  for (const asked of distances) {
    const key = keyOf(asked);
    const known = next.get(key)?.least ?? 0;
    const isLost = lost.has(asked.cursor.text) || lost.has(asked.end.text);
    if (!isLost && asked.least > known) next.set(key, asked);
  }
  return next;
}

function keyOf({ cursor, end }: AskedDistance): string {
  return `${cursor.text} ${end.text}`;
}

function without(state: State, isGone: (asked: AskedDistance) => boolean): State {
  return new Map([...state].filter(([, asked]) => !isGone(asked)));
}

/** The variables that something else may set. */
function addressesTaken(fn: LoweredFunction): ReadonlySet<string> {
  return new Set(
    expressionsOf(fn.blocks).flatMap((expr) => {
      const place = expr.kind === 'address' ? placeOf(expr.operand) : undefined;
      return place === undefined ? [] : [place.text];
    }),
  );
}

class DistanceRun {
  private state: State;
  private readonly found: ((read: ReadPastAsked) => void) | undefined;

  constructor(before: State, found: ((read: ReadPastAsked) => void) | undefined) {
    this.state = before;
    this.found = found;
  }

  through(block: BasicBlock): State {
    for (const step of block.steps)
      if (step.kind === 'eval') this.evaluate(step.expr, false);
      else if (step.kind === 'declare') {
        if (step.init !== undefined) this.evaluate(step.init, false);
        this.forget(step.variable.name);
      } else for (const { name } of step.variables) this.forget(name);
    const last = expressionAtEnd(block);
    // What a condition or a switch looks at may be the NUL that ends a text.
    if (last !== undefined) this.evaluate(last, block.end.kind !== 'return');
    return this.state;
  }

  private evaluate(expr: Expr, isLook: boolean): void {
    if (expr.kind === 'sizeof') return;
    if (expr.kind === 'address') {
      const operand = withoutCasts(expr.operand);
      for (const part of partsOf(operand)) this.evaluate(part, isLook);
      return;
    }
    if (expr.kind === 'assign') {
      this.evaluate(expr.value, false);
      for (const part of partsOf(expr.target)) this.evaluate(part, false);
      this.assign(expr.target, expr.op, expr.value);
      return;
    }
    // What decides here about what is read there is not followed within an expression.
    const isDecided =
      expr.kind === 'conditional' ||
      (expr.kind === 'binary' && (isRelation(expr.op) || /^(?:&&|\|\|)$/.test(expr.op)));
    for (const part of partsOf(expr)) this.evaluate(part, isLook || isDecided);
    if (expr.kind === 'incdec') this.move(expr.operand, expr.op === '++' ? 1 : undefined);
    if (expr.kind === 'call') this.call(expr);
    if (!isLook && (expr.kind === 'deref' || expr.kind === 'index')) this.read(expr);
  }

  private assign(target: Expr, op: string, value: Expr): void {
    const place = placeOf(target);
    if (place === undefined) return;
    const sum = withoutCasts(value);
    const isOwn =
      op === '=' &&
      sum.kind === 'binary' &&
      sum.op === '+' &&
      placeOf(sum.left)?.text === place.text;
    if (op === '+=') this.move(target, constantOf(value));
    else if (isOwn) this.move(target, constantOf(sum.right));
    else this.forget(place.text);
  }

  /** A place goes on by so many elements, or by a number that is not known. */
  private move(expr: Expr, by: number | undefined): void {
    const place = placeOf(expr);
    if (place === undefined) return;
    const next = new Map<string, AskedDistance>();
    for (const [key, asked] of this.state) {
      if (asked.end.text === place.text) continue;
      if (asked.cursor.text !== place.text) next.set(key, asked);
      // Far behind what was asked for nothing new can be told.
      else if (by !== undefined && by >= 0 && asked.least - by >= -MAX_BEHIND)
        next.set(key, { ...asked, least: asked.least - by });
    }
    this.state = next;
  }

  /** A place has another value, and so may what is reached through it. */
  private forget(text: string): void {
    const isOf = (place: Place): boolean =>
      place.text === text ||
      place.text.startsWith(`${text}->`) ||
      place.text.startsWith(`${text}.`);
    this.state = without(this.state, ({ cursor, end }) => isOf(cursor) || isOf(end));
  }

  /** A function of the project may move what fields say, and may ask for more than is seen here. */
  private call(call: CallExpr): void {
    const isOwn = libraryModelOf(call.name) === undefined;
    const given = new Set(call.args.flatMap((arg) => namesIn(arg)));
    this.state = without(this.state, ({ cursor, end }) => {
      if (isOwn && [cursor, end].some(({ expr }) => expr.kind === 'member')) return true;
      return given.has(cursor.text) && given.has(end.text);
    });
  }

  private read(expr: Expr): void {
    const at = cursorOf(expr);
    if (at === undefined) return;
    const known = [...this.state.values()].filter(({ cursor }) => cursor.text === at.cursor);
    const [best] = known.sort((a, b) => b.least - a.least);
    if (best !== undefined && at.offset >= best.least)
      this.found?.({ read: expr, cursor: best.cursor, end: best.end });
  }
}

function namesIn(expr: Expr): readonly string[] {
  const own = placeOf(expr)?.text;
  return [...(own === undefined ? [] : [own]), ...partsOf(expr).flatMap((part) => namesIn(part))];
}

/** The cursor that a read of a byte goes by, and how far behind it the byte is, after what the expression does to it. */
function cursorOf(expr: Expr): { readonly cursor: string; readonly offset: number } | undefined {
  if (!isByte(expr.type)) return undefined;
  if (expr.kind === 'deref') return pointerAt(expr.operand);
  if (expr.kind !== 'index') return undefined;
  const base = withoutCasts(expr.base);
  if (pointee(base.type) === undefined || base.type.kind !== 'pointer') return undefined;
  const constant = constantOf(expr.index);
  const byPointer = constant === undefined ? undefined : pointerAt(base);
  if (byPointer !== undefined && constant !== undefined)
    return { cursor: byPointer.cursor, offset: byPointer.offset + constant };
  return constant === undefined && placeOf(base) !== undefined ? steppedAt(expr.index) : undefined;
}

function pointerAt(expr: Expr): { readonly cursor: string; readonly offset: number } | undefined {
  return expr.type.kind === 'pointer' || expr.kind === 'cast' ? steppedAt(expr) : undefined;
}

/** `p`, `p + 2`, `p++`, `++p`: the place and how far from where it is now. */
function steppedAt(expr: Expr): { readonly cursor: string; readonly offset: number } | undefined {
  const bare = withoutCasts(expr);
  const place = placeOf(bare);
  if (place !== undefined) return { cursor: place.text, offset: 0 };
  if (bare.kind === 'incdec') {
    const moved = placeOf(bare.operand);
    if (moved === undefined || bare.op !== '++') return undefined;
    return { cursor: moved.text, offset: bare.prefix ? 0 : -1 };
  }
  if (bare.kind !== 'binary' || bare.op !== '+') return undefined;
  const by = constantOf(bare.right);
  const from = by === undefined ? undefined : steppedAt(bare.left);
  return from && by !== undefined ? { cursor: from.cursor, offset: from.offset + by } : undefined;
}

/** A byte that is no character of a text. */
function isByte(type: CType): boolean {
  return type.kind === 'int' && type.bits === 8 && !type.signed;
}
