import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Budget } from '../../../src/model/cost/budget.ts';

const NEVER = new AbortController().signal;
const tokens = (count: number) => ({ tokens: count, cost: 0 });

describe('Budget', () => {
  test('refuses what does not fit any more, and names the flag', async () => {
    const budget = new Budget({ tokens: 100 });
    (await budget.reserve(tokens(60), NEVER)).settle(tokens(50));
    await expect(budget.reserve(tokens(51), NEVER)).rejects.toMatchObject({
      failure: 'budget',
      message:
        'the cap of 100 tokens leaves no room: 50 are used, and the next call may take 51; raise --max-tokens',
    });
    await budget.reserve(tokens(50), NEVER);
  });

  test('counts money, too', async () => {
    const budget = new Budget({ cost: 0.5 });
    (await budget.reserve({ tokens: 1, cost: 0.5 }, NEVER)).settle({ tokens: 1, cost: 0.3 });
    await expect(budget.reserve({ tokens: 1, cost: 0.21 }, NEVER)).rejects.toThrow(
      'the cap of $0.5 leaves no room: $0.3000 are spent, and the next call may cost $0.2100; raise --max-cost',
    );
  });

  test('counts what earlier runs of the month spent', async () => {
    const budget = new Budget({ cost: 1, monthCost: 2 });
    budget.setEarlierCost(1.5);
    (await budget.reserve({ tokens: 1, cost: 0.4 }, NEVER)).settle({ tokens: 1, cost: 0.3 });
    await expect(budget.reserve({ tokens: 1, cost: 0.21 }, NEVER)).rejects.toMatchObject({
      failure: 'budget',
      message:
        'the cap of $2 a month leaves no room: $1.8000 are spent, and the next call may cost $0.2100; raise --max-month-cost',
    });
  });

  test('waits for calls under way that may take less than they might', async () => {
    const budget = new Budget({ tokens: 100 });
    const first = await budget.reserve(tokens(60), NEVER);
    const second = budget.reserve(tokens(60), NEVER);
    const stop = new AbortController();
    const third = expect(budget.reserve(tokens(60), stop.signal)).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await third;
    first.settle(tokens(30));
    (await second).settle(tokens(60));
    await expect(budget.reserve(tokens(11), NEVER)).rejects.toThrow('90 are used');
  });

  test('is never exceeded, whatever runs at the same time', async () => {
    const call = fc.record({
      most: fc.integer({ min: 1, max: 50 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { maxLength: 20 }),
        fc.integer({ min: 1, max: 200 }),
        async (calls, cap) => {
          const budget = new Budget({ tokens: cap });
          let spent = 0;
          await Promise.all(
            calls.map(async ({ most, share }) => {
              const reservation = await budget.reserve(tokens(most), NEVER).catch(() => undefined);
              if (reservation === undefined) return;
              await new Promise((resolve) => setImmediate(resolve));
              const actual = Math.floor(most * share);
              spent += actual;
              reservation.settle(tokens(actual));
            }),
          );
          expect(spent).toBeLessThanOrEqual(cap);
        },
      ),
      { numRuns: 50 },
    );
  });
});
