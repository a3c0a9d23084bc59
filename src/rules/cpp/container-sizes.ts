import { controlFlow } from '../../code/c/cfg/control-flow.ts';
import type {
  BasicBlock,
  CallExpr,
  Expr,
  IndexExpr,
  LoweredFunction,
  Variable,
} from '../../code/c/ir/ast.ts';
import { isLambdaName } from '../../code/c/ir/nested-name.ts';
import { expressionAtEnd, partsOf } from '../../code/c/ir/walk.ts';
import { solveLattice } from '../../code/graph/data-flow.ts';
import {
  ASKING,
  copiedBy,
  emptyWhen,
  isText,
  type Sizes,
  sizeAfter,
  sizeAtFirst,
  sizeOfValue,
  truthOf,
  variableOf,
} from './known-size.ts';
import { type SizedContainers, sizedContainers } from './sized-containers.ts';

/** Hears where a container is used of which the number of elements is known. */
export interface SizeListener {
  index(expr: IndexExpr, variable: Variable, size: number): void;
  /** A method is called on one, before what it does. */
  method(call: CallExpr, variable: Variable, size: number): void;
}

/** What holds at a point: undefined where no path leads there. */
type Reached = Sizes | undefined;

/**
 * Follows, over the paths of a function, how many elements its containers have.
 * @param text of the file
 */
export function followContainerSizes(
  fn: LoweredFunction,
  text: string,
  listener: SizeListener,
): void {
  const containers = sizedContainers(fn, text);
  if (containers.followed.size === 0) return;
  const graph = controlFlow(fn.blocks);
  const run = (id: number, before: Reached, heard: SizeListener | undefined): Reached => {
    const block = fn.blocks[id];
    return block === undefined || before === undefined
      ? before
      : new BlockRun(before, text, containers, heard).through(block);
  };
  const inputs = solveLattice<{ readonly sizes: Reached }>(graph, {
    boundary: { sizes: new Map() },
    join: (a, b) => ({ sizes: join(a.sizes, b.sizes) }),
    equals: (a, b) => isSame(a.sizes, b.sizes),
    transfer: (id, before) => ({ sizes: run(id, before.sizes, undefined) }),
    refine: (from, to, { sizes }) => ({
      sizes: along(fn.blocks[from], to, sizes, { text, containers }),
    }),
  });
  for (const id of graph.order) run(id, inputs[id]?.sizes, listener);
}

function join(a: Reached, b: Reached): Reached {
  if (a === undefined || b === undefined) return a ?? b;
  return new Map([...a].filter(([variable, size]) => b.get(variable) === size));
}

function isSame(a: Reached, b: Reached): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.size === b.size && [...a].every(([variable, size]) => b.get(variable) === size);
}

/** What the outcome of a branch adds. */
function along(
  block: BasicBlock | undefined,
  to: number,
  sizes: Reached,
  { text, containers }: { readonly text: string; readonly containers: SizedContainers },
): Reached {
  if (block?.end.kind !== 'branch' || sizes === undefined) return sizes;
  const { condition, then, otherwise } = block.end;
  if (then === otherwise) return sizes;
  const outcome = to === then;
  // A handler is reached from anywhere in its block.
  if (!outcome && text.startsWith('try', condition.start)) return new Map();
  const truth = truthOf(condition, sizes);
  if (truth !== undefined) return truth === outcome ? sizes : undefined;
  const empty = emptyWhen(condition, outcome);
  return empty !== undefined && containers.followed.has(empty)
    ? new Map([...sizes, [empty, 0]])
    : sizes;
}

class BlockRun {
  private sizes: Map<Variable, number>;
  private readonly text: string;
  private readonly containers: SizedContainers;
  private readonly listener: SizeListener | undefined;

  constructor(
    before: Sizes,
    text: string,
    containers: SizedContainers,
    listener: SizeListener | undefined,
  ) {
    this.sizes = new Map(before);
    this.text = text;
    this.containers = containers;
    this.listener = listener;
  }

  through(block: BasicBlock): Sizes {
    for (const step of block.steps) {
      if (step.kind === 'eval') this.evaluate(step.expr);
      else if (step.kind === 'declare') {
        const { variable, init } = step;
        const isFollowed = this.containers.followed.has(variable);
        const copied = isFollowed && init !== undefined ? this.copied(init) : undefined;
        if (init !== undefined && copied === undefined) this.evaluate(init);
        if (isFollowed) this.set(variable, copied ?? sizeAtFirst(variable, init, this.text));
      }
    }
    const last = expressionAtEnd(block);
    if (last !== undefined) this.condition(last);
    return this.sizes;
  }

  /** The size of the container that a value copies. */
  private copied(value: Expr): number | undefined {
    const from = copiedBy(value, this.text);
    return from === undefined ? undefined : this.sizes.get(from);
  }

  /** A container gets other elements. */
  private assign(variable: Variable, value: Expr): void {
    const size = this.copied(value) ?? sizeOfValue(value, isText(variable), this.text);
    if (copiedBy(value, this.text) === undefined) this.evaluate(value);
    this.set(variable, size);
  }

  /** Where a container is only named, something else may change it. */
  private evaluate(expr: Expr): void {
    if (expr.kind === 'index') return this.index(expr);
    if (expr.kind === 'call') return this.call(expr);
    if (expr.kind === 'conditional') return this.choice(expr.condition, expr.then, expr.otherwise);
    if (expr.kind === 'binary' && expr.op === '&&')
      return this.choice(expr.left, expr.right, undefined);
    if (expr.kind === 'binary' && expr.op === '||')
      return this.choice(expr.left, undefined, expr.right);
    if (expr.kind === 'name') {
      if (expr.variable !== undefined) this.sizes.delete(expr.variable);
      else if (isLambdaName(expr.name)) this.sizes.clear();
      return;
    }
    const target = expr.kind === 'assign' && expr.op === '=' ? variableOf(expr.target) : undefined;
    if (expr.kind === 'assign' && target !== undefined && this.containers.followed.has(target))
      return this.assign(target, expr.value);
    for (const part of partsOf(expr)) this.evaluate(part);
  }

  /** What the sizes decide asks nothing else. */
  private condition(expr: Expr): void {
    if (truthOf(expr, this.sizes) === undefined) this.evaluate(expr);
  }

  private choice(condition: Expr, then: Expr | undefined, otherwise: Expr | undefined): void {
    const truth = truthOf(condition, this.sizes);
    this.condition(condition);
    const before = this.sizes;
    const after = [true, false].flatMap((outcome) => {
      if (truth === !outcome) return [];
      this.sizes = new Map(before);
      const part = outcome ? then : otherwise;
      if (part !== undefined) this.evaluate(part);
      return [this.sizes];
    });
    this.sizes = new Map(after.reduce<Reached>(join, undefined) ?? before);
  }

  private index(expr: IndexExpr): void {
    const variable = variableOf(expr.base);
    const size = variable && this.sizes.get(variable);
    this.evaluate(expr.index);
    if (variable === undefined || size === undefined) return this.evaluate(expr.base);
    this.listener?.index(expr, variable, size);
  }

  private call(call: CallExpr): void {
    for (const arg of call.args) this.evaluate(arg);
    if (call.isMacro === true) return this.sizes.clear();
    const variable = call.receiver === undefined ? undefined : variableOf(call.receiver);
    const isFollowed = variable !== undefined && this.containers.followed.has(variable);
    for (const shared of this.containers.shared) if (shared !== variable) this.sizes.delete(shared);
    if (!isFollowed) return this.evaluate(call.callee);
    const size = this.sizes.get(variable);
    if (size !== undefined) this.listener?.method(call, variable, size);
    // Who asks and keeps the answer need not do what follows with an empty one.
    if (size === 0 && ASKING.test(call.name)) this.sizes.delete(variable);
    else this.set(variable, sizeAfter(call, size));
  }

  private set(variable: Variable, size: number | undefined): void {
    if (size === undefined || !Number.isSafeInteger(size)) this.sizes.delete(variable);
    else this.sizes.set(variable, size);
  }
}
