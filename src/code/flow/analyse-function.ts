import type { BasicBlock, CFunction, Step, Terminator } from '../c/ast.ts';
import { predecessors, reversePostorder } from '../c/control-flow.ts';
import { isPointerLike, promoted } from '../c/types.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { Evaluator, unknownObject } from './evaluator.ts';
import type { FlowListener } from './events.ts';
import { State } from './state.ts';
import { type Exit, summariseFunction } from './summarise-function.ts';
import {
  ALONE,
  type FunctionSummary,
  type ParameterContext,
  type Surroundings,
} from './summary.ts';
import { thresholdsOf, type Widen } from './thresholds.ts';
import { factsOfType } from './typed-facts.ts';
import { constant, type RootFacts, type Taint, type Value, ZERO } from './value.ts';

/** States that differ in what became of a resource are kept apart, up to so many. */
const MAX_STATES = 6;
/** A loop head is joined exactly so often before its ranges are widened to thresholds, */
const EXACT_ROUNDS = 1;
/** and so often before they are widened to no bound at all; the last pass narrows them again. */
const THRESHOLD_ROUNDS = 2;
/** A block visited so often gets one state, so that the rounds come to an end. */
const PATIENCE = 3;
/** Returns to one loop head before the loop is taken as it is. */
const MAX_RETURNS = 24;
/** Inner loops of fewer blocks are settled once more, from what is known of the outer one at its end. */
const SMALL_LOOP = 40;
/** Larger functions are analysed with one state a block. */
const MANY_BLOCKS = 1200;

/** What became of the analysis of one function. */
export interface FunctionOutcome {
  /** False where the fixpoint was given up, so that facts about loops may be wrong. */
  readonly completed: boolean;
  readonly summary: FunctionSummary;
}

/**
 * Runs the abstract interpretation of one function to its fixpoint, with
 * widening at loop heads (Cousot and Cousot, 1977) and states kept apart by the
 * fate of resources (property simulation: Das, Lerner and Seigle, 2002), and
 * then tells the listener, once, what happens at each point.
 */
export function analyseFunction(
  unit: TranslationUnit,
  fn: CFunction,
  file: string,
  listener: FlowListener | undefined,
  surroundings: Surroundings = ALONE,
): FunctionOutcome {
  return new FunctionAnalysis(unit, fn, file, surroundings).run(listener);
}

const NO_STATES: readonly State[] = [];
const TO_INFINITY: Widen = (_value, up) =>
  up ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;

interface OutEdge {
  readonly from: number;
  readonly to: number;
  states: readonly State[];
}

class FunctionAnalysis {
  private readonly fn: CFunction;
  private readonly evaluator: Evaluator;
  private readonly order: readonly number[];
  private readonly position: Int32Array;
  private readonly heads = new Set<number>();
  private readonly incoming: OutEdge[][];
  private readonly outgoing: OutEdge[][];
  private readonly before = new Map<number, readonly State[]>();
  private readonly visits = new Map<number, number>();
  private readonly widen: Widen;
  private readonly maxStates: number;
  private readonly limit: number;
  /** The heads of the loops whose last block is at a position, innermost first. */
  private readonly loopsEndingAt = new Map<number, number[]>();
  /** The loops inside others by their heads, with the position of their last block. */
  private readonly nested = new Map<number, number>();
  /** The returns in each block as it was run last, and those of the block that is being run. */
  private readonly exits = new Map<number, Exit[]>();
  private leaving: Exit[] = [];

  constructor(unit: TranslationUnit, fn: CFunction, file: string, surroundings: Surroundings) {
    this.fn = fn;
    this.evaluator = new Evaluator(unit, fn, file, surroundings);
    this.order = reversePostorder(fn.blocks);
    this.position = new Int32Array(fn.blocks.length).fill(-1);
    this.order.forEach((id, index) => {
      this.position[id] = index;
    });
    this.incoming = fn.blocks.map(() => []);
    this.outgoing = fn.blocks.map(() => []);
    const before = predecessors(fn.blocks);
    before.forEach((sources, to) => {
      for (const from of sources) {
        if (this.at(from) < 0) continue;
        const edge: OutEdge = { from, to, states: [] };
        this.incoming[to]?.push(edge);
        this.outgoing[from]?.push(edge);
        if (this.at(from) >= this.at(to)) this.heads.add(to);
      }
    });
    for (const head of [...this.heads].sort((a, b) => this.at(b) - this.at(a))) {
      const last = this.lastOf(head, before);
      this.loopsEndingAt.set(last, [...(this.loopsEndingAt.get(last) ?? []), head]);
      for (const inner of this.heads) {
        const at = this.at(inner);
        const end = this.endOf(inner, before);
        if (at > this.at(head) && at <= last && end - at < SMALL_LOOP) this.nested.set(inner, end);
      }
    }
    this.widen = thresholdsOf(fn);
    this.maxStates = fn.blocks.length > MANY_BLOCKS ? 1 : MAX_STATES;
    this.limit = fn.blocks.length > MANY_BLOCKS ? 0 : MAX_RETURNS;
  }

  /** The position of the last block that leads back to a head. */
  private lastOf(head: number, before: readonly (readonly number[])[]): number {
    return Math.max(...(before[head] ?? []).map((from) => this.at(from)));
  }

  /** The position behind which no block leads back into a loop. */
  private endOf(head: number, before: readonly (readonly number[])[]): number {
    let end = this.lastOf(head, before);
    for (let at = this.at(head) + 1; at <= end; at += 1) {
      const id = this.order[at] ?? 0;
      if (this.heads.has(id)) end = Math.max(end, this.lastOf(id, before));
    }
    return end;
  }

  private at(block: number): number {
    return this.position[block] ?? -1;
  }

  /** Without a listener only the summary is wanted, for which rough ranges of loops will do. */
  run(listener: FlowListener | undefined): FunctionOutcome {
    const { evaluator, fn } = this;
    const entry = this.entryState();
    let completed = true;
    evaluator.isLooping = this.heads.size > 0;
    if (evaluator.isLooping) {
      completed = this.iterate(entry, listener === undefined ? 1 : this.limit);
    }
    if (listener !== undefined || !evaluator.isLooping) {
      evaluator.listener = listener;
      evaluator.state = entry.copy();
      listener?.enter?.(fn, evaluator);
      completed = this.sweep(entry) && completed;
      listener?.leave?.(fn);
    }
    return {
      completed,
      summary: summariseFunction(fn, evaluator, [...this.exits.values()].flat()),
    };
  }

  /**
   * Goes over the blocks in reverse postorder and settles each loop before what
   * comes behind it: from its last block back to its head, widening there, until
   * the head does not change (the recursive strategy of Bourdoncle, "Efficient
   * chaotic iteration strategies with widenings", 1993). Gives whether all did.
   */
  private iterate(entry: State, limit: number, first = 0, last = this.order.length - 1): boolean {
    const { order } = this;
    const ready = new Map<number, readonly State[]>();
    const returns = new Map<number, number>();
    let completed = true;
    for (let at = first; at <= last; at += 1) {
      const id = order[at] ?? 0;
      const states = ready.get(id) ?? this.inputOf(id, entry, true);
      ready.delete(id);
      if (this.heads.has(id)) this.before.set(id, states);
      this.visit(id, states);
      for (const head of this.loopsEndingAt.get(at) ?? []) {
        if (this.at(head) < first) continue;
        const next = this.inputOf(head, entry, true);
        if (sameStates(this.before.get(head) ?? NO_STATES, next)) continue;
        const times = (returns.get(head) ?? 0) + 1;
        if (times > limit) completed = false;
        else {
          returns.set(head, times);
          ready.set(head, next);
          at = this.at(head) - 1;
          break;
        }
      }
    }
    return completed;
  }

  /** One pass over all blocks without widening. Gives whether every loop came to rest. */
  private sweep(entry: State): boolean {
    let completed = true;
    for (let at = 0; at < this.order.length; at += 1) {
      const id = this.order[at] ?? 0;
      const last = this.nested.get(id);
      if (last !== undefined && this.limit > 0 && !this.settleAgain(entry, at, last))
        completed = false;
      this.visit(id, this.inputOf(id, entry, false));
    }
    return completed;
  }

  /**
   * A loop inside another starts anew from what is known of the outer one at its
   * end: nothing else narrows what earlier rounds of the outer one widened in it.
   */
  private settleAgain(entry: State, first: number, last: number): boolean {
    const { evaluator } = this;
    const { listener } = evaluator;
    for (let at = first; at <= last; at += 1) {
      const head = this.order[at] ?? 0;
      if (!this.heads.has(head)) continue;
      this.before.delete(head);
      this.visits.delete(head);
      for (const edge of this.incoming[head] ?? [])
        if (this.at(edge.from) >= at) edge.states = NO_STATES;
    }
    evaluator.listener = undefined;
    const completed = this.iterate(entry, this.limit, first, last);
    evaluator.listener = listener;
    return completed;
  }

  /** Runs one block from what comes in. */
  private visit(id: number, states: readonly State[]): void {
    const block = this.fn.blocks[id];
    if (block === undefined) return;
    const results = new Map<number, State[]>();
    this.leaving = [];
    if (block.end.kind === 'return') this.exits.set(id, this.leaving);
    for (const state of states) {
      for (const [to, out] of this.through(block, state.copy())) {
        const list = results.get(to);
        if (list === undefined) results.set(to, [out]);
        else list.push(out);
      }
    }
    for (const edge of this.outgoing[id] ?? []) {
      edge.states = results.get(edge.to) ?? NO_STATES;
      results.delete(edge.to);
    }
  }

  private inputOf(id: number, entry: State, widening: boolean): readonly State[] {
    const all: State[] = id === 0 ? [entry] : [];
    for (const edge of this.incoming[id] ?? []) all.push(...edge.states);
    if (all.length === 0) return [];
    if (all.length === 1 && !this.heads.has(id)) return all;
    const groups = new Map<string, State[]>();
    for (const state of all) {
      const key = this.maxStates === 1 ? '' : state.signature();
      const group = groups.get(key) ?? [];
      group.push(state);
      groups.set(key, group);
    }
    const visits = (this.visits.get(id) ?? 0) + (widening ? 1 : 0);
    this.visits.set(id, visits);
    const tooMany = groups.size > this.maxStates || visits > PATIENCE;
    const merged = tooMany ? [all] : [...groups.values()];
    const isHead = this.heads.has(id);
    const previous = this.before.get(id) ?? [];
    const widen =
      widening && isHead && visits > EXACT_ROUNDS
        ? visits > THRESHOLD_ROUNDS
          ? TO_INFINITY
          : this.widen
        : undefined;
    const states = merged.map((group) => {
      const old = widen === undefined ? undefined : this.matching(previous, group, merged.length);
      const joined = State.join(group, id, this.evaluator.ids, old, widen, isHead);
      if (isHead) joined.collect();
      return joined;
    });
    return states;
  }

  private matching(
    previous: readonly State[],
    group: readonly State[],
    groups: number,
  ): State | undefined {
    if (groups === 1 && previous.length > 0) {
      return previous.length === 1
        ? previous[0]
        : State.join(previous, -1, this.evaluator.ids, undefined, undefined);
    }
    const key = group[0]?.signature();
    return previous.find((state) => state.signature() === key);
  }

  private through(block: BasicBlock, state: State): [number, State][] {
    const { evaluator } = this;
    evaluator.state = state;
    evaluator.reachable = true;
    for (const step of block.steps) {
      this.step(step);
      if (!evaluator.reachable) return [];
      evaluator.ids.scratch.clear();
    }
    const out = this.terminate(block.end);
    evaluator.ids.scratch.clear();
    return out;
  }

  private step(step: Step): void {
    const { evaluator } = this;
    if (step.kind === 'eval') evaluator.run(step.expr);
    else if (step.kind === 'declare') evaluator.declare(step.variable, step.init, step.count);
    else {
      for (const variable of step.variables) {
        const object = evaluator.state.object(evaluator.ids.root(variable.id, 'variable'));
        if (object !== undefined) evaluator.state.setObject({ ...object, state: 'gone' });
      }
    }
  }

  private terminate(end: Terminator): [number, State][] {
    const { evaluator } = this;
    switch (end.kind) {
      case 'jump':
        return [[end.to, evaluator.state]];
      case 'branch': {
        evaluator.listener?.branch?.(end.condition, end.assertion === true, evaluator);
        const [yes, no] = evaluator.split(end.condition);
        const out: [number, State][] = [];
        if (yes !== undefined) out.push([end.then, yes]);
        if (no !== undefined) out.push([end.otherwise, no]);
        return out;
      }
      case 'switch':
        return this.switched(end);
      case 'return':
        this.leave(end);
        return [];
      default:
        return [];
    }
  }

  private switched(end: Terminator & { kind: 'switch' }): [number, State][] {
    const { evaluator } = this;
    const value = evaluator.evaluate(end.value);
    const type = promoted(end.value.type);
    const isUnsigned = type.kind === 'int' && !type.signed;
    const out: [number, State][] = [];
    let rest: State | undefined = evaluator.state;
    for (const entry of end.cases) {
      if (rest === undefined) break;
      if (entry.low === undefined) {
        out.push([entry.to, rest.copy()]);
        continue;
      }
      evaluator.state = rest;
      const label = entry.low < 0 && isUnsigned ? entry.low + 2 ** type.bits : entry.low;
      const [yes, no] = evaluator.equal(value, label);
      if (yes !== undefined) out.push([entry.to, yes]);
      rest = no;
    }
    if (rest !== undefined) out.push([end.otherwise, rest]);
    return out;
  }

  private leave(end: Terminator & { kind: 'return' }): void {
    const { evaluator } = this;
    const value = end.value === undefined ? undefined : evaluator.evaluate(end.value);
    const { listener } = evaluator;
    if (!evaluator.reachable) return;
    this.leaving.push({ state: evaluator.state, value });
    if (listener === undefined) return;
    listener.returned?.(end.value, value, evaluator);
    if (value !== undefined) evaluator.escape(value);
    const span = end.start < 0 ? { start: this.fn.end - 1, end: this.fn.end } : end;
    for (const object of [...evaluator.state.objects()]) {
      if (
        (object.kind === 'heap' || object.kind === 'resource') &&
        object.state === 'live' &&
        !object.escaped
      ) {
        listener.lost?.(object, span, evaluator);
      }
    }
  }

  /** What holds on entry: parameters are what their types say, and come from outside. */
  private entryState(): State {
    const { evaluator, fn } = this;
    const state = evaluator.state;
    for (const parameter of fn.parameters) {
      const object = evaluator.variableObject(parameter);
      const taint = this.parameterTaint(parameter.name, parameter.position);
      const isPointer = isPointerLike(parameter.type);
      const reference = parameter.type.kind === 'pointer' && parameter.type.reference === true;
      const isArgv = fn.name === 'main' && isPointer;
      const context = evaluator.surroundings.contextOf(fn.name)?.[parameter.position];
      const facts = this.withContext(
        {
          ...factsOfType(parameter.type),
          ...(fn.name === 'main' && !isPointer ? { lo: 0, hi: 2147483647 } : {}),
          taint,
          mayBeNull: !reference && !isArgv,
          nullOrigin:
            isPointer && !reference && !isArgv
              ? { kind: 'parameter', what: parameter.name, step: undefined }
              : undefined,
        },
        context,
        isPointer,
      );
      const value = evaluator.fresh(parameter, 'parameter', facts);
      if (fn.name !== 'main') evaluator.parameterRoots.set(value.root, parameter.position);
      state.set(evaluator.ids.cell(object, ''), value);
      const known = state.object(object);
      if (known !== undefined) state.setObject({ ...known, escaped: false });
      if (context !== undefined && isPointer) this.enterPointee(value, facts, context);
      if (isArgv) {
        const pointee = evaluator.ids.root(value.root, 'pointee');
        state.setObject(unknownObject(pointee, taint));
        state.setFacts(value.root, { ...facts, targets: [{ object: pointee, offset: ZERO }] });
      }
    }
    return state.copy();
  }

  /** The memory that callers pass a pointer to: untrusted content in any case, its size where all show one. */
  private enterPointee(value: Value, facts: RootFacts, context: ParameterContext): void {
    const { evaluator } = this;
    const { state } = evaluator;
    const closed = evaluator.surroundings.isClosed(this.fn.name);
    const real = context.taint !== undefined && context.taint.kind !== 'parameter';
    if (!closed && !real) return;
    const pointee = evaluator.ids.root(value.root, 'pointee');
    const unknown = unknownObject(pointee, real ? context.taint : facts.taint);
    const { size, terminated, maxLength, text } = context;
    const bytes = size === undefined ? undefined : constant(size);
    state.setObject(closed ? { ...unknown, size: bytes, terminated, maxLength, text } : unknown);
    state.setFacts(value.root, { ...facts, targets: [{ object: pointee, offset: ZERO }] });
  }

  /** What the callers pass: all of it where every caller was seen, else only what is bad. */
  private withContext(
    facts: RootFacts,
    context: ParameterContext | undefined,
    isPointer: boolean,
  ): RootFacts {
    if (context === undefined) return facts;
    // A pointer to untrusted content is not itself untrusted.
    const real = !isPointer && context.taint !== undefined && context.taint.kind !== 'parameter';
    const taint = real ? context.taint : facts.taint;
    // Null from some callers only may be what another parameter tells the function.
    const passedNull =
      context.mayBeNull && (!context.mayBeNonNull || context.nullOrigin?.kind === 'failure');
    const nullOrigin = passedNull ? context.nullOrigin : facts.nullOrigin;
    if (!this.evaluator.surroundings.isClosed(this.fn.name)) return { ...facts, taint };
    return {
      ...facts,
      taint: real ? taint : undefined,
      lo: Math.max(facts.lo, context.lo),
      hi: Math.min(facts.hi, context.hi),
      mayBeNull: facts.mayBeNull && context.mayBeNull,
      mayBeNonNull: context.mayBeNonNull,
      nullOrigin: context.mayBeNull ? nullOrigin : undefined,
    };
  }

  private parameterTaint(name: string, position: number): Taint | undefined {
    if (this.fn.name === 'main') {
      const kind = position === 2 ? ('environment' as const) : ('argv' as const);
      return position === 0
        ? undefined
        : {
            kind,
            source: position === 2 ? 'the environment' : 'the command line',
            parameter: -1,
            steps: [this.evaluator.step(this.fn, 'the command line comes in here')],
          };
    }
    return {
      kind: 'parameter',
      source: `the parameter \`${name}\``,
      parameter: position,
      steps: [],
    };
  }
}

function sameStates(a: readonly State[], b: readonly State[]): boolean {
  return (
    a.length === b.length &&
    a.every((state, index) => {
      const other = b[index];
      return other !== undefined && state.equals(other);
    })
  );
}
