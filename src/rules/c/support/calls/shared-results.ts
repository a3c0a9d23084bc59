import { controlFlow } from '../../../../code/c/cfg/control-flow.ts';
import type {
  BasicBlock,
  CallExpr,
  Expr,
  LoweredFunction,
  Variable,
} from '../../../../code/c/ir/ast.ts';
import { expressionAtEnd, expressionsOf, partsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { solveLattice } from '../../../../code/graph/data-flow.ts';
import { calledNames, onlyDefinition } from './own-functions.ts';

/** A use of memory of the library after another call has filled it anew. */
export interface OverwrittenUse {
  readonly use: Expr;
  /** Absent where one call gets two such results. */
  readonly variable: Variable | undefined;
  /** What has filled it anew. */
  readonly by: string;
  /** Whether the call returns the memory itself, and not only a function that may make such a call. */
  readonly isSure: boolean;
}

/** Functions of one line fill the same memory, and return it. */
const SHARED: readonly RegExp[] = [
  /^getpw(?:nam|uid|ent)$/,
  /^getgr(?:nam|gid|ent)$/,
  /^getsp(?:nam|ent)$/,
  /^gethostby(?:name2?|addr)$/,
  /^getservby(?:name|port)$/,
  /^(?:localtime|gmtime)$/,
  /^(?:ctime|asctime)$/,
  /^inet_ntoa$/,
  /^ether_ntoa$/,
];

interface Held {
  readonly memory: number;
  readonly by: string | undefined;
  readonly isSure: boolean;
}
type State = ReadonlyMap<Variable, Held>;

/** Follows, over the paths of a function, which variables point to memory that the library shares between calls. */
export function followSharedResults(
  fn: LoweredFunction,
  unit: TranslationUnit,
  found: (use: OverwrittenUse) => void,
): void {
  if (![...calledNames(fn)].some((name) => memoryOf(name, unit) >= 0)) return;
  const graph = controlFlow(fn.blocks);
  const run = (id: number, before: State, heard: typeof found | undefined): State => {
    const block = fn.blocks[id];
    return block === undefined ? before : new SharedRun(before, unit, heard).through(block);
  };
  const inputs = solveLattice<State>(graph, {
    boundary: new Map(),
    join,
    equals: (a, b) =>
      a.size === b.size && [...a].every(([variable, held]) => isSame(held, b.get(variable))),
    transfer: (id, before) => run(id, before, undefined),
  });
  const told = new Set<Variable | undefined>();
  const once = (use: OverwrittenUse) => {
    if (use.variable === undefined || !told.has(use.variable)) found(use);
    told.add(use.variable);
  };
  for (const id of graph.order) {
    const before = inputs[id];
    if (before !== undefined) run(id, before, once);
  }
}

/** What one path has overwritten may be so behind both. */
function join(a: State, b: State): State {
  const joined = new Map(a);
  for (const [variable, held] of b) {
    const other = a.get(variable);
    if (other === undefined || (other.by === undefined && held.by !== undefined))
      joined.set(variable, held);
  }
  return joined;
}

function isSame(a: Held, b: Held | undefined): boolean {
  return b !== undefined && a.memory === b.memory && a.by === b.by;
}

class SharedRun {
  private readonly state: Map<Variable, Held>;
  private readonly unit: TranslationUnit;
  private readonly found: ((use: OverwrittenUse) => void) | undefined;

  constructor(
    before: State,
    unit: TranslationUnit,
    found: ((use: OverwrittenUse) => void) | undefined,
  ) {
    this.state = new Map(before);
    this.unit = unit;
    this.found = found;
  }

  through(block: BasicBlock): State {
    for (const step of block.steps)
      if (step.kind === 'eval') this.evaluate(step.expr);
      else if (step.kind === 'declare') {
        if (step.init !== undefined) this.evaluate(step.init);
        this.set(step.variable, step.init);
      } else for (const variable of step.variables) this.state.delete(variable);
    const last = expressionAtEnd(block);
    if (last !== undefined) this.evaluate(last);
    return this.state;
  }

  private evaluate(expr: Expr): void {
    if (expr.kind === 'assign' && expr.target.kind === 'name' && expr.target.variable) {
      this.evaluate(expr.value);
      this.set(expr.target.variable, expr.value);
      return;
    }
    for (const part of partsOf(expr)) this.evaluate(part);
    if (expr.kind === 'deref') this.use(expr.operand, expr);
    if (expr.kind === 'index' || (expr.kind === 'member' && expr.arrow)) this.use(expr.base, expr);
    if (expr.kind === 'call') this.call(expr);
  }

  private call(call: CallExpr): void {
    for (const arg of call.args) this.use(arg, arg);
    const memories = call.args.flatMap((arg) => {
      const bare = withoutCasts(arg);
      const memory = bare.kind === 'call' ? memoryOf(bare.name, this.unit) : -1;
      return memory < 0 || bare.kind !== 'call' ? [] : [{ memory, name: bare.name }];
    });
    const again = memories.find(({ memory }, at) =>
      memories.slice(0, at).some((other) => other.memory === memory),
    );
    if (again !== undefined)
      this.found?.({ use: call, variable: undefined, by: again.name, isSure: true });
    for (const memory of filledBy(call.name, this.unit))
      for (const [variable, held] of this.state)
        if (held.memory === memory && held.by === undefined)
          this.state.set(variable, {
            memory,
            by: call.name,
            isSure: memoryOf(call.name, this.unit) === memory,
          });
  }

  private set(variable: Variable, value: Expr | undefined): void {
    const bare = value === undefined ? undefined : withoutCasts(value);
    const memory = bare?.kind === 'call' ? memoryOf(bare.name, this.unit) : -1;
    const copied =
      bare?.kind === 'name' && bare.variable ? this.state.get(bare.variable) : undefined;
    const isOwn = variable.scope === 'local' || variable.scope === 'parameter';
    if (isOwn && memory >= 0) this.state.set(variable, { memory, by: undefined, isSure: true });
    else if (isOwn && copied !== undefined) this.state.set(variable, copied);
    else this.state.delete(variable);
  }

  private use(pointer: Expr, use: Expr): void {
    const bare = withoutCasts(pointer);
    const variable = bare.kind === 'name' ? bare.variable : undefined;
    const held = variable && this.state.get(variable);
    if (held?.by !== undefined) this.found?.({ use, variable, by: held.by, isSure: held.isSure });
  }
}

/** The memory whose address a call returns, of the library or through a function of the file; -1 for none. */
function memoryOf(name: string, unit: TranslationUnit, depth = 0): number {
  const memory = SHARED.findIndex((family) => family.test(name));
  const fn = memory >= 0 || depth > 2 ? undefined : onlyDefinition(unit, name);
  if (fn?.returns.kind !== 'pointer') return memory;
  const kept = new Map<Variable, number>();
  const of = (expr: Expr): number => {
    const bare = withoutCasts(expr);
    if (bare.kind === 'call') return memoryOf(bare.name, unit, depth + 1);
    return bare.kind === 'name' && bare.variable ? (kept.get(bare.variable) ?? -1) : -1;
  };
  const keep = (variable: Variable, value: Expr) => {
    const own = of(value);
    const isOther = kept.has(variable) && kept.get(variable) !== own;
    kept.set(variable, isOther ? -1 : own);
  };
  for (const { steps } of fn.blocks)
    for (const step of steps)
      if (step.kind === 'declare' && step.init && isPlain(step.init))
        keep(step.variable, step.init);
  for (const expr of expressionsOf(fn.blocks))
    if (expr.kind === 'assign' && expr.target.kind === 'name' && expr.target.variable)
      keep(expr.target.variable, expr.value);
  const returned = fn.blocks.flatMap(({ end }) =>
    end.kind === 'return' && end.value && isPlain(end.value) ? [of(end.value)] : [],
  );
  const [first = -1] = returned;
  return returned.every((each) => each === first) ? first : -1;
}

/** A null pointer says nothing of the memory. */
function isPlain(expr: Expr): boolean {
  return withoutCasts(expr).kind !== 'number';
}

/** The memories that a call may fill: those of the library's function, or of what a function of the file calls. */
function filledBy(name: string, unit: TranslationUnit, seen = new Set<string>()): Set<number> {
  const own = SHARED.findIndex((family) => family.test(name));
  if (own >= 0) return new Set([own]);
  const fn = seen.has(name) || seen.size > 32 ? undefined : onlyDefinition(unit, name);
  seen.add(name);
  const filled = new Set<number>();
  if (fn !== undefined)
    for (const callee of calledNames(fn))
      for (const memory of filledBy(callee, unit, seen)) filled.add(memory);
  return filled;
}
