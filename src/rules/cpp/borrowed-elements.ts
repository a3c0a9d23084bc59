import { controlFlow } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { isLambdaName } from '../../code/c/ir/nested-name.ts';
import type { Symbols } from '../../code/c/ir/symbols.ts';
import { type CType, isPointerLike } from '../../code/c/ir/types.ts';
import { expressionAtEnd, expressionsIn, partsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { solveLattice } from '../../code/graph/data-flow.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import { containerKind, nameOfType, placeName } from './containers.ts';

/** What a variable has of an element of a container. */
interface Borrowed {
  /** The place of the container. */
  readonly container: string;
  readonly as: 'iterator' | 'reference' | 'pointer';
  /** Whether what it leads to has moved or gone since, and by which call. */
  readonly gone: 'no' | 'always' | 'sometimes';
  readonly by: string;
  /** The local container itself, where it dies with the function. */
  readonly owner: Variable | undefined;
  /** Whether it leads to all elements: what `data()` gives. */
  readonly isWhole: boolean;
}

type State = ReadonlyMap<Variable, Borrowed>;

/** A use behind the call that took the element away. */
export interface StaleUse {
  readonly use: Expr;
  readonly variable: Variable;
  readonly borrowed: Borrowed;
  /** Handed to a function that may look at the address alone. */
  readonly isGiven: boolean;
}

/** What is told of elements that are used where they are gone. */
interface BorrowListener {
  used?(found: StaleUse): void;
  /** A pointer into a container is returned that dies with the function. */
  returned?(value: Expr, variable: Variable, owner: Variable): void;
}

const ITERATORS = /^(?:c?r?begin|c?r?end|find|lower_bound|upper_bound|insert|emplace|erase)$/;
const ELEMENTS = /^(?:front|back|at)$/;
const POINTERS = /^(?:data|c_str)$/;

/** Calls after which no iterator into a container of one block leads to its element for certain. */
const MOVING =
  /^(?:push_back|emplace_back|insert|emplace|erase|clear|resize|reserve|shrink_to_fit|assign|append)$/;

/** Follows, over the paths of a function, what iterators, references and pointers have of containers. */
export function followBorrowedElements(
  fn: LoweredFunction,
  symbols: Symbols,
  listener: BorrowListener,
): void {
  const graph = controlFlow(fn.blocks);
  const reserved = reservedIn(fn);
  const run = (id: number, before: State, heard: BorrowListener | undefined): State => {
    const block = fn.blocks[id];
    return block === undefined
      ? before
      : new BlockRun(before, reserved, symbols, heard).through(block);
  };
  const inputs = solveLattice<State>(graph, {
    boundary: new Map(),
    join,
    equals: isSame,
    transfer: (id, before) => run(id, before, undefined),
  });
  for (const id of graph.order) {
    const before = inputs[id];
    if (before !== undefined) run(id, before, listener);
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
  private readonly symbols: Symbols;
  private readonly listener: BorrowListener | undefined;

  constructor(
    before: State,
    reserved: ReadonlySet<string>,
    symbols: Symbols,
    listener: BorrowListener | undefined,
  ) {
    this.state = new Map(before);
    this.reserved = reserved;
    this.symbols = symbols;
    this.listener = listener;
  }

  through(block: BasicBlock): State {
    for (const step of block.steps) {
      if (step.kind === 'eval') this.evaluate(step.expr);
      else if (step.kind === 'leave')
        for (const variable of step.variables) this.state.delete(variable);
      else {
        if (step.init !== undefined) {
          this.evaluate(step.init);
          if (isTextType(step.variable.type)) this.give(step.init, step.init, false);
        }
        this.set(step.variable, step.init);
      }
    }
    const last = expressionAtEnd(block);
    if (last !== undefined) this.evaluate(last);
    if (last !== undefined && block.end.kind === 'return') this.returns(last);
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
      // `text += more` appends.
      if (
        place !== undefined &&
        expr.op === '+=' &&
        isTextType(expr.target.type) &&
        !this.reserved.has(place)
      )
        this.end(place, '+=', 'always');
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
    if (call.receiver === undefined) this.giveArguments(call);
    if (place !== undefined && movesElements(call, this.reserved)) this.move(place, call);
    else if (place !== undefined && call.name === 'erase') this.endOne(call);
    else if (place !== undefined && call.name === 'swap') this.forget(place);
    // Another function may do anything to what it is given.
    for (const arg of call.args) {
      const bare = withoutCasts(arg);
      const given = placeName(bare.kind === 'address' ? bare.operand : bare);
      if (given !== undefined) this.forget(given);
      const target = bare.kind === 'address' ? variableOf(bare.operand) : undefined;
      if (target !== undefined) this.state.delete(target);
    }
  }

  /** What a function gets it reads, but for a reference to the variable, which it may set. */
  private giveArguments(call: CallExpr): void {
    const parameters = this.symbols.function(call.name)?.parameters;
    const isLibrary = libraryModelOf(call.name) !== undefined;
    for (const [at, arg] of call.args.entries()) {
      const type = parameters?.[at];
      const isValue = type === undefined ? isLibrary : type.kind === 'pointer' && !type.reference;
      const variable = variableOf(arg);
      if (isValue) this.give(arg, arg, !isLibrary);
      else if (variable !== undefined && this.state.get(variable)?.as === 'pointer')
        this.state.delete(variable);
    }
  }

  /** A pointer is handed to what reads through it. */
  private give(use: Expr, pointer: Expr, isGiven: boolean): void {
    const [only] =
      pointer.kind === 'initlist'
        ? pointer.items.map(({ value }) => value)
        : pointer.kind === 'call'
          ? pointer.args
          : [];
    const variable = variableOf(only ?? pointer);
    const borrowed = variable && this.state.get(variable);
    if (variable !== undefined && borrowed?.as === 'pointer' && borrowed.gone !== 'no')
      this.listener?.used?.({ use, variable, borrowed, isGiven });
  }

  private returns(value: Expr): void {
    const variable = variableOf(value);
    const borrowed = variable && this.state.get(variable);
    if (variable !== undefined && borrowed?.as === 'pointer' && borrowed.owner !== undefined)
      this.listener?.returned?.(value, variable, borrowed.owner);
  }

  private move(place: string, call: CallExpr): void {
    const size = call.name === 'resize' ? call.args[0] : undefined;
    const isConstant = size !== undefined && constantOf(size) !== undefined;
    for (const [variable, { container, as, isWhole }] of this.state) {
      if (container !== place || as === 'iterator') continue;
      // What is kept of a container stays where it is when it gets smaller.
      const isKept =
        call.name === 'erase' ? isWhole : size !== undefined && !isConstant && !grows(size);
      if (isKept) this.state.delete(variable);
    }
    this.end(place, call.name, isConstant ? 'sometimes' : 'always');
  }

  /** All that is had of a container is gone. */
  private end(place: string, by: string, gone: Borrowed['gone']): void {
    for (const [variable, borrowed] of this.state)
      if (borrowed.container === place && borrowed.gone === 'no')
        this.state.set(variable, { ...borrowed, gone, by });
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
    const fresh = (
      container: Expr | undefined,
      as: Borrowed['as'],
      isWhole = false,
    ): Borrowed | undefined => {
      const place = container && placeName(container);
      if (container === undefined || place === undefined) return undefined;
      const isKnown = containerKind(container.type) !== undefined || as === 'iterator';
      if (!isKnown) return undefined;
      return { container: place, as, gone: 'no', by: '', owner: ownVariable(container), isWhole };
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
    const isDeduced = type.kind === 'unknown' && /^(?:auto)?$/.test(type.name);
    if (POINTERS.test(bare.name))
      return isPointerLike(type) || isDeduced ? fresh(bare.receiver, 'pointer', true) : undefined;
    const mayBeIterator = type.kind === 'unknown' && /^$|^auto$|iterator/.test(type.name);
    if (!mayBeIterator || !ITERATORS.test(bare.name)) return undefined;
    return isPosition(bare) ? undefined : fresh(bare.receiver, 'iterator');
  }

  private use(expr: Expr): void {
    for (const variable of usedBy(expr)) {
      const borrowed = this.state.get(variable);
      if (borrowed === undefined || borrowed.gone === 'no') continue;
      const isRead = borrowed.as === 'reference' ? expr.kind === 'name' : expr.kind !== 'name';
      if (isRead) this.listener?.used?.({ use: expr, variable, borrowed, isGiven: false });
    }
  }
}

function variableOf(expr: Expr): Variable | undefined {
  const bare = withoutCasts(expr);
  return bare.kind === 'name' ? bare.variable : undefined;
}

/** A container that is a variable of the function itself. */
function ownVariable(container: Expr): Variable | undefined {
  const variable = variableOf(container);
  const isOwn = variable?.scope === 'local' || variable?.scope === 'parameter';
  return isOwn && variable.type.kind === 'unknown' ? variable : undefined;
}

/** Whether a size says that it is more than some other. */
function grows(size: Expr): boolean {
  const bare = withoutCasts(size);
  return bare.kind === 'binary' && /^[+*]$/.test(bare.op) && expressionsIn(bare).some(isSize);
}

function isSize(expr: Expr): boolean {
  return expr.kind === 'call' && /^(?:size|length)$/.test(expr.name);
}

function isTextType(type: CType): boolean {
  return containerKind(type) === 'block' && !nameOfType(type).startsWith('vector<');
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
    case 'binary':
      // A pointer is not shifted: what it leads to is written to a stream.
      return expr.op === '<<' ? named(expr.right) : [];
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
