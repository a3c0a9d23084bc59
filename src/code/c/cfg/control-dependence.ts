import { reachable } from '../../graph/reachability.ts';
import type { BasicBlock } from '../ir/ast.ts';
import { predecessors, successors } from './control-flow.ts';

/** A branch that decides whether a block runs. */
interface Decision {
  readonly block: number;
  /** Where it goes on, by its successors, when the block runs. */
  readonly ways: readonly number[];
}

/**
 * The blocks whose branches decide, directly or by way of one another, whether a block runs
 * (control dependence: Ferrante, Ottenstein and Warren, "The program dependence graph and its use
 * in optimization", 1987). Only ways that come to a return count: one that stops the program
 * decides nothing.
 */
export class ControlDependence {
  private readonly blocks: readonly BasicBlock[];
  private readonly before: readonly (readonly number[])[];
  private readonly returning: readonly number[];
  private readonly direct = new Map<number, readonly Decision[]>();

  constructor(blocks: readonly BasicBlock[]) {
    this.blocks = blocks;
    this.before = predecessors(blocks);
    this.returning = blocks.filter(({ end }) => end.kind === 'return').map(({ id }) => id);
  }

  decidersOf(block: number): ReadonlySet<number> {
    const deciders = (id: number) => this.decisionsOn(id).map((decision) => decision.block);
    return new Set(reachable(deciders(block), deciders));
  }

  /** Branches with one way that comes to the block in any case, and one that can return without it. */
  decisionsOn(block: number): readonly Decision[] {
    const known = this.direct.get(block);
    if (known !== undefined) return known;
    const avoiding = this.blocksReaching(this.returning, block);
    const leading = this.blocksReaching([block]);
    const decisions = this.blocks.flatMap(({ id, end }): Decision[] => {
      const all = successors(end);
      const ways = all.filter((way) => leading.has(way) && !avoiding.has(way));
      return ways.length > 0 && all.some((way) => avoiding.has(way)) ? [{ block: id, ways }] : [];
    });
    this.direct.set(block, decisions);
    return decisions;
  }

  /** The blocks from which one of the targets can be reached without going through another block. */
  private blocksReaching(targets: readonly number[], without?: number): ReadonlySet<number> {
    const others = (ids: readonly number[]) => ids.filter((id) => id !== without);
    return new Set(reachable(others(targets), (id) => others(this.before[id] ?? [])));
  }
}
