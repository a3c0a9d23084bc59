import { controlFlow } from '../../../../code/c/cfg/control-flow.ts';
import type { CallExpr, Expr, LoweredFunction, Step, Variable } from '../../../../code/c/ir/ast.ts';
import { visitExpr, visitFunction } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { solveLattice } from '../../../../code/graph/data-flow.ts';
import type { OrderedGraph } from '../../../../code/graph/ordered-graph.ts';
import { classNameOf, isGuard, lockEffectOf, lockKey } from './lock-calls.ts';
import { type ConditionOutcome, conditionOutcomes } from './lock-conditions.ts';

/** A lock that is held: how it will be released. */
interface HeldLock {
  /** Where a guard object's scope ends; -1 for a lock that must be released by hand. */
  readonly until: number;
  readonly at: Expr | Variable;
  readonly shared: boolean;
}
type Held = ReadonlyMap<string, HeldLock>;

/** The locks held at one point: on every path, and on some path. */
interface HeldLocks {
  readonly must: Held;
  readonly may: Held;
}

/** One place that takes a lock, with what was held before. */
export interface Acquisition {
  readonly lock: string;
  readonly argument: Expr;
  readonly at: Expr | Variable;
  readonly shared: boolean;
  readonly before: HeldLocks;
}

/** What one function does with locks. */
export interface LockFlow {
  readonly acquisitions: readonly Acquisition[];
  readonly released: ReadonlySet<string>;
  readonly calls: readonly { readonly call: CallExpr; readonly held: HeldLocks }[];
  readonly returns: readonly {
    readonly start: number;
    readonly end: number;
    readonly held: HeldLocks;
  }[];
  /** What is held where an expression is evaluated. */
  heldAt(expr: Expr): HeldLocks;
}

const NONE: HeldLocks = { must: new Map(), may: new Map() };
const NO_OUTCOME: ConditionOutcome = { failsWhen: true };

/** Follows the locks of one function along its paths; mutexes are told apart by their spelling. */
export function lockFlow(unit: TranslationUnit, fn: LoweredFunction): LockFlow {
  return new LockFlowSolver(unit, fn).run();
}

/**
 * Solves which locks are held before each block, forwards, and then goes over the blocks once more
 * to record what they do.
 */
class LockFlowSolver {
  private readonly unit: TranslationUnit;
  private readonly fn: LoweredFunction;
  private readonly graph: OrderedGraph;
  private readonly guards = new Map<number, readonly string[]>();
  private outcomes: ReadonlyMap<number, ConditionOutcome> = new Map();
  private readonly where = new Map<Expr, HeldLocks>();
  private readonly acquisitions: Acquisition[] = [];
  private readonly released = new Set<string>();
  private readonly calls: { call: CallExpr; held: HeldLocks }[] = [];
  private readonly returns: { start: number; end: number; held: HeldLocks }[] = [];
  private recording = false;

  constructor(unit: TranslationUnit, fn: LoweredFunction) {
    this.unit = unit;
    this.fn = fn;
    this.graph = controlFlow(fn.blocks);
  }

  run(): LockFlow {
    if (this.touchesLocks()) this.solve();
    const { acquisitions, released, calls, returns, where } = this;
    return {
      acquisitions,
      released,
      calls,
      returns,
      heldAt: (expr) => where.get(expr) ?? NONE,
    };
  }

  private solve(): void {
    const { unit, graph } = this;
    const blocks = graph.order.flatMap((id) => this.fn.blocks[id] ?? []);
    for (const { steps } of blocks) for (const step of steps) this.collectGuard(step);
    this.outcomes = conditionOutcomes(unit, blocks);
    const inputs = solveLattice<HeldLocks>(graph, {
      boundary: NONE,
      join,
      equals: sameLocks,
      transfer: (id, held) => this.transferBlock(id, held),
      refine: (from, to, held) => this.refine(from, to, held),
    });
    this.recording = true;
    for (const { id } of blocks) this.transferBlock(id, inputs[id] ?? NONE);
  }

  private touchesLocks(): boolean {
    let found = false;
    visitFunction(this.fn, (expr) => {
      if (expr.kind === 'call' && lockEffectOf(expr) !== undefined) found = true;
    });
    return found || this.fn.locals.some((variable) => isGuard(variable));
  }

  private transferBlock(id: number, before: HeldLocks): HeldLocks {
    const block = this.fn.blocks[id];
    if (block === undefined) return before;
    const held = block.steps.reduce((now, step) => this.step(step, now), before);
    const { end } = block;
    switch (end.kind) {
      case 'branch': {
        const after = this.evaluate(end.condition, held);
        const { lock, tried } = this.outcomes.get(id) ?? NO_OUTCOME;
        if (lock !== undefined && tried !== undefined)
          this.recordAcquisition(lock, tried, attemptOf(tried), after);
        return after;
      }
      case 'switch':
        return this.evaluate(end.value, held);
      case 'return': {
        const after = end.value === undefined ? held : this.evaluate(end.value, held);
        const start = end.start < 0 ? this.fn.end - 1 : end.start;
        if (this.recording)
          this.returns.push({
            start,
            end: end.end < 0 ? this.fn.end : end.end,
            held: withoutEndedGuards(after, start),
          });
        return after;
      }
      default:
        return held;
    }
  }

  private step(step: Step, held: HeldLocks): HeldLocks {
    if (step.kind === 'eval') return this.evaluate(step.expr, held);
    if (step.kind === 'leave') {
      return step.variables.reduce(
        (now, variable) => (this.guards.get(variable.id) ?? []).reduce(without, now),
        held,
      );
    }
    if (step.init === undefined) return held;
    const after = this.evaluate(step.init, held, step.variable.type.kind !== 'int');
    return isGuard(step.variable) ? this.acquireByGuard(step.variable, step.init, after) : after;
  }

  private collectGuard(step: Step): void {
    if (step.kind !== 'declare' || step.init === undefined || !isGuard(step.variable)) return;
    const keys = this.guardedBy(step.init)?.map((arg) => this.key(arg));
    if (keys !== undefined) this.guards.set(step.variable.id, keys);
  }

  /** What a guard object is made from; undefined where it holds nothing yet. */
  private guardedBy(init: Expr): readonly Expr[] | undefined {
    const args =
      init.kind === 'initlist'
        ? init.items.map(({ value }) => value)
        : init.kind === 'call'
          ? init.args
          : [];
    if (args.some((arg) => /(?:defer_lock|try_to_lock)$/.test(this.text(arg)))) return undefined;
    return args.filter((arg) => !/adopt_lock$/.test(this.text(arg)));
  }

  private acquireByGuard(variable: Variable, init: Expr, held: HeldLocks): HeldLocks {
    const until = scopeEnd(this.unit.tree.text, init.end);
    const hold = { until, at: variable, shared: /shared_lock/.test(classNameOf(variable)) };
    const locks = this.guardedBy(init) ?? [];
    return locks.reduce((now, arg) => this.acquire(this.key(arg), arg, hold, now), held);
  }

  /** @param isObject whether a variable becomes what the expression gives, which is no number */
  private evaluate(expr: Expr, held: HeldLocks, isObject = false): HeldLocks {
    const calls: CallExpr[] = [];
    const objects = new Set(isObject ? [expr] : []);
    visitExpr(expr, (part) => {
      if (this.recording) this.where.set(part, withoutEndedGuards(held, part.start));
      if (part.kind === 'call') calls.push(part);
      const followed =
        part.kind === 'member' && part.arrow
          ? part.base
          : part.kind === 'deref'
            ? part.operand
            : part.kind === 'assign'
              ? part.value
              : undefined;
      if (followed !== undefined) objects.add(followed);
    });
    let now = held;
    for (const call of calls.reverse()) {
      // That of a weak pointer gives an object, which that of a mutex does not.
      const effect = objects.has(call) ? undefined : lockEffectOf(call);
      if (effect === undefined) {
        if (this.recording) this.calls.push({ call, held: withoutEndedGuards(now, call.start) });
        continue;
      }
      for (const key of this.keysOf(call, effect.argument)) {
        if (effect.kind === 'release') {
          this.released.add(key);
          now = without(now, key);
        } else if (effect.kind === 'acquire')
          now = this.acquire(
            key,
            effect.argument,
            { until: -1, at: call, shared: effect.shared },
            now,
          );
      }
    }
    return now;
  }

  /** `guard.unlock()` gives back what the guard object holds. */
  private keysOf(call: CallExpr, argument: Expr): readonly string[] {
    const receiver = call.receiver === undefined ? undefined : withoutCasts(call.receiver);
    const id = receiver?.kind === 'name' ? receiver.variable?.id : undefined;
    return (id === undefined ? undefined : this.guards.get(id)) ?? [this.key(argument)];
  }

  private acquire(lock: string, argument: Expr, hold: HeldLock, held: HeldLocks): HeldLocks {
    this.recordAcquisition(lock, argument, hold, held);
    return withLock(held, lock, hold);
  }

  private recordAcquisition(lock: string, argument: Expr, hold: HeldLock, held: HeldLocks): void {
    const { at, shared } = hold;
    const before = withoutEndedGuards(held, argument.start);
    if (this.recording) this.acquisitions.push({ lock, argument, at, shared, before });
  }

  /** What a branch tells of a lock: behind an attempt that failed it is not held. */
  private refine(from: number, to: number, held: HeldLocks): HeldLocks {
    const end = this.fn.blocks[from]?.end;
    const { lock, tried, failsWhen } = this.outcomes.get(from) ?? NO_OUTCOME;
    if (end?.kind !== 'branch' || lock === undefined) return held;
    if ((to !== end.otherwise) === failsWhen) return without(held, lock);
    return tried === undefined ? held : withLock(held, lock, attemptOf(tried));
  }

  private key(argument: Expr): string {
    return lockKey(this.unit, argument);
  }

  private text(expr: Expr): string {
    return this.unit.tree.textOf(expr);
  }
}

function without(held: HeldLocks, lock: string): HeldLocks {
  const remove = (from: Held): Held => new Map([...from].filter(([key]) => key !== lock));
  return { must: remove(held.must), may: remove(held.may) };
}

/** Guards whose scope has ended by jumping out of it are no longer held. */
function withoutEndedGuards(held: HeldLocks, position: number): HeldLocks {
  const alive = (from: Held): Held =>
    new Map([...from].filter(([, hold]) => hold.until < 0 || position < hold.until));
  return { must: alive(held.must), may: alive(held.may) };
}

/** By hand, and until it is released. */
function attemptOf(tried: Expr): HeldLock {
  return { until: -1, at: tried, shared: false };
}

function withLock(held: HeldLocks, lock: string, hold: HeldLock): HeldLocks {
  return {
    must: new Map([...held.must, [lock, hold]]),
    may: new Map([...held.may, [lock, hold]]),
  };
}

/** Joins two paths: their locks in common must be held, those of either may be. */
function join(a: HeldLocks, b: HeldLocks): HeldLocks {
  return {
    must: new Map([...a.must].filter(([lock]) => b.must.has(lock))),
    may: new Map([...a.may, ...b.may]),
  };
}

/** The lattice is made of the locks; where each was taken is only an example. */
function sameLocks(a: HeldLocks, b: HeldLocks): boolean {
  const same = (one: Held, other: Held): boolean =>
    one.size === other.size && [...one.keys()].every((lock) => other.has(lock));
  return same(a.must, b.must) && same(a.may, b.may);
}

/** Where the block ends in which a position lies. */
function scopeEnd(text: string, position: number): number {
  let depth = 0;
  for (let at = position; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') {
      depth -= 1;
      if (depth < 0) return at;
    }
  }
  return text.length;
}
