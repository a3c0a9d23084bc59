import { predecessors } from '../../c/cfg/control-flow.ts';
import type { BasicBlock, LoweredFunction, Span } from '../../c/ir/ast.ts';
import { topLevelExpressions } from '../../c/ir/walk.ts';
import type { TranslationUnit } from '../../c/unit.ts';
import { LIMITS } from '../../limits.ts';
import type { State } from '../domain/state.ts';
import type { CallEnvironment } from '../interpreter/call-environment.ts';
import type { FlowListener } from '../interpreter/events.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { transferBlock } from '../transfer/block.ts';
import { Evaluator } from '../transfer/evaluator.ts';
import { blockOrder } from './block-order.ts';
import { entryState } from './entry-state.ts';
import { decide, formOf, type PathConditions } from './path-conditions.ts';

/** A block is entered so often on one path: a loop may be skipped, run once, or run twice. */
const MAX_ENTRIES = 3;

/** A way through a function that is looked for: through these places, in this order. */
export interface PathQuery {
  /** From the cause to the use. */
  readonly through: readonly Span[];
  /** Hears what happens on the paths that are tried. */
  readonly listener: FlowListener;
  /** Whether the listener has heard what was looked for. */
  readonly isFound: () => boolean;
}

/**
 * Follows single paths of a function by themselves, from its entry through given places, until what
 * is looked for happens on one of them. Nothing is joined on a path, each of its conditions is kept,
 * and one that contradicts them ends it, so that the analysis of all paths at once is checked by
 * another look (path feasibility after the report, as clang's analyser does with Z3). Paths are
 * tried the shortest way first, and their number and steps are limited.
 */
export function followPath(
  unit: TranslationUnit,
  fn: LoweredFunction,
  file: string,
  environment: CallEnvironment,
  query: PathQuery,
  steps: number,
): { readonly isFound: boolean; readonly steps: number } {
  const interpreter = new Evaluator(unit, fn, file, environment);
  interpreter.ids.budget.allow(steps);
  const entry = entryState(interpreter, true);
  interpreter.isLooping = blockOrder(fn.blocks).heads.size > 0;
  interpreter.state = entry.copy();
  interpreter.listener = query.listener;
  query.listener.enter?.(fn, interpreter);
  const isFound = new PathSearch(interpreter, fn, query).run(entry);
  return { isFound, steps: interpreter.ids.budget.spent };
}

/** A path so far. */
interface OpenPath {
  readonly block: number;
  readonly state: State;
  /** How many of the places it has come through. */
  readonly passed: number;
  readonly conditions: PathConditions;
  /** How often it has entered each block. */
  readonly entries: ReadonlyMap<number, number>;
}

/** A search for a path, depth first. */
class PathSearch {
  private readonly interpreter: Interpreter;
  private readonly blocks: readonly BasicBlock[];
  private readonly isFound: () => boolean;
  /** The block of each place, and how far each block is from it. */
  private readonly places: readonly { readonly block: number; readonly from: Int32Array }[];

  constructor(interpreter: Interpreter, fn: LoweredFunction, query: PathQuery) {
    this.interpreter = interpreter;
    this.blocks = fn.blocks;
    this.isFound = query.isFound;
    const before = predecessors(fn.blocks);
    this.places = query.through.flatMap((span) => {
      const block = blockOf(fn.blocks, span);
      return block === undefined ? [] : [{ block, from: distancesTo(block, before) }];
    });
  }

  run(entry: State): boolean {
    const { interpreter } = this;
    const open: OpenPath[] = [
      { block: 0, state: entry, passed: 0, conditions: new Map(), entries: new Map() },
    ];
    for (let tried = 0; tried < LIMITS.pathBlocks; tried += 1) {
      const path = open.pop();
      if (path === undefined || interpreter.ids.budget.isOver) return false;
      const further = this.extend(path);
      if (this.isFound()) return true;
      open.push(...further);
    }
    return false;
  }

  /** Runs the block that a path has come to; gives the paths that go on, the one to try first last. */
  private extend(path: OpenPath): OpenPath[] {
    const { interpreter } = this;
    const block = this.blocks[path.block];
    if (block === undefined) return [];
    let { passed } = path;
    while (passed < this.places.length && this.places[passed]?.block === path.block) passed += 1;
    const entered = (path.entries.get(path.block) ?? 0) + 1;
    if (entered > MAX_ENTRIES) return [];
    const entries = new Map(path.entries).set(path.block, entered);
    // A second round makes new values of the same numbers: what was decided of them is forgotten.
    const known: PathConditions = entered > 1 ? new Map() : path.conditions;
    const { listener } = interpreter;
    let form: ReturnType<typeof formOf>;
    interpreter.listener = {
      ...listener,
      branch(condition, assertion, facts) {
        listener?.branch?.(condition, assertion, facts);
        form = formOf(condition, facts);
      },
    };
    const further: OpenPath[] = [];
    for (const out of this.eachWay(block, path.state)) {
      for (const [to, state] of out) {
        const conditions = conditionsOn(block, to, known, form);
        if (conditions !== undefined && this.distance(to, passed) >= 0)
          further.push({ block: to, state, passed, conditions, entries });
      }
    }
    interpreter.listener = listener;
    return further.sort((a, b) => this.distance(b.block, passed) - this.distance(a.block, passed));
  }

  /** Runs a block once for each way through the expressions in it, `a ? b : c` and `a && b`. */
  private eachWay(block: BasicBlock, state: State): [number, State][][] {
    const { interpreter } = this;
    const results: [number, State][][] = [];
    const open: (readonly number[])[] = [[]];
    while (open.length > 0 && results.length < LIMITS.pathsInBlock) {
      const prefix = open.pop() ?? [];
      const chosen: number[] = [];
      interpreter.chooseSide = (count) => {
        const side = prefix[chosen.length] ?? 0;
        if (chosen.length >= prefix.length)
          for (let other = count - 1; other > 0; other -= 1) open.push([...chosen, other]);
        chosen.push(side);
        return side;
      };
      results.push(transferBlock(interpreter, block, state.copy(), []));
    }
    interpreter.chooseSide = undefined;
    return results;
  }

  /** How far it is from a block to the next place of the query; -1 where nothing leads there. */
  private distance(block: number, passed: number): number {
    return this.places[passed]?.from[block] ?? 0;
  }
}

/** What a path has decided once it took an edge; undefined where that contradicts itself. */
function conditionsOn(
  { end }: BasicBlock,
  to: number,
  known: PathConditions,
  form: ReturnType<typeof formOf>,
): PathConditions | undefined {
  if (end.kind !== 'branch' || end.then === end.otherwise) return known;
  return decide(known, form, to === end.then);
}

/** The block in which a place stands. */
function blockOf(blocks: readonly BasicBlock[], span: Span): number | undefined {
  const holds = (outer: Span) => outer.start <= span.start && span.end <= outer.end;
  return blocks.find((block) => spansOf(block).some(holds))?.id;
}

function spansOf(block: BasicBlock): readonly Span[] {
  const { end } = block;
  return end.kind === 'return' && end.start >= 0
    ? [...topLevelExpressions(block), end]
    : topLevelExpressions(block);
}

/** How many edges lead from each block to one; -1 where none do. */
function distancesTo(target: number, before: readonly (readonly number[])[]): Int32Array {
  const distances = new Int32Array(before.length).fill(-1);
  distances[target] = 0;
  const queue = [target];
  for (let at = 0; at < queue.length; at += 1) {
    const block = queue[at] ?? 0;
    for (const from of before[block] ?? []) {
      if (distances[from] !== -1) continue;
      distances[from] = (distances[block] ?? 0) + 1;
      queue.push(from);
    }
  }
  return distances;
}
