import { predecessors, reversePostorder } from '../../../../code/c/cfg/control-flow.ts';
import type {
  CallExpr,
  Expr,
  LoweredFunction,
  Step,
  Terminator,
  Variable,
} from '../../../../code/c/ir/ast.ts';
import { visitExpr, visitFunction } from '../../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { withoutCasts } from '../expressions/constant-text.ts';

const ACQUIRE =
  /^(?:pthread_(?:mutex_lock|rwlock_(?:rd|wr)lock|spin_lock)|mtx_lock|EnterCriticalSection|AcquireSRWLockExclusive|AcquireSRWLockShared)$/;
const TRY =
  /^(?:pthread_(?:mutex_(?:try|timed)lock|rwlock_(?:try|timed)(?:rd|wr)lock|spin_trylock)|mtx_(?:try|timed)lock)$/;
const RELEASE =
  /^(?:pthread_(?:mutex|rwlock|spin)_unlock|mtx_unlock|LeaveCriticalSection|ReleaseSRWLockExclusive|ReleaseSRWLockShared)$/;
const GUARD = /\b(?:lock_guard|unique_lock|scoped_lock|shared_lock)\b/;

/** A lock that is held: by whom it will be given back. */
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

/** Follows the locks of one function along its paths; mutexes are told apart by their spelling. */
export function lockFlow(unit: TranslationUnit, fn: LoweredFunction): LockFlow {
  return new LockFlowSolver(unit, fn).run();
}

class LockFlowSolver {
  private readonly unit: TranslationUnit;
  private readonly fn: LoweredFunction;
  private readonly results = new Map<number, string>();
  private readonly guards = new Map<number, readonly string[]>();
  private readonly where = new Map<Expr, HeldLocks>();
  private readonly acquisitions: Acquisition[] = [];
  private readonly released = new Set<string>();
  private readonly calls: { call: CallExpr; held: HeldLocks }[] = [];
  private readonly returns: { start: number; end: number; held: HeldLocks }[] = [];
  private recording = false;

  constructor(unit: TranslationUnit, fn: LoweredFunction) {
    this.unit = unit;
    this.fn = fn;
  }

  run(): LockFlow {
    const { fn } = this;
    if (this.touchesLocks()) {
      const order = reversePostorder(fn.blocks);
      const sources = predecessors(fn.blocks);
      const out = new Map<string, HeldLocks>();
      // Sets only shrink or grow along loops, so that a few rounds settle them.
      for (let round = 0; round < 4; round += 1) {
        this.recording = round === 3;
        for (const id of order) {
          const incoming = (sources[id] ?? []).flatMap((from) => out.get(`${from} ${id}`) ?? []);
          const held = id === 0 ? NONE : incoming.reduce<HeldLocks | undefined>(meet, undefined);
          this.block(id, held ?? NONE, out);
        }
      }
    }
    const { acquisitions, released, calls, returns, where } = this;
    return {
      acquisitions,
      released,
      calls,
      returns,
      heldAt: (expr) => where.get(expr) ?? NONE,
    };
  }

  private touchesLocks(): boolean {
    let found = false;
    visitFunction(this.fn, (expr) => {
      if (expr.kind === 'call' && effectOf(expr) !== undefined) found = true;
    });
    return found || this.fn.locals.some((variable) => isGuard(variable));
  }

  private block(id: number, start: HeldLocks, out: Map<string, HeldLocks>): void {
    const block = this.fn.blocks[id];
    if (block === undefined) return;
    let held = start;
    for (const step of block.steps) held = this.step(step, held);
    this.end(id, block.end, held, out);
  }

  private step(step: Step, held: HeldLocks): HeldLocks {
    if (step.kind === 'eval') return this.evaluate(step.expr, held);
    if (step.kind === 'leave') {
      return step.variables.reduce(
        (now, variable) => (this.guards.get(variable.id) ?? []).reduce(without, now),
        held,
      );
    }
    const after = step.init === undefined ? held : this.evaluate(step.init, held);
    if (step.init === undefined) return after;
    this.noteResult(step.variable.id, step.init);
    if (!isGuard(step.variable)) return after;
    return this.guard(step.variable, step.init, after);
  }

  private guard(variable: Variable, init: Expr, held: HeldLocks): HeldLocks {
    const given =
      init.kind === 'initlist'
        ? init.items.map(({ value }) => value)
        : init.kind === 'call'
          ? init.args
          : [];
    if (given.some((arg) => /(?:defer_lock|try_to_lock)$/.test(this.text(arg)))) return held;
    const locks = given.filter((arg) => !/adopt_lock$/.test(this.text(arg)));
    this.guards.set(
      variable.id,
      locks.map((arg) => this.key(arg)),
    );
    const until = scopeEnd(this.unit.tree.text, init.end);
    const shared = /shared_lock/.test(typeName(variable));
    return locks.reduce(
      (now, arg) => this.acquire(this.key(arg), arg, variable, now, { until, shared }),
      held,
    );
  }

  private evaluate(expr: Expr, held: HeldLocks): HeldLocks {
    const calls: CallExpr[] = [];
    visitExpr(expr, (part) => {
      if (this.recording) this.where.set(part, withoutEndedGuards(held, part.start));
      if (part.kind === 'call') calls.push(part);
      if (
        part.kind === 'assign' &&
        part.target.kind === 'name' &&
        part.target.variable !== undefined
      )
        this.noteResult(part.target.variable.id, part.value);
    });
    let now = held;
    for (const call of calls.reverse()) {
      const effect = effectOf(call);
      if (effect === undefined) {
        if (this.recording) this.calls.push({ call, held: withoutEndedGuards(now, call.start) });
        continue;
      }
      for (const key of this.keysOf(call, effect.argument)) {
        if (effect.kind === 'release') {
          this.released.add(key);
          now = without(now, key);
        } else if (effect.kind === 'acquire')
          now = this.acquire(key, effect.argument, call, now, { until: -1, shared: effect.shared });
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

  private acquire(
    lock: string,
    argument: Expr,
    at: Expr | Variable,
    held: HeldLocks,
    how: { until: number; shared: boolean },
  ): HeldLocks {
    if (this.recording)
      this.acquisitions.push({
        lock,
        argument,
        at,
        shared: how.shared,
        before: withoutEndedGuards(held, argument.start),
      });
    const hold: HeldLock = { ...how, at };
    return {
      must: new Map([...held.must, [lock, hold]]),
      may: new Map([...held.may, [lock, hold]]),
    };
  }

  private end(id: number, end: Terminator, held: HeldLocks, out: Map<string, HeldLocks>): void {
    switch (end.kind) {
      case 'jump':
        out.set(`${id} ${end.to}`, held);
        return;
      case 'branch': {
        const after = this.evaluate(end.condition, held);
        const { lock, tried, failsWhen } = this.outcome(end.condition);
        let [yes, no] = [after, after];
        if (lock !== undefined) {
          const taken =
            tried === undefined
              ? after
              : this.acquire(lock, tried, tried, after, { until: -1, shared: false });
          const failed = without(after, lock);
          [yes, no] = failsWhen ? [failed, taken] : [taken, failed];
        }
        out.set(`${id} ${end.then}`, yes);
        out.set(`${id} ${end.otherwise}`, no);
        return;
      }
      case 'switch': {
        const after = this.evaluate(end.value, held);
        for (const { to } of end.cases) out.set(`${id} ${to}`, after);
        out.set(`${id} ${end.otherwise}`, after);
        return;
      }
      case 'return': {
        const after = end.value === undefined ? held : this.evaluate(end.value, held);
        const start = end.start < 0 ? this.fn.end - 1 : end.start;
        if (this.recording)
          this.returns.push({
            start,
            end: end.end < 0 ? this.fn.end : end.end,
            held: withoutEndedGuards(after, start),
          });
        return;
      }
      default:
    }
  }

  /** Which lock a condition decides about, and whether it was not taken when the condition holds. */
  private outcome(condition: Expr): { lock?: string; tried?: Expr; failsWhen: boolean } {
    const inner = withoutCasts(condition);
    if (inner.kind === 'unary' && inner.op === '!') {
      const found = this.outcome(inner.operand);
      return { ...found, failsWhen: !found.failsWhen };
    }
    if (inner.kind === 'binary' && /^[!=]=$/.test(inner.op) && inner.right.kind === 'number') {
      const found = this.outcome(inner.left);
      return inner.op === '==' ? { ...found, failsWhen: !found.failsWhen } : found;
    }
    if (inner.kind === 'assign') return this.outcome(inner.value);
    if (inner.kind === 'call') {
      const effect = effectOf(inner);
      if (effect === undefined || effect.kind === 'release') return { failsWhen: true };
      const lock = this.key(effect.argument);
      // The methods of C++ say true for success, the functions of C zero.
      const failsWhen = inner.receiver === undefined;
      return effect.kind === 'try'
        ? { lock, tried: effect.argument, failsWhen }
        : { lock, failsWhen };
    }
    const id = inner.kind === 'name' ? inner.variable?.id : undefined;
    const lock = id === undefined ? undefined : this.results.get(id);
    return lock === undefined ? { failsWhen: true } : { lock, failsWhen: true };
  }

  private noteResult(variable: number, value: Expr): void {
    const inner = withoutCasts(value);
    const effect = inner.kind === 'call' ? effectOf(inner) : undefined;
    if (effect?.kind === 'acquire' && inner.kind === 'call' && inner.receiver === undefined)
      this.results.set(variable, this.key(effect.argument));
    else this.results.delete(variable);
  }

  private key(argument: Expr): string {
    return lockKey(this.unit, argument);
  }

  private text(expr: Expr): string {
    return this.unit.tree.textOf(expr);
  }
}

/** `&queue->lock` and `(&queue->lock)` are spelt alike. */
function lockKey(unit: TranslationUnit, argument: Expr): string {
  return unit.tree.textOf(withoutCasts(argument)).replace(/[&()\s]|this->/g, '');
}

function effectOf(
  call: CallExpr,
): { kind: 'acquire' | 'release' | 'try'; argument: Expr; shared: boolean } | undefined {
  const { name, receiver } = call;
  const shared = /rdlock|shared/i.test(name);
  if (receiver !== undefined) {
    if (call.args.length > 0) return undefined;
    if (/^lock(?:_shared)?$/.test(name)) return { kind: 'acquire', argument: receiver, shared };
    if (/^unlock(?:_shared)?$/.test(name)) return { kind: 'release', argument: receiver, shared };
    return /^try_lock(?:_shared)?$/.test(name)
      ? { kind: 'try', argument: receiver, shared }
      : undefined;
  }
  const [argument] = call.args;
  if (argument === undefined) return undefined;
  if (ACQUIRE.test(name)) return { kind: 'acquire', argument, shared };
  if (RELEASE.test(name)) return { kind: 'release', argument, shared };
  return TRY.test(name) ? { kind: 'try', argument, shared } : undefined;
}

function typeName(variable: Variable): string {
  return variable.type.kind === 'unknown' || variable.type.kind === 'record'
    ? variable.type.name
    : '';
}

function isGuard(variable: Variable): boolean {
  return GUARD.test(typeName(variable));
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

function meet(a: HeldLocks | undefined, b: HeldLocks): HeldLocks {
  if (a === undefined) return b;
  return {
    must: new Map([...a.must].filter(([lock]) => b.must.has(lock))),
    may: new Map([...a.may, ...b.may]),
  };
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
