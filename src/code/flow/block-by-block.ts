import type { BasicBlock } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import { runBlock } from './run-block.ts';
import { State } from './state.ts';

/** Longer blocks are looked at in pieces, so that what is known of one cannot grow without end. */
const PIECE = 100;

/**
 * Tells the listener what happens in blocks where nothing is known at the beginning of each: what
 * is left for a function that costs too much. The time is linear in the code, and whatever is said
 * holds for any state in which a block may begin.
 */
export function lookAtEach(machine: Machine, blocks: Iterable<BasicBlock>): void {
  machine.isLooping = true;
  machine.ids.effort.allow(Number.POSITIVE_INFINITY);
  for (const block of blocks) {
    for (let from = 0; from === 0 || from < block.steps.length; from += PIECE) {
      const steps = block.steps.slice(from, from + PIECE);
      const isLast = from + PIECE >= block.steps.length;
      machine.ids.forget();
      const end = isLast ? block.end : ({ kind: 'stop' } as const);
      runBlock(machine, { id: block.id, steps, end }, new State(machine.ids), []);
    }
  }
}
