import type { BasicBlock } from '../../c/ir/ast.ts';
import { State } from '../domain/state.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { transferBlock } from '../transfer/block.ts';

/** Longer blocks are looked at in pieces, so that what is known of one cannot grow without end. */
const MAX_STEPS_AT_ONCE = 100;

/**
 * Tells the listener what happens in blocks where nothing is known at the beginning of each: what
 * is left for a function that costs too much. The time is linear in the code, and whatever is said
 * holds for any state in which a block may begin.
 */
export function analyseDegraded(interpreter: Interpreter, blocks: Iterable<BasicBlock>): void {
  interpreter.isLooping = true;
  interpreter.ids.budget.allow(Number.POSITIVE_INFINITY);
  for (const block of blocks) {
    for (let from = 0; from === 0 || from < block.steps.length; from += MAX_STEPS_AT_ONCE) {
      const steps = block.steps.slice(from, from + MAX_STEPS_AT_ONCE);
      const isLast = from + MAX_STEPS_AT_ONCE >= block.steps.length;
      interpreter.ids.forget();
      const end = isLast ? block.end : ({ kind: 'stop' } as const);
      transferBlock(interpreter, { id: block.id, steps, end }, new State(interpreter.ids), []);
    }
  }
}
