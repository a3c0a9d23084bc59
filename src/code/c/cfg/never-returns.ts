import { reachable } from '../../graph/reachability.ts';
import type { BasicBlock, LoweredFunction } from '../ir/ast.ts';
import { isNoReturn } from '../ir/standard-names.ts';
import type { Symbols } from '../ir/symbols.ts';
import { successors } from './control-flow.ts';

/** What a file tells of functions that never come back. */
export interface FinalFunctions {
  readonly neverReturns: ReadonlySet<string>;
  readonly symbols: Symbols;
}

/** Whether a call of a function never comes back: by its name, by what it does, or as its declaration says. */
export function isFinal({ neverReturns, symbols }: FinalFunctions, name: string): boolean {
  return isNoReturn(name) || neverReturns.has(name) || symbols.function(name)?.noReturn === true;
}

/** The functions from which no path returns, such as a `die()` that ends in `exit`: a least fixpoint. */
export function neverReturning(
  functions: readonly LoweredFunction[],
  symbols: Symbols,
): Set<string> {
  const found = new Set<string>();
  for (let grew = true; grew; ) {
    grew = false;
    for (const fn of functions) {
      if (found.has(fn.name) || fn.isMethod) continue;
      if (canReturn(fn.blocks, 0, (block) => stopsInside(block, { neverReturns: found, symbols })))
        continue;
      found.add(fn.name);
      grew = true;
    }
  }
  return found;
}

/** Whether a return can be reached from a block; a path ends in a block that `stops` says ends it. */
export function canReturn(
  blocks: readonly BasicBlock[],
  from: number,
  stops: (block: BasicBlock) => boolean,
): boolean {
  const ways = (block: BasicBlock) =>
    stops(block) ? [] : successors(block.end).flatMap((id) => blocks[id] ?? []);
  for (const block of reachable(blocks.slice(from, from + 1), ways))
    if (block.end.kind === 'return' && !stops(block)) return true;
  return false;
}

/** The blocks with those ended that call a function which never comes back. */
export function endedByCalls(
  blocks: readonly BasicBlock[],
  known: FinalFunctions,
): readonly BasicBlock[] {
  return blocks.map((block) =>
    stopsInside(block, known) ? { ...block, end: { kind: 'stop' } } : block,
  );
}

function stopsInside(block: BasicBlock, known: FinalFunctions): boolean {
  return block.steps.some(
    (step) => step.kind === 'eval' && step.expr.kind === 'call' && isFinal(known, step.expr.name),
  );
}
