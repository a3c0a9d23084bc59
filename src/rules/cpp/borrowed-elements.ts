import { controlFlow } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { isLambdaName } from '../../code/c/ir/nested-name.ts';
import { expressionAtEnd, partsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { solveLattice } from '../../code/graph/data-flow.ts';
import { containerKind, nameOfType, placeName } from './containers.ts';

/** What a variable has of an element of a container. */
interface Borrowed {
  /** The place of the container. */
  readonly container: string;
  readonly as: 'iterator' | 'reference' | 'pointer';
  /** Whether what it leads to has moved or gone since, and by which call. */
  readonly gone: 'no' | 'always' | 'sometimes';
  readonly by: string;
}

type State = ReadonlyMap<Variable, Borrowed>;

/** A use behind the call that took the element away. */
export interface StaleUse {
  readonly use: Expr;
  readonly variable: Variable;
  readonly borrowed: Borrowed;
}

type OnStaleUse = (found: StaleUse) => void;

const ITERATORS = /^(?:c?r?begin|c?r?end|find|lower_bound|upper_bound|insert|emplace|erase)$/;
const ELEMENTS = /^(?:front|back|at)$/;
const POINTERS = /^(?:data|c_str)$/;

/** Calls after which no iterator into a container of one block leads to its element for certain. */
const MOVING =
  /^(?:push_back|emplace_back|insert|emplace|erase|clear|resize|reserve|shrink_to_fit|assign|append)$/;

/** Follows, over the paths of a function, what iterators, references and pointers have of containers. */
export function followBorrowedElements(fn: LoweredFunction, onUse: OnStaleUse): void {
  const graph = controlFlow(fn.blocks);
  const reserved = reservedIn(fn);
  const run = (id: number, before: State, heard: OnStaleUse | undefined): State => {
    const block = fn.blocks[id];
    return block === undefined ? before : new BlockRun(before, reserved, heard).through(block);
  };
  const inputs = solveLattice<State>(graph, {
    boundary: new Map(),
    join,
    equals: isSame,
    transfer: (id, before) => run(id, before, undefined),
  });
  for (const id of graph.order) {
    const before = inputs[id];
    if (before !== undefined) run(id, before, onUse);
  }
}

/** Containers that were given room: what is added then need not move anything. */
export function reservedIn(fn: LoweredFunction): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (expr: Expr): void => {
    if (expr.kind === 'call' && expr.name === 'reserve' && expr.receiver !== undefined)
      found.add(placeName(expr.receiver) ?? '');
    for (const part of partsOf(expr)) visit(part);
  };
  for (const { steps } of fn.blocks)
    for (const step of steps) if (step.kind === 'eval') visit(step.expr);
  return found;
}

/** Whether a call of a method moves or destroys elements of the container that it is called on. */
export function movesElements(call: CallExpr, reserved: ReadonlySet<string>): boolean {
  if (call.receiver === undefined) return false;
  const kind = containerKind(call.receiver.type);
  const adds = /^(?:push|emplace|append)/.test(call.name);
  if (adds && reserved.has(placeName(call.receiver) ?? '')) return false;
  if (kind === 'nodes') return call.name === 'clear';
  return kind !== undefined && MOVING.test(call.name);
}

class BlockRun {
  private readonly state: Map<Variable, Borrowed>;
  private readonly reserved: ReadonlySet<string>;
  private readonly onUse: OnStaleUse | undefined;

  constructor(before: State, reserved: ReadonlySet<string>, onUse: OnStaleUse | undefined) {
    this.state = new Map(before);
    this.reserved = reserved;
    this.onUse = onUse;
  }

  through(block: BasicBlock): State {
    for (const step of block.steps) {
      if (step.kind === 'eval') this.evaluate(step.expr);
      else if (step.kind === 'leave')
        for (const variable of step.variables) this.state.delete(variable);
      else {
        if (step.init !== undefined) this.evaluate(step.init);
        this.set(step.variable, step.init);
      }
    }
    const last = expressionAtEnd(block);
    if (last !== undefined) this.evaluate(last);
    return this.state;
  }

  /** What is inside happens first; what is assigned to is not read. */
  private evaluate(expr: Expr): void {
    if (expr.kind === 'assign') {
      this.evaluate(expr.value);
      const target = expr.target.kind === 'name' ? expr.target.variable : undefined;
      const known = target && this.state.get(target);
      if (expr.op !== '=' || (known?.as === 'reference' && target !== undefined))
        this.evaluate(expr.target);
      else if (target !== undefined) this.set(target, expr.value);
      else this.evaluate(expr.target);
      const place = placeName(expr.target);
      if (place !== undefined && expr.op === '=') this.forget(place);
      return;
    }
    for (const part of partsOf(expr)) this.evaluate(part);
    this.use(expr);
    if (expr.kind === 'call') this.call(expr);
    if (expr.kind === 'name' && expr.variable === undefined && isLambdaName(expr.name))
      this.state.clear();
  }

  private call(call: CallExpr): void {
    const place = call.receiver === undefined ? undefined : placeName(call.receiver);
    if (place !== undefined && movesElements(call, this.reserved)) this.end(place, call.name);
    else if (place !== undefined && call.name === 'erase') this.endOne(call);
    else if (place !== undefined && call.name === 'swap') this.forget(place);
    // Another function may do anything to what it is given.
    for (const arg of call.args) {
      const bare = withoutCasts(arg);
      const given = placeName(bare.kind === 'address' ? bare.operand : bare);
      if (given !== undefined) this.forget(given);
    }
  }

  /** All that is had of a container is gone. */
  private end(place: string, by: string): void {
    for (const [variable, borrowed] of this.state)
      if (borrowed.container === place && borrowed.gone === 'no')
        this.state.set(variable, { ...borrowed, gone: 'always', by });
  }

  /** `erase(it)` takes the element of that iterator alone. */
  private endOne(call: CallExpr): void {
    // A class of the project may keep what it erases from a list.
    const isLibrary =
      call.receiver !== undefined &&
      (containerKind(call.receiver.type) !== undefined || nameOfType(call.receiver.type) === '');
    const [only] = call.args;
    const variable = only?.kind === 'name' && call.args.length === 1 ? only.variable : undefined;
    const borrowed = variable && this.state.get(variable);
    if (variable !== undefined && isLibrary && borrowed?.as === 'iterator')
      this.state.set(variable, { ...borrowed, gone: 'always', by: call.name });
  }

  private forget(place: string): void {
    for (const [variable, borrowed] of this.state)
      if (borrowed.container === place && borrowed.gone === 'no') this.state.delete(variable);
  }

  private set(variable: Variable, value: Expr | undefined): void {
    const borrowed = value === undefined ? undefined : this.borrowedBy(variable, value);
    if (borrowed === undefined) this.state.delete(variable);
    else this.state.set(variable, borrowed);
  }

  private borrowedBy(variable: Variable, value: Expr): Borrowed | undefined {
    const bare = withoutCasts(value);
    const { type } = variable;
    const isReference = type.kind === 'pointer' && type.reference === true;
    const fresh = (container: Expr | undefined, as: Borrowed['as']): Borrowed | undefined => {
      const place = container && placeName(container);
      if (container === undefined || place === undefined) return undefined;
      const isKnown = containerKind(container.type) !== undefined || as === 'iterator';
      return isKnown ? { container: place, as, gone: 'no', by: '' } : undefined;
    };
    if (isReference) {
      if (bare.kind === 'index') return fresh(bare.base, 'reference');
      const isElement = bare.kind === 'call' && ELEMENTS.test(bare.name);
      return isElement ? fresh(bare.receiver, 'reference') : undefined;
    }
    if (bare.kind === 'address' && bare.operand.kind === 'index')
      return fresh(bare.operand.base, 'pointer');
    if (bare.kind === 'name' && bare.variable !== undefined)
      return this.state.get(bare.variable)?.as === 'reference'
        ? undefined
        : this.state.get(bare.variable);
    if (bare.kind !== 'call') return undefined;
    if (POINTERS.test(bare.name) && type.kind !== 'unknown') return fresh(bare.receiver, 'pointer');
    const mayBeIterator = type.kind === 'unknown' && /^$|^auto$|iterator/.test(type.name);
    if (!mayBeIterator || !ITERATORS.test(bare.name)) return undefined;
    return isPosition(bare) ? undefined : fresh(bare.receiver, 'iterator');
  }

  private use(expr: Expr): void {
    for (const variable of usedBy(expr)) {
      const borrowed = this.state.get(variable);
      if (borrowed === undefined || borrowed.gone === 'no') continue;
      const isRead = borrowed.as === 'reference' ? expr.kind === 'name' : expr.kind !== 'name';
      if (isRead) this.onUse?.({ use: expr, variable, borrowed });
    }
  }
}

/** `find` of a text gives a number. */
function isPosition({ receiver }: CallExpr): boolean {
  return (
    receiver !== undefined && /string(?:_view)?$|^basic_string/.test(nameOfType(receiver.type))
  );
}

/** The variables whose element an expression needs. */
function usedBy(expr: Expr): Variable[] {
  const named = (inner: Expr): Variable[] => {
    const bare = withoutCasts(inner);
    return bare.kind === 'name' && bare.variable !== undefined ? [bare.variable] : [];
  };
  switch (expr.kind) {
    case 'name':
      return named(expr);
    case 'deref':
    case 'incdec':
      return named(expr.operand);
    case 'index':
      return named(expr.base);
    case 'member':
      return expr.arrow ? named(expr.base) : [];
    default:
      return [];
  }
}

function join(a: State, b: State): State {
  const joined = new Map<Variable, Borrowed>();
  for (const variable of new Set([...a.keys(), ...b.keys()])) {
    const [left, right] = [a.get(variable), b.get(variable)];
    const known = left ?? right;
    if (known === undefined) continue;
    if (left !== undefined && right !== undefined && left.container !== right.container) continue;
    const gone = left?.gone === right?.gone ? known.gone : worse(left, right);
    const by = [left?.by, right?.by].find((name) => name !== undefined && name !== '') ?? '';
    joined.set(variable, { ...known, gone, by });
  }
  return joined;
}

/** Where it is so on one path and not on the other. */
function worse(left: Borrowed | undefined, right: Borrowed | undefined): Borrowed['gone'] {
  const isAny = [left, right].some((one) => one !== undefined && one.gone !== 'no');
  return isAny ? 'sometimes' : 'no';
}

function isSame(a: State, b: State): boolean {
  return (
    a.size === b.size &&
    [...a].every(([variable, one]) => {
      const other = b.get(variable);
      return other?.container === one.container && other?.gone === one.gone && other?.by === one.by;
    })
  );
}
