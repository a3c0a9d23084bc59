import type { CFunction } from '../c/ast.ts';
import { type Liveness, livenessOf } from '../c/liveness.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { type BlockOrder, blockOrder, type FlowEdge } from './block-order.ts';
import { collect } from './collect.ts';
import { entryState } from './entry-state.ts';
import { Evaluator } from './evaluator.ts';
import type { FlowListener } from './events.ts';
import type { Exit } from './exit.ts';
import { joinStates } from './join-states.ts';
import type { Machine } from './machine.ts';
import { runBlock } from './run-block.ts';
import type { State } from './state.ts';
import { summariseFunction } from './summarise-function.ts';
import type { FunctionSummary } from './summary.ts';
import { ALONE, type Surroundings } from './surroundings.ts';
import { thresholdsOf, type Widen } from './thresholds.ts';

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

/** Gives up an end of a range that still grows. */
const TO_INFINITY: Widen = (_value, up) =>
  up ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;

/** The analysis of one function: rounds over its blocks until nothing changes, and a last pass for the listener. */
class FunctionAnalysis {
  private readonly fn: CFunction;
  private readonly machine: Machine;
  private readonly graph: BlockOrder;
  private readonly liveness: Liveness;
  private readonly before = new Map<number, readonly State[]>();
  private readonly visits = new Map<number, number>();
  private readonly widen: Widen;
  private readonly maxStates: number;
  private readonly limit: number;
  /** The returns in each block as it was run last. */
  private readonly exits = new Map<number, Exit[]>();

  constructor(unit: TranslationUnit, fn: CFunction, file: string, surroundings: Surroundings) {
    this.fn = fn;
    this.machine = new Evaluator(unit, fn, file, surroundings);
    this.graph = blockOrder(fn.blocks);
    this.liveness = livenessOf(fn);
    this.widen = thresholdsOf(fn);
    this.maxStates = fn.blocks.length > MANY_BLOCKS ? 1 : MAX_STATES;
    this.limit = fn.blocks.length > MANY_BLOCKS ? 0 : MAX_RETURNS;
  }

  /** Without a listener only the summary is wanted, for which rough ranges of loops will do. */
  run(listener: FlowListener | undefined): FunctionOutcome {
    const { machine, fn } = this;
    const entry = entryState(machine, listener !== undefined);
    let completed = true;
    machine.isLooping = this.graph.heads.size > 0;
    if (machine.isLooping) {
      completed = this.iterate(entry, listener === undefined ? 1 : this.limit);
    }
    if (listener !== undefined || !machine.isLooping) {
      machine.listener = listener;
      machine.state = entry.copy();
      listener?.enter?.(fn, machine);
      completed = this.sweep(entry) && completed;
      listener?.leave?.(fn);
    }
    return {
      completed,
      summary: summariseFunction(fn, machine, [...this.exits.values()].flat()),
    };
  }

  /**
   * Goes over the blocks in reverse postorder and settles each loop before what
   * comes behind it: from its last block back to its head, widening there, until
   * the head does not change (the recursive strategy of Bourdoncle, "Efficient
   * chaotic iteration strategies with widenings", 1993). Gives whether all did.
   */
  private iterate(
    entry: State,
    limit: number,
    first = 0,
    last = this.graph.order.length - 1,
  ): boolean {
    const { order, positions, heads, loopsEndingAt } = this.graph;
    const ready = new Map<number, readonly State[]>();
    const returns = new Map<number, number>();
    let completed = true;
    for (let at = first; at <= last; at += 1) {
      const id = order[at] ?? 0;
      const states = ready.get(id) ?? this.inputOf(id, entry, true);
      ready.delete(id);
      if (heads.has(id)) this.before.set(id, states);
      this.visit(id, states);
      for (const head of loopsEndingAt.get(at) ?? []) {
        if ((positions[head] ?? 0) < first) continue;
        const next = this.inputOf(head, entry, true);
        if (sameStates(this.before.get(head) ?? NO_STATES, next)) continue;
        const times = (returns.get(head) ?? 0) + 1;
        if (times > limit) completed = false;
        else {
          returns.set(head, times);
          ready.set(head, next);
          at = (positions[head] ?? 0) - 1;
          break;
        }
      }
    }
    return completed;
  }

  /** One pass over all blocks without widening. Gives whether every loop came to rest. */
  private sweep(entry: State): boolean {
    const { order, nested } = this.graph;
    let completed = true;
    for (const [at, id] of order.entries()) {
      const last = nested.get(id);
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
    const { machine } = this;
    const { order, positions, heads, incoming } = this.graph;
    const { listener } = machine;
    for (let at = first; at <= last; at += 1) {
      const head = order[at] ?? 0;
      if (!heads.has(head)) continue;
      this.before.delete(head);
      this.visits.delete(head);
      for (const edge of incoming[head] ?? [])
        if ((positions[edge.from] ?? -1) >= at) edge.states = NO_STATES;
    }
    machine.listener = undefined;
    const completed = this.iterate(entry, this.limit, first, last);
    machine.listener = listener;
    return completed;
  }

  /** Runs one block from what comes in. */
  private visit(id: number, states: readonly State[]): void {
    const block = this.fn.blocks[id];
    if (block === undefined) return;
    const results = new Map<number, State[]>();
    const leaving: Exit[] = [];
    if (block.end.kind === 'return') this.exits.set(id, leaving);
    for (const state of states) {
      for (const [to, out] of runBlock(this.machine, block, state.copy(), leaving)) {
        const list = results.get(to);
        if (list === undefined) results.set(to, [out]);
        else list.push(out);
      }
    }
    for (const edge of this.graph.outgoing[id] ?? []) {
      const out = results.get(edge.to) ?? NO_STATES;
      edge.states = out;
      results.delete(edge.to);
      if (out.length > 0) this.bury(edge, out);
    }
  }

  /** Forgets what variables hold that nothing reads any more, so that it sets no states apart. */
  private bury(edge: FlowEdge, states: readonly State[]): void {
    edge.dying ??= this.liveness
      .dyingOn(edge.from, edge.to)
      .map((variable) => this.machine.ids.cell(this.machine.ids.root(variable.id, 'variable'), ''));
    for (const cell of edge.dying) for (const state of states) state.remove(cell);
  }

  /** The states in which a block begins, joined by what sets them apart. */
  private inputOf(id: number, entry: State, widening: boolean): readonly State[] {
    const all: State[] = id === 0 ? [entry] : [];
    for (const edge of this.graph.incoming[id] ?? []) all.push(...edge.states);
    if (all.length === 0) return [];
    if (all.length === 1 && !this.graph.heads.has(id)) return all;
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
    const isHead = this.graph.heads.has(id);
    const previous = this.before.get(id) ?? [];
    const widen =
      widening && isHead && visits > EXACT_ROUNDS
        ? visits > THRESHOLD_ROUNDS
          ? TO_INFINITY
          : this.widen
        : undefined;
    return merged.map((group) => {
      const old = widen === undefined ? undefined : this.matching(previous, group, merged.length);
      const joined = joinStates(group, id, old, widen, isHead);
      if (isHead) collect(joined);
      return joined;
    });
  }

  /** The state of the last round that a group of states goes on from. */
  private matching(
    previous: readonly State[],
    group: readonly State[],
    groups: number,
  ): State | undefined {
    if (groups === 1 && previous.length > 0) {
      return previous.length === 1 ? previous[0] : joinStates(previous, -1, undefined, undefined);
    }
    const key = group[0]?.signature();
    return previous.find((state) => state.signature() === key);
  }
}

/** Whether two lists of states say the same, in order. */
function sameStates(a: readonly State[], b: readonly State[]): boolean {
  return (
    a.length === b.length &&
    a.every((state, index) => {
      const other = b[index];
      return other !== undefined && state.equals(other);
    })
  );
}
