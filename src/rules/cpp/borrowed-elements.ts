import { controlFlow } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { isLambdaName } from '../../code/c/ir/nested-name.ts';
import type { Symbols } from '../../code/c/ir/symbols.ts';
import { isPointerLike } from '../../code/c/ir/types.ts';
import { expressionAtEnd, partsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { solveLattice } from '../../code/graph/data-flow.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import { type Borrowed, type BorrowState, isSameBorrowed, joinBorrowed } from './borrowed.ts';
import { containerKind, nameOfType, placeName } from './containers.ts';
import {
  elementChange,
  givenEnd,
  iteratorOfKey,
  keyOf,
  reservedIn,
  variableNamed,
} from './element-changes.ts';
import { grows, isBegin, isPosition, isTextType, ownVariable, usedBy } from './element-uses.ts';

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
const ELEMENTS = /^(?:front|back|at|top)$/;
const POINTERS = /^(?:data|c_str)$/;

/** Methods that leave the first element the first and the last one the last. */
const KEEPING =
  /^(?:size|length|empty|at|front|back|top|c?r?begin|c?r?end|data|c_str|capacity|max_size|find|count|contains|lower_bound|upper_bound)$/;

/** Follows, over the paths of a function, what iterators, references and pointers have of containers. */
export function followBorrowedElements(
  fn: LoweredFunction,
  unit: TranslationUnit,
  listener: BorrowListener,
): void {
  const graph = controlFlow(fn.blocks);
  const { symbols } = unit;
  const reserved = reservedIn(fn, unit);
  const run = (id: number, before: BorrowState, heard: BorrowListener | undefined): BorrowState => {
    const block = fn.blocks[id];
    return block === undefined
      ? before
      : new BlockRun(before, reserved, symbols, heard).through(block);
  };
  const inputs = solveLattice<BorrowState>(graph, {
    boundary: new Map(),
    join: joinBorrowed,
    equals: isSameBorrowed,
    transfer: (id, before) => run(id, before, undefined),
  });
  for (const id of graph.order) {
    const before = inputs[id];
    if (before !== undefined) run(id, before, listener);
  }
}

class BlockRun {
  private readonly state: Map<Variable, Borrowed>;
  private readonly reserved: ReadonlySet<string>;
  private readonly symbols: Symbols;
  private readonly listener: BorrowListener | undefined;

  constructor(
    before: BorrowState,
    reserved: ReadonlySet<string>,
    symbols: Symbols,
    listener: BorrowListener | undefined,
  ) {
    this.state = new Map(before);
    this.reserved = reserved;
    this.symbols = symbols;
    this.listener = listener;
  }

  through(block: BasicBlock): BorrowState {
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
        // From here on the name means another container.
        if (containerKind(step.variable.type) !== undefined) this.forget(step.variable.name);
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
      if (target !== undefined) this.forgetKeys(target);
      if (place !== undefined && expr.op === '=') {
        // A container that gets other elements gives up those that it has.
        if (containerKind(expr.target.type) === undefined) this.forget(place);
        else this.end(place, '=', 'sometimes');
      }
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
    const counted = expr.kind === 'incdec' ? variableNamed(expr.operand) : undefined;
    if (counted !== undefined) this.forgetKeys(counted);
    if (expr.kind === 'call') this.call(expr);
    if (expr.kind === 'name' && expr.variable === undefined && isLambdaName(expr.name))
      this.state.clear();
  }

  private call(call: CallExpr): void {
    const { receiver } = call;
    const place = receiver === undefined ? undefined : placeName(receiver);
    if (receiver === undefined) this.giveArguments(call);
    else if (containerKind(receiver.type) !== undefined) this.giveIterators(call);
    if (call.name === 'swap' && this.exchange(call)) return;
    if (place !== undefined) this.change(place, call);
    // Another function may do anything to what it is given.
    for (const arg of call.args) {
      const bare = withoutCasts(arg);
      const given = placeName(bare.kind === 'address' ? bare.operand : bare);
      if (given !== undefined) this.forget(given);
      const target = bare.kind === 'address' ? variableNamed(bare.operand) : undefined;
      if (target !== undefined) this.state.delete(target);
      const named = target ?? variableNamed(bare);
      const isAsked = receiver !== undefined && containerKind(receiver.type) !== undefined;
      if (named !== undefined && !named.constant && !isAsked) this.forgetKeys(named);
    }
  }

  /** A method is called on a container, or on what may be one. */
  private change(place: string, call: CallExpr): void {
    const change = elementChange(call, this.reserved);
    if (change === 'all') this.move(place, call);
    else if (change === 'iterators')
      this.end(place, call.name, 'always', ({ as }) => as === 'iterator');
    else if (change !== undefined) this.end(place, call.name, 'always', ({ at }) => at === change);
    else if (call.name === 'erase') this.endOne(place, call);
    else if (call.name === 'swap') this.forget(place);
    // The first one, or the last, may be another one now.
    if (change !== undefined || !KEEPING.test(call.name)) this.forgetEnds(place);
  }

  /** Containers that are exchanged have each other's elements, which what led to them goes on to lead to. */
  private exchange({ receiver, args }: CallExpr): boolean {
    const [one, other] = receiver === undefined ? args : [receiver, args[0]];
    if (one === undefined || other === undefined) return false;
    const places = [placeName(withoutCasts(one)), placeName(withoutCasts(other))];
    const [first, second] = places;
    // The characters of a short string lie in itself.
    const isKept = [one, other].every(
      ({ type }) => containerKind(type) !== undefined && !isTextType(type),
    );
    if (first === undefined || second === undefined || !isKept) return false;
    for (const [variable, borrowed] of this.state) {
      const at = places.indexOf(borrowed.container);
      if (at < 0 || borrowed.gone !== 'no') continue;
      const owner = ownVariable(withoutCasts(at === 0 ? other : one));
      const container = at === 0 ? second : first;
      this.state.set(variable, { ...borrowed, container, owner });
    }
    return true;
  }

  /** A place to insert or erase at has to be one of the container. */
  private giveIterators(call: CallExpr): void {
    for (const arg of call.args) {
      const variable = variableNamed(arg);
      const borrowed = variable && this.state.get(variable);
      if (variable === undefined || borrowed?.as !== 'iterator' || borrowed.gone === 'no') continue;
      if (/^(?:insert|emplace|erase)$/.test(call.name))
        this.listener?.used?.({ use: arg, variable, borrowed, isGiven: false });
    }
  }

  /** What a function gets it reads, but for a reference to the variable, which it may set. */
  private giveArguments(call: CallExpr): void {
    const parameters = this.symbols.function(call.name)?.parameters;
    const isLibrary = libraryModelOf(call.name) !== undefined;
    for (const [at, arg] of call.args.entries()) {
      const type = parameters?.[at];
      const isValue = type === undefined ? isLibrary : type.kind === 'pointer' && !type.reference;
      const variable = variableNamed(arg);
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
    const variable = variableNamed(only ?? pointer);
    const borrowed = variable && this.state.get(variable);
    if (variable !== undefined && borrowed?.as === 'pointer' && borrowed.gone !== 'no')
      this.listener?.used?.({ use, variable, borrowed, isGiven });
  }

  private returns(value: Expr): void {
    const variable = variableNamed(value);
    const borrowed = variable && this.state.get(variable);
    if (variable !== undefined && borrowed?.as === 'pointer' && borrowed.owner !== undefined)
      this.listener?.returned?.(value, variable, borrowed.owner);
  }

  private move(place: string, call: CallExpr): void {
    const size = call.name === 'resize' ? call.args[0] : undefined;
    const isConstant = size !== undefined && constantOf(size) !== undefined;
    const isAtFirst = call.name === 'erase' && call.args.some(isBegin);
    for (const [variable, { container, as, isWhole, at }] of this.state) {
      if (container !== place) continue;
      // What stands before the element that is erased stays.
      const isBefore = call.name === 'erase' && at === 'first' && !isAtFirst;
      const isOwn = call.args.some((arg) => variableNamed(arg) === variable);
      // What is kept of a container stays where it is when it gets smaller.
      const isKept =
        call.name === 'erase' ? isWhole : size !== undefined && !isConstant && !grows(size);
      if ((isBefore && !isOwn) || (isKept && as !== 'iterator')) this.state.delete(variable);
    }
    this.end(place, call.name, isConstant ? 'sometimes' : 'always');
  }

  /** All that is had of a container is gone, or what a test says. */
  private end(
    place: string,
    by: string,
    gone: Borrowed['gone'],
    isGone: (borrowed: Borrowed) => boolean = () => true,
  ): void {
    for (const [variable, borrowed] of this.state)
      if (borrowed.container === place && borrowed.gone === 'no' && isGone(borrowed))
        this.state.set(variable, { ...borrowed, gone, by });
  }

  /** `erase(it)` takes the element of that iterator alone, and `erase(key)` that which was found by the same key. */
  private endOne(place: string, call: CallExpr): void {
    // A class of the project may keep what it erases from a list.
    const kind = call.receiver === undefined ? undefined : containerKind(call.receiver.type);
    const isLibrary =
      call.receiver !== undefined && (kind !== undefined || nameOfType(call.receiver.type) === '');
    const [only] = call.args;
    if (only === undefined || call.args.length !== 1 || !isLibrary) return;
    const variable = only.kind === 'name' ? only.variable : undefined;
    const own = variable && this.state.get(variable);
    if (variable !== undefined && own?.as === 'iterator')
      return void this.state.set(variable, { ...own, gone: 'always', by: call.name });
    if (kind !== 'nodes') return;
    const key = keyOf(only)?.text;
    const iterator = iteratorOfKey(only);
    for (const [each, borrowed] of this.state)
      if (
        borrowed.container === place &&
        borrowed.as === 'iterator' &&
        borrowed.gone === 'no' &&
        (each === iterator || (key !== undefined && borrowed.key?.text === key))
      )
        this.state.set(each, { ...borrowed, gone: 'always', by: call.name });
  }

  private forgetEnds(place: string): void {
    for (const [variable, borrowed] of this.state)
      if (borrowed.container === place && borrowed.at !== undefined)
        this.state.set(variable, { ...borrowed, at: undefined });
  }

  /** What was found by a variable is not known by it any more. */
  private forgetKeys(key: Variable): void {
    for (const [variable, borrowed] of this.state)
      if (borrowed.key?.variable === key) this.state.set(variable, { ...borrowed, key: undefined });
  }

  private forget(place: string): void {
    for (const [variable, borrowed] of this.state)
      if (borrowed.container === place && borrowed.gone === 'no') this.state.delete(variable);
  }

  private set(variable: Variable, value: Expr | undefined): void {
    this.forgetKeys(variable);
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
      const owner = ownVariable(container);
      const call = withoutCasts(bare.kind === 'address' ? bare.operand : bare);
      const at = call.kind === 'call' ? givenEnd(call) : undefined;
      const key = call.kind === 'call' && call.name === 'find' ? keyOf(call.args[0]) : undefined;
      return { container: place, as, gone: 'no', by: '', owner, isWhole, at, key };
    };
    if (isReference) {
      if (bare.kind === 'index') return fresh(bare.base, 'reference');
      const isElement = bare.kind === 'call' && ELEMENTS.test(bare.name);
      return isElement ? fresh(bare.receiver, 'reference') : undefined;
    }
    if (bare.kind === 'address' && bare.operand.kind === 'index')
      return fresh(bare.operand.base, 'pointer');
    if (bare.kind === 'address' && bare.operand.kind === 'call' && ELEMENTS.test(bare.operand.name))
      return fresh(bare.operand.receiver, 'pointer');
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
    return isPosition(bare, type) ? undefined : fresh(bare.receiver, 'iterator');
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
