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
    const reachable = reachableFrom(
      blocks.map(({ end }) => successors(end)),
      0,
    );
    const kept = blocks.map(
      (block): BasicBlock =>
        reachable[block.id] === 1 ? block : { id: block.id, steps: [], end: { kind: 'stop' } },
    );
    const after = kept.map(({ end }) => successors(end));
    const before = predecessors(kept);
    const loops = this.loops
      .filter((loop) => reachable[loop.header] === 1)
      .map((loop) => ({ ...loop, body: loopBody(loop.header, after, before) }));
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

/** Marks the blocks that can be reached from one, without going through another if that is given. */
function reachableFrom(
  after: readonly (readonly number[])[],
  from: number,
  without?: number,
): Uint8Array {
  const seen = new Uint8Array(after.length);
  if (from === without) return seen;
  const work = [from];
  seen[from] = 1;
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    for (const next of after[id] ?? []) {
      if (next === without || seen[next] === 1) continue;
      seen[next] = 1;
      work.push(next);
    }
  }
  return seen;
}

/** The blocks before each block. */
export function predecessors(blocks: readonly BasicBlock[]): number[][] {
  const before: number[][] = blocks.map(() => []);
  for (const block of blocks) {
    for (const next of successors(block.end)) before[next]?.push(block.id);
  }
  return before;
}

/** Blocks in reverse postorder from the entry: every block after those that lead to it, loops aside. */
export function reversePostorder(blocks: readonly BasicBlock[]): number[] {
  const order: number[] = [];
  const seen = new Uint8Array(blocks.length);
  const stack: { id: number; next: readonly number[]; at: number }[] = [];
  const enter = (id: number): void => {
    seen[id] = 1;
    const block = blocks[id];
    // The way that is taken last comes first in the result, so that a loop's body stands before its exit.
    const next = block === undefined ? [] : successors(block.end).toReversed();
    stack.push({ id, next, at: 0 });
  };
  if (blocks.length > 0) enter(0);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.next[top.at];
    top.at += 1;
    if (next === undefined) {
      order.push(top.id);
      stack.pop();
    } else if (seen[next] === 0) enter(next);
  }
  return order.reverse();
}

/** The natural loop of a header: what reaches it again without leaving through it. */
function loopBody(
  header: number,
  after: readonly (readonly number[])[],
  before: readonly (readonly number[])[],
): number[] {
  const forward = reachableFrom(after, header);
  const returning = (before[header] ?? []).filter((id) => forward[id] === 1);
  const body = new Set<number>([header]);
  const back = ownBackEdges(header, after, returning);
  for (let id = back.pop(); id !== undefined; id = back.pop()) {
    if (body.has(id) || forward[id] !== 1) continue;
    body.add(id);
    back.push(...(before[id] ?? []));
  }
  return [...body].sort((a, b) => a - b);
}

/** Where a loop around this one leads back here, it comes in from outside, past the header. */
function ownBackEdges(
  header: number,
  after: readonly (readonly number[])[],
  returning: readonly number[],
): number[] {
  if (returning.length < 2) return [...returning];
  const around = reachableFrom(after, 0, header);
  const own = returning.filter((id) => around[id] !== 1);
  return own.length > 0 ? own : [...returning];
}
