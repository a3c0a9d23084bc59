import { type Liveness, livenessOf } from '../../c/cfg/liveness.ts';
import type { LoweredFunction } from '../../c/ir/ast.ts';
import type { ReachedBound } from '../../c/ir/reached-bound.ts';
import type { TranslationUnit } from '../../c/unit.ts';
import { type SolveOptions, solve } from '../../graph/data-flow.ts';
import { LIMITS } from '../../limits.ts';
import { assuming, NO_ASSUMPTIONS } from '../domain/assumptions.ts';
import type { FunctionSummary } from '../domain/function-summary.ts';
import type { ReturnState, State } from '../domain/state.ts';
import { thresholdsAt, thresholdsOf, type Widen } from '../domain/widening.ts';
import { type CallEnvironment, EMPTY_ENVIRONMENT } from '../interpreter/call-environment.ts';
import type { FlowListener } from '../interpreter/events.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { collectGarbage } from '../join/collect-garbage.ts';
import { forgetReleased } from '../join/forget-released.ts';
import { joinStates } from '../join/join-states.ts';
import { summariseFunction } from '../summary/summarise-function.ts';
import { transferBlock } from '../transfer/block.ts';
import { Evaluator } from '../transfer/evaluator.ts';
import { type BlockOrder, blockOrder, type FlowEdge } from './block-order.ts';
import { analyseDegraded } from './degraded.ts';
import { entryState } from './entry-state.ts';
import { stepsFor } from './function-steps.ts';
import { goalsOfLoop } from './loop-goals.ts';

/** The joins of a loop head before its ranges are widened to thresholds. */
const EXACT_ROUNDS = 1;
/** The joins of a loop head before its ranges are widened to infinity; the descending phase narrows them again. */
const THRESHOLD_ROUNDS = 3;
/** A block visited so often gets one state, so that the rounds come to an end. */
const MAX_VISITS = 6;

/** What became of the analysis of one function. */
export interface FunctionOutcome {
  /** The bound at which it was given up, so that part of the function was looked at block by block. */
  readonly cut: ReachedBound | undefined;
  /** What it has cost. */
  readonly steps: number;
  /** What it does for its callers, undefined where that is not known. */
  readonly summary: FunctionSummary | undefined;
}

/**
 * Runs the abstract interpretation of one function to its fixpoint, with
 * widening at loop heads (Cousot and Cousot, 1977) and states kept apart by the
 * fate of resources (property simulation: Das, Lerner and Seigle, 2002), and
 * then tells the listener, once, what happens at each point. It may cost so many steps.
 * @param isLate whether the time is over that a person has allowed, so that it is given up as at the end of its steps
 */
export function analyseFunction(
  unit: TranslationUnit,
  fn: LoweredFunction,
  file: string,
  listener: FlowListener | undefined,
  environment: CallEnvironment = EMPTY_ENVIRONMENT,
  steps = stepsFor(fn),
  isLate?: () => boolean,
): FunctionOutcome {
  return new FunctionAnalysis(unit, fn, file, environment, { steps, isLate }).run(listener);
}

/** No state: the block is not reached. */
const BOTTOM: readonly State[] = [];

/** Gives up an end of a range that still grows, except that one on its way to zero stops there first. */
const WIDEN_TO_INFINITY: Widen = (value, up) => {
  if (up) return value <= 0 ? 0 : Number.POSITIVE_INFINITY;
  return value >= 0 ? 0 : Number.NEGATIVE_INFINITY;
};

/** The analysis of one function: the fixpoint over its blocks, and a last pass for the listener. */
class FunctionAnalysis {
  private readonly fn: LoweredFunction;
  private readonly interpreter: Interpreter;
  private readonly graph: BlockOrder;
  private readonly liveness: Liveness;
  private readonly visits = new Map<number, number>();
  /** Undefined until a loop is widened: most functions have none. */
  private thresholds: Widen | undefined;
  private readonly maxStates: number;
  /** The blocks that had a state when they were run last. */
  private readonly reached = new Set<number>();
  /** The returns in each block as it was run last. */
  private readonly exits = new Map<number, ReturnState[]>();

  constructor(
    unit: TranslationUnit,
    fn: LoweredFunction,
    file: string,
    environment: CallEnvironment,
    { steps, isLate }: { readonly steps: number; readonly isLate: (() => boolean) | undefined },
  ) {
    this.fn = fn;
    this.interpreter = new Evaluator(unit, fn, file, environment);
    this.graph = blockOrder(fn.blocks);
    this.liveness = livenessOf(fn);
    this.maxStates = fn.blocks.length > LIMITS.blocksWithStates ? 1 : LIMITS.states;
    this.interpreter.ids.budget.allow(steps, isLate);
  }

  /** Without a listener only the summary is wanted, for which no ranges of loops are narrowed. */
  run(listener: FlowListener | undefined): FunctionOutcome {
    const { interpreter, fn } = this;
    const { budget } = interpreter.ids;
    const entry = entryState(interpreter, listener !== undefined);
    interpreter.isLooping = this.graph.heads.size > 0;
    const { loopReturns: maxReturns } = LIMITS;
    // For a summary too: what did not come to rest may seem never to return.
    const isStable = !interpreter.isLooping || this.iterateToFixpoint(entry, { maxReturns });
    let bound: ReachedBound['bound'] | undefined;
    if (listener !== undefined) bound = this.emitEvents(listener, entry, isStable);
    else if (!interpreter.isLooping) this.descendingPass(entry);
    const { name, start, end } = fn;
    const exits = [...this.exits.values()].flat();
    const isUnknown = budget.isOver || bound === 'steps' || (!isStable && exits.length === 0);
    return {
      cut: bound && { function: name, start, end, bound },
      steps: budget.spent,
      summary: isUnknown ? undefined : summariseFunction(fn, interpreter, exits),
    };
  }

  /**
   * Tells a listener what happens at each point; behind the point at which the analysis is
   * given up, block by block. Gives the bound that it ran into.
   */
  private emitEvents(
    listener: FlowListener,
    entry: State,
    isStable: boolean,
  ): ReachedBound['bound'] | undefined {
    const { interpreter, fn } = this;
    const { order } = this.graph;
    interpreter.listener = listener;
    interpreter.state = entry.copy();
    listener.enter?.(fn, interpreter);
    const visited = isStable ? this.descendingPass(entry) : 0;
    const bound = interpreter.ids.budget.isOver ? 'steps' : 'rounds';
    const rest = order.slice(visited).flatMap((id) => fn.blocks[id] ?? []);
    if (rest.length > 0) {
      listener.degraded?.();
      analyseDegraded(interpreter, rest);
    }
    // How control gets to what is looked at block by block is not known.
    for (const { id } of rest) this.reached.add(id);
    listener.leave?.(fn, this.reached);
    return rest.length === 0 ? undefined : bound;
  }

  /** The ascending phase, with widening at loop heads. Gives whether it came to a fixpoint. */
  private iterateToFixpoint(entry: State, options: SolveOptions): boolean {
    const { budget } = this.interpreter.ids;
    return solve<readonly State[]>(
      this.graph,
      {
        input: (id, before) => this.joinIncoming(id, entry, before ?? BOTTOM, true),
        transfer: (id, states) => {
          this.visitBlock(id, states);
          return !budget.isOver;
        },
        equals: sameStates,
      },
      options,
    );
  }

  /**
   * The descending phase: one pass over the blocks without widening, which narrows what was widened
   * too far. Gives how many of them were run, in order.
   */
  private descendingPass(entry: State): number {
    const { order, nested } = this.graph;
    const { budget } = this.interpreter.ids;
    for (const [at, id] of order.entries()) {
      const last = nested.get(id);
      if (last !== undefined && !this.stabiliseInnerLoop(entry, at, last)) return at;
      this.visitBlock(id, this.joinIncoming(id, entry, BOTTOM, false));
      if (budget.isOver) return at;
    }
    return order.length;
  }

  /**
   * A loop inside another starts anew from what is known of the outer one at its
   * end: nothing else narrows what earlier rounds of the outer one widened in it.
   */
  private stabiliseInnerLoop(entry: State, first: number, last: number): boolean {
    const { interpreter } = this;
    const { order, positions, heads, incoming } = this.graph;
    const { listener } = interpreter;
    for (let at = first; at <= last; at += 1) {
      const head = order[at] ?? 0;
      if (!heads.has(head)) continue;
      this.visits.delete(head);
      for (const edge of incoming[head] ?? [])
        if ((positions[edge.from] ?? -1) >= at) edge.states = BOTTOM;
    }
    const { loopReturns: maxReturns } = LIMITS;
    interpreter.listener = undefined;
    const completed = this.iterateToFixpoint(entry, { maxReturns, first, last });
    interpreter.listener = listener;
    return completed;
  }

  /** Runs one block from what comes in. */
  private visitBlock(id: number, states: readonly State[]): void {
    const block = this.fn.blocks[id];
    if (block === undefined) return;
    if (states.length > 0) this.reached.add(id);
    else this.reached.delete(id);
    const results = new Map<number, State[]>();
    const exits: ReturnState[] = [];
    if (block.end.kind === 'return') this.exits.set(id, exits);
    for (const state of states) {
      for (const [to, out] of transferBlock(this.interpreter, block, state.copy(), exits)) {
        const list = results.get(to);
        if (list === undefined) results.set(to, [out]);
        else list.push(out);
      }
    }
    for (const edge of this.graph.outgoing[id] ?? []) {
      const out = results.get(edge.to) ?? BOTTOM;
      edge.states = out;
      results.delete(edge.to);
      if (out.length > 0) this.killDead(edge, out);
    }
  }

  /** Forgets what variables hold that nothing reads any more, so that it sets no states apart. */
  private killDead(edge: FlowEdge, states: readonly State[]): void {
    edge.dying ??= this.liveness
      .dyingOn(edge.from, edge.to)
      .map((variable) =>
        this.interpreter.ids.cell(this.interpreter.ids.root(variable.id, 'variable'), ''),
      );
    for (const cell of edge.dying) for (const state of states) state.remove(cell);
  }

  /**
   * The states in which a block begins: those of its edges, joined where their property states are
   * equal. With `widening`, the head of a loop is widened against the previous states.
   */
  private joinIncoming(
    id: number,
    entry: State,
    previous: readonly State[],
    widening: boolean,
  ): readonly State[] {
    const all: State[] = id === 0 ? [entry] : [];
    for (const edge of this.graph.incoming[id] ?? []) all.push(...edge.states);
    if (all.length === 0) return [];
    if (all.length === 1 && !this.graph.heads.has(id)) return all;
    for (const state of all) forgetReleased(state);
    const groups = new Map<string, State[]>();
    for (const state of all) {
      const key = this.maxStates === 1 ? '' : state.propertyState();
      const group = groups.get(key) ?? [];
      group.push(state);
      groups.set(key, group);
    }
    const visits = (this.visits.get(id) ?? 0) + (widening ? 1 : 0);
    this.visits.set(id, visits);
    const tooMany = groups.size > this.maxStates || visits > MAX_VISITS;
    const merged = tooMany ? [all] : [...groups.values()];
    const isForced = tooMany ? groups.size > 1 : this.maxStates === 1 && all.length > 1;
    const assumed = isForced ? assuming('joined') : NO_ASSUMPTIONS;
    const isHead = this.graph.heads.has(id);
    const widen =
      widening && isHead && visits > EXACT_ROUNDS
        ? visits > THRESHOLD_ROUNDS
          ? WIDEN_TO_INFINITY
          : this.thresholdsAt(id, all[0])
        : undefined;
    return merged.map((group) => {
      const old =
        widen === undefined ? undefined : this.previousState(previous, group, merged.length);
      const joined = joinStates(group, id, old, widen, isHead, assumed);
      if (isHead || joined.differences.size > LIMITS.differences) collectGarbage(joined);
      joined.differences.trim(LIMITS.differences);
      return joined;
    });
  }

  private thresholdsAt(head: number, state: State | undefined): Widen {
    const { fn, interpreter } = this;
    this.thresholds ??= thresholdsOf(fn);
    const loop = fn.loops.find(({ header }) => header === head);
    const goals = state === undefined ? [] : goalsOfLoop(interpreter, loop, state.copy());
    return thresholdsAt(fn.blocks[head], this.thresholds, goals);
  }

  /** The state of the last round that a group of states goes on from. */
  private previousState(
    previous: readonly State[],
    group: readonly State[],
    groups: number,
  ): State | undefined {
    if (groups === 1 && previous.length > 0) {
      return previous.length === 1 ? previous[0] : joinStates(previous, -1, undefined, undefined);
    }
    const key = group[0]?.propertyState();
    return previous.find((state) => state.propertyState() === key);
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
