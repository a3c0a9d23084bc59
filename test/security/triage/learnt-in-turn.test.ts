import { describe, expect, test } from '@jest/globals';
import { type MemoryRecord, memoryRecord } from '../../../src/agent/memory/memory-record.ts';
import { LearntInTurn } from '../../../src/security/triage/learnt-in-turn.ts';

const deps = {
  recall: (_functions: unknown, _words: string, learnt: readonly MemoryRecord[] = []) =>
    learnt.map(({ content }) => content),
  onRemark: ({ remark }: { remark: string }) =>
    memoryRecord({ type: 'fact', tags: [], content: remark }, new Date(0)),
};

function turns(concurrency: number, count: number) {
  const learnt = new LearntInTurn(concurrency);
  const taken = Array.from({ length: count }, () => learnt.takeTurn(deps));
  return {
    learnt,
    teach: (turn: number) =>
      taken[turn]?.onRemark?.({ function: 'f', remark: `of ${turn}` }, undefined),
    known: (turn: number) => taken[turn]?.recall?.([], ''),
  };
}

describe('what a run learns', () => {
  test('is told to the next question where one is asked after the other', () => {
    const { teach, known } = turns(1, 3);
    teach(0);
    expect([known(0), known(1)]).toEqual([[], ['of 0']]);
    teach(1);
    expect(known(2)).toEqual(['of 0', 'of 1']);
  });

  test('is told by turn where several are asked at once, whichever answer comes first', () => {
    const { teach, known } = turns(2, 20);
    for (const turn of [5, 0, 3]) teach(turn);
    expect([known(7), known(8), known(11), known(13)]).toEqual([
      ...[[], ['of 0'], ['of 0', 'of 3'], ['of 0', 'of 3', 'of 5']],
    ]);
  });

  test('is told to all of the next round', () => {
    const { learnt, teach } = turns(4, 2);
    teach(1);
    learnt.beginRound();
    expect(learnt.takeTurn(deps).recall?.([], '')).toEqual(['of 1']);
  });

  test('is nothing where nothing is kept', () => {
    expect(new LearntInTurn(1).takeTurn({})).toEqual({});
  });
});
