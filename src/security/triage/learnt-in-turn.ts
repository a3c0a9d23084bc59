import type { MemoryRecord } from '../../agent/memory/memory-record.ts';
import type { StageDeps } from './stage.ts';

type Remembering = Pick<StageDeps, 'recall' | 'onRemark'>;

/** A question knows what was learnt so many times as many turns before as there are conversations at once. */
const DISTANCE = 4;

/**
 * What a run learns, told to later questions by their turn and not by the clock: else the same run would ask
 * something else whenever an answer takes longer, and what is kept of its answers would be asked for again. So a
 * group knows what groups well before it have taught, and those of earlier rounds.
 */
export class LearntInTurn {
  private readonly distance: number;
  private readonly learnt: { readonly turn: number; readonly record: MemoryRecord }[] = [];
  private next = 0;
  private roundStart = 0;

  constructor(concurrency: number) {
    this.distance = concurrency === 1 ? 1 : concurrency * DISTANCE;
  }

  /** All turns until now are over. */
  beginRound(): void {
    this.roundStart = this.next;
  }

  /** The memory as the next turn has it: turns are taken in the order in which questions are settled upon. */
  takeTurn({ recall, onRemark }: Remembering): Remembering {
    const turn = this.next;
    this.next += 1;
    const roundStart = this.roundStart;
    return {
      ...(recall && {
        recall: (functions, words) => recall(functions, words, this.knownAt(turn, roundStart)),
      }),
      ...(onRemark && {
        onRemark: (remark, text) => {
          const record = onRemark(remark, text);
          this.learnt.push({ turn, record });
          return record;
        },
      }),
    };
  }

  private knownAt(turn: number, roundStart: number): MemoryRecord[] {
    return this.learnt
      .filter((one) => one.turn < roundStart || one.turn <= turn - this.distance)
      .toSorted((one, other) => one.turn - other.turn)
      .map(({ record }) => record);
  }
}
