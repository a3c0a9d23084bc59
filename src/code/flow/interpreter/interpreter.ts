import { isFinal } from '../../c/cfg/never-returns.ts';
import type { Expr, LoweredFunction, Variable } from '../../c/ir/ast.ts';
import type { TranslationUnit } from '../../c/unit.ts';
import type { TraceStep } from '../../syntax/location.ts';
import type { AccessExtent, GlobalEffect, ReleaseCondition } from '../domain/function-summary.ts';
import type { State } from '../domain/state.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import { type RootFacts, rootValue, type Value } from '../domain/value.ts';
import { ageObject } from '../join/age-object.ts';
import { joinStates } from '../join/join-states.ts';
import { renameOffsets, renameRoot } from '../join/rename-root.ts';
import type { CallEnvironment } from './call-environment.ts';
import type { CallEvent, FlowListener } from './events.ts';
import { PointFacts } from './point-facts.ts';

/**
 * What evaluating the expressions of one function works on: the state at the
 * point it has come to, who listens, and what was seen of the function so far.
 */
export abstract class Interpreter extends PointFacts {
  /** Whether control can still come here. */
  reachable = true;
  /** Whether the function has loops, so that a result can be worked out anew. */
  isLooping = false;
  listener: FlowListener | undefined;
  readonly environment: CallEnvironment;
  /** Objects that were written at some point. */
  readonly written = new Set<number>();
  /** The parts of objects that were written, and all of an object as `*`. */
  readonly writtenPaths = new Map<number, Set<string>>();
  /** What was called writes these. */
  readonly calledPlaces = new Set<string>();
  /** Roots that were stored or handed where they outlive the function. */
  readonly escaped = new Set<number>();
  /** Whether something that was called may have written any global. */
  writesAnyGlobal = false;
  /** Whether code that is not seen was called, directly or not. */
  callsUnseen = false;
  /** What was called writes these `static` variables of other files. */
  readonly internalGlobals = new Map<string, GlobalEffect>();
  /** How many returns were told to lose each object. */
  readonly lost = new Map<number, number>();
  /** The blocks that were stored in an array at an index that is no number, by the array's object. */
  readonly blocksInArrays = new Map<number, Set<number>>();
  /** Objects that stand for all the blocks but the last that one call in a loop has allocated. */
  readonly severalBlocks = new Set<number>();
  /** Arrays of which elements were read that are not known to be the ones last stored. */
  readonly looselyRead = new Set<number>();
  /** Roots that were looked through. */
  readonly dereferenced = new Set<number>();
  /** How far memory behind the parameters is touched, by the parameter's root. */
  readonly accessExtents = new Map<number, readonly AccessExtent[]>();
  /** The arguments with which memory that this function was given is freed, by its object. */
  readonly releases = new Map<number, readonly ReleaseCondition[]>();
  /** Positions of the parameters by their roots. */
  readonly parameterRoots = new Map<number, number>();
  /** Parameters that were looked through before they were compared with null. */
  readonly unchecked = new Map<number, TraceStep>();
  /** Which of several states that meet inside an expression to go on with, where paths are followed one by one. */
  chooseSide: ((count: number) => number) | undefined;
  private constants: ReadonlyMap<number, number> | undefined;

  constructor(
    unit: TranslationUnit,
    fn: LoweredFunction,
    file: string,
    environment: CallEnvironment,
  ) {
    super(unit, fn, file);
    this.environment = environment;
  }

  /** Notes that a part of an object is written, or all of it. */
  recordWrite(object: number, path: string): void {
    const paths = this.writtenPaths.get(object);
    if (paths === undefined) this.writtenPaths.set(object, new Set([path]));
    else paths.add(path);
  }

  isHardlyTested(name: string): boolean {
    return this.environment.isHardlyTested(name);
  }

  isSeldomTested(name: string): boolean {
    return this.environment.isSeldomTested(name);
  }

  mayFindNothing(name: string): boolean {
    const returns = this.environment.summaryOf(name)?.returns;
    if (returns === undefined || returns.allocation !== undefined) return false;
    // That it was looked through, and so was a pointer to something, is no condition of its own.
    const isAny = returns.nullWhen.every(
      ({ isPointer, mayBeNonZero }) => isPointer && mayBeNonZero,
    );
    const isEither = returns.mayBeNull && returns.mayBeNonNull && isAny;
    return isEither && returns.nullOrigin?.kind === 'failure';
  }

  neverReturns(name: string): boolean {
    return isFinal(this.unit, name) || this.environment.summaryOf(name)?.neverReturns === true;
  }

  /** The value of an expression, with its effects on the state. */
  abstract evaluate(expr: Expr, use?: CallEvent['use']): Value;

  /** Evaluates for effect: a call whose result is not used is `ignored`. */
  evaluateForEffect(expr: Expr): void {
    this.evaluate(expr, 'ignored');
  }

  /** Whether `valueOf` evaluates, so that the program itself reads nothing there. */
  isWithoutEffect = false;

  /** Evaluates on a copy of the state, so that nothing is changed and the listener is not called. */
  valueOf(expr: Expr): Value {
    const { state, listener, reachable, chooseSide, isWithoutEffect } = this;
    this.chooseSide = undefined;
    this.isWithoutEffect = true;
    this.state = state.copy();
    this.listener = undefined;
    const value = this.evaluate(expr);
    if (value.root !== 0) {
      const facts = this.state.facts(value.root);
      if (!state.hasFacts(value.root)) state.setFacts(value.root, facts);
      // What it points to comes along: a literal, say, that is met here for the first time.
      // A block that the expression would allocate does not: it is not allocated yet.
      for (const target of facts.targets) {
        const object = this.state.object(target.object);
        if (object?.family === undefined && object !== undefined && !state.object(object.id))
          state.setObject(object);
      }
    }
    this.state = state;
    this.listener = listener;
    this.reachable = reachable;
    this.chooseSide = chooseSide;
    this.isWithoutEffect = isWithoutEffect;
    return value;
  }

  /** An unknown value with facts, identified by the expression it comes from. */
  fresh(key: unknown, purpose: string, facts: RootFacts): Value {
    const root = this.ids.root(key, purpose);
    if (this.state.hasFacts(root) || (this.isLooping && this.state.hasRelations())) {
      this.setAside(root);
    }
    // What the last value pointed to is not what this one points to.
    const own = this.isLooping ? this.ids.knownRoot(root, 'pointee') : undefined;
    if (own !== undefined && this.state.object(own) !== undefined) ageObject(this.state, own);
    this.state.setFacts(root, facts);
    return rootValue(root);
  }

  /**
   * Gives the value of an earlier round a name of its own. On a single path, which no join at the head of a loop sorts out,
   * that of the round before keeps its own too, and so do the places that pointers have come to by them: two rounds that share
   * a name would have what conditions say of either.
   */
  private setAside(root: number): void {
    const before = this.ids.root(root, 'before');
    if (this.chooseSide !== undefined) {
      if (this.state.hasFacts(before)) this.setAside(before);
      renameOffsets(this.state, root, before);
    }
    renameRoot(this.state, root, before);
  }

  /** A value of the expression's type, of which nothing else is known. */
  unknown(expr: Expr, purpose = 'value'): Value {
    return this.fresh(expr, purpose, factsOfType(expr.type));
  }

  /** The number that a constant integer of the file stands for. */
  constantGlobal(variable: Variable): number | undefined {
    if (this.constants === undefined) {
      const constants = new Map<number, number>();
      for (const { variable: global, init } of this.unit.globals) {
        if (global.constant && init?.kind === 'number') constants.set(global.id, init.value);
      }
      this.constants = constants;
    }
    return this.constants.get(variable.id);
  }

  /** One state for several that meet inside an expression; where single paths are followed, one of them. */
  joinAt(states: readonly State[], key: unknown): State {
    const chosen = states[this.chooseSide?.(states.length) ?? -1];
    if (chosen !== undefined) return chosen;
    return joinStates(states, this.ids.root(key, 'join'), undefined, undefined);
  }
}
