import { controlFlow } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { isLambdaName } from '../../code/c/ir/nested-name.ts';
import { expressionAtEnd, expressionsOf, partsOf } from '../../code/c/ir/walk.ts';
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

/**
 * Follows, over the paths of a function, how many elements its vectors have.
 * @param text of the file
 */
export function followVectorSizes(fn: LoweredFunction, text: string, onOutside: OnOutside): void {
  const pointedTo = addressed(fn);
  const isFollowed = (variable: Variable) => isVector(variable) && !pointedTo.has(variable);
  if (!fn.locals.some(isFollowed)) return;
  const graph = controlFlow(fn.blocks);
  const run = (id: number, before: Sizes, heard: OnOutside | undefined): Sizes => {
    const block = fn.blocks[id];
    return block === undefined
      ? before
      : new BlockRun(before, text, isFollowed, heard).through(block);
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

/** The variables that something may point to, so that any call may change them. */
function addressed(fn: LoweredFunction): ReadonlySet<Variable> {
  const operands = expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'address' ? [variableOf(expr.operand)] : [],
  );
  return new Set(operands.filter((variable) => variable !== undefined));
}

function isVector({ type, scope }: Variable): boolean {
  return scope === 'local' && type.kind === 'unknown' && /^vector</.test(nameOfType(type));
}

class BlockRun {
  private readonly sizes: Map<Variable, number>;
  private readonly text: string;
  private readonly isFollowed: (variable: Variable) => boolean;
  private readonly onOutside: OnOutside | undefined;

  constructor(
    before: Sizes,
    text: string,
    isFollowed: (variable: Variable) => boolean,
    onOutside: OnOutside | undefined,
  ) {
    this.sizes = new Map(before);
    this.text = text;
    this.isFollowed = isFollowed;
    this.onOutside = onOutside;
  }

  through(block: BasicBlock): Sizes {
    for (const step of block.steps) {
      if (step.kind === 'eval') this.evaluate(step.expr);
      else if (step.kind === 'declare') {
        if (step.init !== undefined) this.evaluate(step.init);
        if (this.isFollowed(step.variable))
          this.set(step.variable, sizeAtFirst(step.variable, step.init, this.text));
      }
    }
    const last = expressionAtEnd(block);
    if (last !== undefined) this.evaluate(last);
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
    if (variable === undefined || (size === undefined && !this.isFollowed(variable)))
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

/** `{1, 2, 3}` are elements, and `(3)` is how many there are. */
function sizeAtFirst(
  { start, end }: Variable,
  init: Expr | undefined,
  text: string,
): number | undefined {
  // Nothing but the name is there: it begins empty. `all(n)` may look like the declaration of a function.
  const isBare = /^\w+$/.test(text.slice(start, end));
  if (isBare && /^\s{0,8}[;,]/.test(text.slice(end, end + 9))) return 0;
  if (init === undefined) return undefined;
  const isBraced = text[init.start] === '{';
  const given =
    init.kind === 'initlist'
      ? init.items.map(({ value }) => value)
      : init.kind === 'call' && init.name === 'vector'
        ? init.args
        : undefined;
  if (given === undefined || (init.kind === 'initlist' && init.isPartial === true))
    return undefined;
  // What is named may be another vector, of which this is a copy, or an iterator.
  const isPlain = given.every(({ kind }) => /^(?:number|string|initlist)$/.test(kind));
  if (!isPlain) return undefined;
  if (isBraced) return given.length;
  const [count] = given;
  return count?.kind === 'number' && given.length <= 2 ? constantOf(count) : undefined;
}

function variableOf(expr: Expr): Variable | undefined {
  const bare = withoutCasts(expr);
  return bare.kind === 'name' ? bare.variable : undefined;
}
