import { type OrderedGraph, orderedGraph } from '../../graph/ordered-graph.ts';
import { reachable } from '../../graph/reachability.ts';
import type { BasicBlock, Expr, Loop, Step, SwitchCase, Terminator } from '../ir/ast.ts';

interface OpenBlock {
  readonly id: number;
  steps: Step[];
  end: Terminator | undefined;
}

/** Builds the basic blocks of one function, statement by statement. */
export class GraphBuilder {
  readonly loops: Omit<Loop, 'body'>[] = [];
  private readonly blocks: OpenBlock[] = [];
  private current: OpenBlock;

  constructor() {
    this.current = this.open();
  }

  private open(): OpenBlock {
    const block: OpenBlock = { id: this.blocks.length, steps: [], end: undefined };
    this.blocks.push(block);
    return block;
  }

  /** A block to jump to later. */
  label(): number {
    return this.open().id;
  }

  get here(): number {
    return this.current.id;
  }

  /** Whether control can still come here from what was added last. */
  get isOpen(): boolean {
    return this.current.end === undefined;
  }

  add(step: Step): void {
    this.current.steps.push(step);
  }

  /** Ends the block that is being filled; what follows is unreachable until `place`. */
  finish(end: Terminator): void {
    if (this.current.end === undefined) this.current.end = end;
    this.current = this.open();
  }

  /** Goes on at a label, falling into it from what came before. */
  place(label: number): void {
    const block = this.blocks[label];
    if (block === undefined) throw new Error(`no block ${label}`);
    if (this.current.end === undefined) this.current.end = { kind: 'jump', to: label };
    this.current = block;
  }

  branch(condition: Expr, then: number, otherwise: number): void {
    this.finish({ kind: 'branch', condition, then, otherwise });
  }

  /** Names the cases of a switch once its body has been seen. */
  setSwitch(block: number, value: Expr, cases: readonly SwitchCase[], otherwise: number): void {
    const open = this.blocks[block];
    if (open !== undefined) open.end = { kind: 'switch', value, cases, otherwise };
  }

  /** The finished blocks, unreachable ones emptied; block 0 is the entry. */
  build(): { blocks: BasicBlock[]; loops: Loop[] } {
    const blocks = this.blocks.map(
      ({ id, steps, end }): BasicBlock => ({
        id,
        steps,
        end: end ?? { kind: 'return', value: undefined, start: -1, end: -1 },
      }),
    );
    const live = reachableBlocks(
      blocks.map(({ end }) => successors(end)),
      0,
    );
    const kept = blocks.map(
      (block): BasicBlock =>
        live.has(block.id) ? block : { id: block.id, steps: [], end: { kind: 'stop' } },
    );
    const after = kept.map(({ end }) => successors(end));
    const before = predecessors(kept);
    const headers = this.loops.filter((loop) => live.has(loop.header));
    const bodyOf = headers.length === 0 ? undefined : loopBodies(kept, after, before);
    const loops = headers.map((loop) => ({ ...loop, body: bodyOf?.(loop.header) ?? [] }));
    return { blocks: kept, loops };
  }
}

/** The blocks that a terminator may go to. */
export function successors(end: Terminator): readonly number[] {
  switch (end.kind) {
    case 'jump':
      return [end.to];
    case 'branch':
      return [end.then, end.otherwise];
    case 'switch':
      return [...end.cases.map((entry) => entry.to), end.otherwise];
    default:
      return [];
  }
}

/** The blocks that can be reached from one, without going through another if that is given. */
function reachableBlocks(
  after: readonly (readonly number[])[],
  from: number,
  without?: number,
): ReadonlySet<number> {
  if (from === without) return new Set();
  return new Set(reachable([from], (id) => (after[id] ?? []).filter((next) => next !== without)));
}

/** The blocks before each block. */
export function predecessors(blocks: readonly BasicBlock[]): number[][] {
  const before: number[][] = blocks.map(() => []);
  for (const block of blocks) {
    for (const next of successors(block.end)) before[next]?.push(block.id);
  }
  return before;
}

/** The blocks in the order in which control comes to them, from the entry. */
export function controlFlow(blocks: readonly BasicBlock[]): OrderedGraph {
  const after = blocks.map(({ end }) => successors(end));
  return orderedGraph(blocks.length, (id) => after[id] ?? [], [0]);
}

/** The blocks in the opposite order, from those that nothing follows, and from endless loops. */
export function reverseControlFlow(blocks: readonly BasicBlock[]): OrderedGraph {
  const before = predecessors(blocks);
  const exits = blocks.filter(({ end }) => successors(end).length === 0);
  const entries = [...exits, ...blocks.toReversed()].map(({ id }) => id);
  return orderedGraph(blocks.length, (id) => before[id] ?? [], entries);
}

/** Gives the natural loop of a header: what reaches it again without leaving through it. */
function loopBodies(
  blocks: readonly BasicBlock[],
  after: readonly (readonly number[])[],
  before: readonly (readonly number[])[],
): (header: number) => number[] {
  const { positions } = controlFlow(blocks);
  return (header) =>
    (dominatedLoop(header, before, positions) ?? enteredLoop(header, after, before)).sort(
      (a, b) => a - b,
    );
}

/**
 * A loop that is entered through its header alone, as nearly all are: found without a look at the rest of the function,
 * since a block that the header does not lead to first would have one before it that comes earlier in the order.
 */
function dominatedLoop(
  header: number,
  before: readonly (readonly number[])[],
  positions: Int32Array,
): number[] | undefined {
  const at = (id: number): number => positions[id] ?? -1;
  const back = (before[header] ?? []).filter((id) => at(id) >= at(header));
  if (back.length === 0) return undefined;
  const body = new Set([header, ...back]);
  for (const id of body) {
    if (id === header) continue;
    for (const from of before[id] ?? []) {
      if (at(from) < at(header)) return undefined;
      body.add(from);
    }
  }
  return [...body];
}

/** Any loop, by all that leads to its header and back. */
function enteredLoop(
  header: number,
  after: readonly (readonly number[])[],
  before: readonly (readonly number[])[],
): number[] {
  const forward = reachableBlocks(after, header);
  const returning = (before[header] ?? []).filter((id) => forward.has(id));
  const inside = (ids: readonly number[]) => ids.filter((id) => id !== header && forward.has(id));
  const back = inside(ownBackEdges(header, after, returning));
  const body = reachable(back, (id) => inside(before[id] ?? []));
  return [header, ...body];
}

/** Where a loop around this one leads back here, it comes in from outside, past the header. */
function ownBackEdges(
  header: number,
  after: readonly (readonly number[])[],
  returning: readonly number[],
): number[] {
  if (returning.length < 2) return [...returning];
  const around = reachableBlocks(after, 0, header);
  const own = returning.filter((id) => !around.has(id));
  return own.length > 0 ? own : [...returning];
}
