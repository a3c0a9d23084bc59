import { describe, expect, test } from '@jest/globals';
import { chooseMutants } from '../../../bench/mutants/choose.ts';
import type { Mutant } from '../../../bench/mutants/mutate-rust.ts';

const OPERATORS = ['a', 'b', 'c', 'd'];
const functions = Array.from({ length: 40 }, (_, at) => ({
  of: at,
  name: `f${at}`,
  mutants: OPERATORS.flatMap((operator) => [mutant(operator, 1), mutant(operator, 2)]),
}));

function mutant(operator: string, line: number): Mutant {
  return { operator, line, before: '', after: '', text: `${operator}${line}` };
}

async function chosen(seed: number, judge: Parameters<typeof chooseMutants<number>>[2]) {
  const found = await chooseMutants(functions, seed, judge);
  return found.map(({ mutant: one }) => one?.text);
}

describe('one mutant for each function', () => {
  test('operators have their turn evenly, and the seed decides', async () => {
    const first = await chosen(1, () => Promise.resolve(true));
    for (const operator of OPERATORS) {
      expect(first.filter((text) => text?.startsWith(operator))).toHaveLength(10);
    }
    expect(await chosen(1, () => Promise.resolve(true))).toEqual(first);
    expect(await chosen(2, () => Promise.resolve(true))).not.toEqual(first);
  });

  test('one that means the same is passed over, and nothing else changes', async () => {
    const before = await chosen(1, () => Promise.resolve(true));
    const after = await chosen(1, (of, { text }) =>
      Promise.resolve(of !== 7 || text !== before[7]),
    );
    expect(after[7]).not.toBe(before[7]);
    expect(after.toSpliced(7, 1)).toEqual(before.toSpliced(7, 1));
  });

  test('a function that is asked for alone gets what it gets among the others', async () => {
    const all = await chosen(1, () => Promise.resolve(true));
    const isSeventh = (of: number) => of === 7;
    const alone = await chooseMutants(functions, 1, () => Promise.resolve(true), isSeventh);
    expect(alone.map(({ mutant: one }) => one?.text)).toEqual([all[7]]);
  });

  test('what does not compile is never chosen', async () => {
    const built = await chosen(1, (_, { line }) => Promise.resolve(line === 1));
    expect(new Set(built)).toEqual(new Set(['a1', 'b1', 'c1', 'd1']));
    const none = await chosen(1, () => Promise.resolve(false));
    expect(none.every((text) => text === undefined)).toBe(true);
  });
});
