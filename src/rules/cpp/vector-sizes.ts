import { controlFlow } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { isLambdaName } from '../../code/c/ir/nested-name.ts';
import { partsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { solveLattice } from '../../code/graph/data-flow.ts';
import { nameOfType } from './containers.ts';

/** How many elements each local vector has, where that is the same on all paths. */
type Sizes = ReadonlyMap<Variable, number>;

/** Hears of an index that is not below the number of elements. */
export type OnOutside = (expr: Expr, name: string, index: number, size: number) => void;

/** Methods that leave the number of elements as it is. */
const KEEPING =
  /^(?:size|empty|at|front|back|begin|end|cbegin|cend|rbegin|rend|data|capacity|reserve|shrink_to_fit|operator\[\])$/;

/** Follows, over the paths of a function, how many elements its vectors have. */
export function followVectorSizes(fn: LoweredFunction, onOutside: OnOutside): void {
  if (!fn.locals.some(isVector)) return;
  const graph = controlFlow(fn.blocks);
  const run = (id: number, before: Sizes, heard: OnOutside | undefined): Sizes => {
    const block = fn.blocks[id];
    return block === undefined ? before : new BlockRun(before, heard).through(block);
  };
  const inputs = solveLattice<Sizes>(graph, {
    boundary: new Map(),
    join: (a, b) => new Map([...a].filter(([variable, size]) => b.get(variable) === size)),
    equals: (a, b) =>
      a.size === b.size && [...a].every(([variable, size]) => b.get(variable) === size),
    transfer: (id, before) => run(id, before, undefined),
  });
  for (const id of graph.order) {
    const before = inputs[id];
    if (before !== undefined) run(id, before, onOutside);
  }
}

function isVector({ type, scope }: Variable): boolean {
  return scope === 'local' && type.kind === 'unknown' && /^vector</.test(nameOfType(type));
}

class BlockRun {
  private readonly sizes: Map<Variable, number>;
  private readonly onOutside: OnOutside | undefined;

  constructor(before: Sizes, onOutside: OnOutside | undefined) {
    this.sizes = new Map(before);
    this.onOutside = onOutside;
  }

  through({ steps, end }: BasicBlock): Sizes {
    for (const step of steps) {
      if (step.kind === 'eval') this.evaluate(step.expr);
      else if (step.kind === 'declare') {
        if (step.init !== undefined) this.evaluate(step.init);
        if (isVector(step.variable)) this.set(step.variable, sizeAtFirst(step.variable, step.init));
      }
    }
    if (end.kind === 'branch') this.evaluate(end.condition);
    else if (end.kind === 'switch') this.evaluate(end.value);
    else if (end.kind === 'return' && end.value !== undefined) this.evaluate(end.value);
    return this.sizes;
  }

  /** Where a vector is only named, something else may change it. */
  private evaluate(expr: Expr): void {
    if (expr.kind === 'index') {
      const variable = variableOf(expr.base);
      const size = variable && this.sizes.get(variable);
      this.evaluate(expr.index);
      if (variable === undefined || size === undefined) return this.evaluate(expr.base);
      const index = constantOf(expr.index);
      if (index !== undefined && index >= size) this.onOutside?.(expr, variable.name, index, size);
      return;
    }
    if (expr.kind === 'call') return this.call(expr);
    if (expr.kind === 'name') {
      if (expr.variable !== undefined) this.sizes.delete(expr.variable);
      else if (isLambdaName(expr.name)) this.sizes.clear();
      return;
    }
    for (const part of partsOf(expr)) this.evaluate(part);
  }

  private call(call: CallExpr): void {
    for (const arg of call.args) this.evaluate(arg);
    const variable = call.receiver === undefined ? undefined : variableOf(call.receiver);
    const size = variable && this.sizes.get(variable);
    if (variable === undefined || (size === undefined && !isVector(variable)))
      return this.evaluate(call.callee);
    this.set(variable, sizeAfter(call, size));
  }

  private set(variable: Variable, size: number | undefined): void {
    if (size === undefined || !Number.isSafeInteger(size)) this.sizes.delete(variable);
    else this.sizes.set(variable, size);
  }
}

/** How many elements there are behind a call of a method. */
function sizeAfter({ name, args }: CallExpr, size: number | undefined): number | undefined {
  const [first] = args;
  if (name === 'clear') return 0;
  if (name === 'resize' && first !== undefined) return constantOf(first);
  if (size === undefined) return undefined;
  if (KEEPING.test(name)) return size;
  if (name === 'push_back' || name === 'emplace_back') return size + 1;
  return name === 'pop_back' ? Math.max(0, size - 1) : undefined;
}

function sizeAtFirst({ type }: Variable, init: Expr | undefined): number | undefined {
  if (init === undefined) return 0;
  if (init.kind === 'initlist') {
    const isCounted = init.items.every(
      ({ name, value }) => name === undefined && withoutCasts(value).kind !== 'opaque',
    );
    // `{first, last}` may be two iterators, and `{other}` a copy.
    const isValues = init.items.every(({ value }) =>
      /^(?:number|string|initlist)$/.test(value.kind),
    );
    return init.isPartial === true || !isCounted || !isValues ? undefined : init.items.length;
  }
  if (init.kind !== 'call' || !/vector/.test(init.name)) return undefined;
  const [count] = init.args;
  // A count of elements; of two arguments the second is their value.
  const isCount = count !== undefined && init.args.length <= 2 && type.kind === 'unknown';
  return isCount && count.kind === 'number' ? constantOf(count) : undefined;
}

function variableOf(expr: Expr): Variable | undefined {
  const bare = withoutCasts(expr);
  return bare.kind === 'name' ? bare.variable : undefined;
}
