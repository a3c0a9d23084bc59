import { controlFlow } from '../../../../code/c/cfg/control-flow.ts';
import type { BasicBlock, Expr, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { expressionAtEnd, expressionsOf, partsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { solveLattice } from '../../../../code/graph/data-flow.ts';
import { movedBy, movedWithin, type Place, placeOf } from './memory-moves.ts';

/** A use of a pointer into a block that a call may have moved since. */
export interface MovedUse {
  readonly use: Expr;
  readonly variable: Variable;
  readonly place: string;
  /** The call or the assignment that put another block in its place. */
  readonly by: Expr;
  /** Whether the same was done before the pointer was taken, which may have made room. */
  readonly isRoomy: boolean;
}

interface Taken {
  readonly place: Place;
  readonly by: Expr | undefined;
  readonly isRoomy: boolean;
}
interface State {
  readonly taken: ReadonlyMap<Variable, Taken>;
  readonly moved: ReadonlySet<string>;
}

/** Follows, over the paths of a function, pointers to elements of blocks that are kept in fields. */
export function followMovedElements(
  fn: LoweredFunction,
  unit: TranslationUnit,
  found: (use: MovedUse) => void,
): void {
  const own = movedWithin(fn);
  const moves = (expr: Expr): readonly string[] => {
    if (expr.kind === 'call') return movedBy(expr, unit);
    const place = expr.kind === 'assign' ? placeOf(expr.target) : undefined;
    return place !== undefined && own.has(place.text) ? [place.text] : [];
  };
  const movers = new Map(
    expressionsOf(fn.blocks).flatMap((expr) => {
      const moved = moves(expr);
      return moved.length > 0 ? [[expr, moved] as const] : [];
    }),
  );
  if (movers.size === 0) return;
  const graph = controlFlow(fn.blocks);
  const run = (id: number, before: State, heard: typeof found | undefined): State => {
    const block = fn.blocks[id];
    return block === undefined ? before : new MovedRun(before, movers, heard).through(block);
  };
  const inputs = solveLattice<State>(graph, {
    boundary: { taken: new Map(), moved: new Set() },
    join,
    equals: isSame,
    transfer: (id, before) => run(id, before, undefined),
  });
  const told = new Set<Variable>();
  for (const id of graph.order) {
    const before = inputs[id];
    if (before !== undefined)
      run(id, before, (use) => {
        if (!told.has(use.variable)) found(use);
        told.add(use.variable);
      });
  }
}

/** What one path has moved may be so behind both. */
function join(a: State, b: State): State {
  const taken = new Map(a.taken);
  for (const [variable, other] of b.taken) {
    const known = taken.get(variable);
    if (known === undefined || (known.by === undefined && other.by !== undefined))
      taken.set(variable, other);
  }
  return { taken, moved: a.moved.union(b.moved) };
}

function isSame(a: State, b: State): boolean {
  return (
    a.moved.size === b.moved.size &&
    a.taken.size === b.taken.size &&
    [...a.taken].every(([variable, { by }]) => {
      const other = b.taken.get(variable);
      return other !== undefined && other.by === by;
    })
  );
}

class MovedRun {
  private readonly taken: Map<Variable, Taken>;
  private readonly moved: Set<string>;
  private readonly movers: ReadonlyMap<Expr, readonly string[]>;
  private readonly found: ((use: MovedUse) => void) | undefined;

  constructor(
    before: State,
    movers: ReadonlyMap<Expr, readonly string[]>,
    found: ((use: MovedUse) => void) | undefined,
  ) {
    this.taken = new Map(before.taken);
    this.moved = new Set(before.moved);
    this.movers = movers;
    this.found = found;
  }

  through(block: BasicBlock): State {
    for (const step of block.steps)
      if (step.kind === 'eval') this.evaluate(step.expr);
      else if (step.kind === 'declare') {
        if (step.init !== undefined) this.evaluate(step.init);
        this.set(step.variable, step.init);
      } else for (const variable of step.variables) this.forget(variable);
    const last = expressionAtEnd(block);
    if (last !== undefined) this.evaluate(last);
    return { taken: this.taken, moved: this.moved };
  }

  private evaluate(expr: Expr): void {
    if (expr.kind === 'assign' && expr.target.kind === 'name' && expr.target.variable) {
      this.evaluate(expr.value);
      if (expr.op === '=') this.set(expr.target.variable, expr.value);
      return;
    }
    for (const part of partsOf(expr)) this.evaluate(part);
    if (expr.kind === 'deref') this.use(expr.operand, expr);
    if (expr.kind === 'index' || (expr.kind === 'member' && expr.arrow)) this.use(expr.base, expr);
    // What is handed the address of a pointer may set it.
    if (expr.kind === 'address' && expr.operand.kind === 'name' && expr.operand.variable)
      this.forget(expr.operand.variable);
    for (const text of this.movers.get(expr) ?? []) this.move(text, expr);
  }

  private move(text: string, by: Expr): void {
    this.moved.add(text);
    for (const [variable, known] of this.taken)
      if (known.place.text === text && known.by === undefined)
        this.taken.set(variable, { ...known, by });
  }

  private set(variable: Variable, value: Expr | undefined): void {
    const copied = value === undefined ? undefined : withoutCasts(value);
    const known =
      copied?.kind === 'name' && copied.variable ? this.taken.get(copied.variable) : undefined;
    const place = value === undefined ? undefined : blockOf(value);
    this.forget(variable);
    if (variable.type.kind !== 'pointer' || variable.type.reference || variable.scope !== 'local')
      return;
    if (known !== undefined) this.taken.set(variable, known);
    else if (place !== undefined && place.root !== variable)
      this.taken.set(variable, { place, by: undefined, isRoomy: this.moved.has(place.text) });
  }

  /** A variable has another value: what was reached through it is another place. */
  private forget(variable: Variable): void {
    this.taken.delete(variable);
    for (const [pointer, { place }] of this.taken)
      if (place.root === variable) this.taken.delete(pointer);
  }

  private use(pointer: Expr, use: Expr): void {
    const bare = withoutCasts(pointer);
    const variable = bare.kind === 'name' ? bare.variable : undefined;
    const known = variable && this.taken.get(variable);
    if (variable === undefined || known?.by === undefined) return;
    const { place, by, isRoomy } = known;
    this.found?.({ use, variable, place: place.text, by, isRoomy });
  }
}

/** The field whose block a value points into: `t->pool`, `&t->pool[i]`, `t->pool + i`. */
function blockOf(value: Expr): Place | undefined {
  const bare = withoutCasts(value);
  if (bare.kind === 'conditional') {
    const first = bare.then && blockOf(bare.then);
    return first ?? blockOf(bare.otherwise);
  }
  if (bare.kind === 'binary' && /^[-+]$/.test(bare.op)) return blockOf(bare.left);
  if (bare.kind !== 'address') return bare.type.kind === 'pointer' ? placeOf(bare) : undefined;
  let at: Expr = withoutCasts(bare.operand);
  while (at.kind === 'member' && !at.arrow) at = withoutCasts(at.base);
  if (at.kind !== 'index' || at.base.type.kind !== 'pointer') return undefined;
  return placeOf(at.base);
}
