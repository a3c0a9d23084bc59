import { describe, expect, test } from '@jest/globals';
import { AgentBudget, type AgentLimits, NOTHING_SPENT } from '../../src/agent/agent-budget.ts';
import type { UnparsedAnswer } from '../../src/model/model.ts';

const LIMITS: AgentLimits = { turns: 3, tokens: 100, seconds: 10, cost: 1 };

const answer = (input: number, output: number): UnparsedAnswer => ({
  ...{ content: '', toolCalls: [], finish: 'stop', model: 'm', source: 'provider', repairs: [] },
  usage: { input, output, cached: 0, estimated: false },
});

/** A budget on a clock that stands where it is put. */
function budget(limits: Partial<AgentLimits> = {}, before = NOTHING_SPENT) {
  let now = 5000;
  const made = new AgentBudget({ ...LIMITS, ...limits }, before, () => now);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { made, pass };
}

test('what is spent is added to what an earlier run of the session has spent', () => {
  const { made, pass } = budget({}, { turns: 1, tokens: 20, seconds: 2, cost: 0.25 });
  made.add(answer(3, 4), 0.5);
  made.add(answer(10, 1), 0.125);
  pass(1500);
  expect(made.spent()).toEqual({ turns: 3, tokens: 38, seconds: 3.5, cost: 0.875 });
});

describe('a limit', () => {
  test('is not reached by a run that begins', () => {
    expect(budget().made.exhausted()).toBeUndefined();
  });

  test('of turns is reached with the last of them, of which the agent is told before', () => {
    const { made } = budget();
    const seen = [1, 2, 3].map(() => {
      const isLast = made.isLastTurn();
      made.add(answer(1, 1), 0);
      return [isLast, made.exhausted()];
    });
    expect(seen).toEqual([
      [false, undefined],
      [false, undefined],
      [true, 'turns'],
    ]);
  });

  test('of tokens counts those in and out', () => {
    const { made } = budget();
    made.add(answer(60, 39), 0);
    expect(made.exhausted()).toBeUndefined();
    made.add(answer(0, 1), 0);
    expect(made.exhausted()).toBe('tokens');
  });

  test('of time is that on the clock since the run began, and what is left is never less than nothing', () => {
    const { made, pass } = budget();
    pass(9500);
    expect([made.exhausted(), made.millisecondsLeft()]).toEqual([undefined, 500]);
    pass(500);
    expect([made.exhausted(), made.millisecondsLeft()]).toEqual(['time', 0]);
    pass(500);
    expect(made.millisecondsLeft()).toBe(0);
  });

  test('of money is one where it is set', () => {
    const { made } = budget();
    made.add(answer(1, 1), 0.5);
    expect(made.exhausted()).toBeUndefined();
    made.add(answer(1, 1), 0.5);
    expect(made.exhausted()).toBe('cost');
    const unlimited = new AgentBudget(
      { turns: 3, tokens: 100, seconds: 10 },
      { ...NOTHING_SPENT, cost: 1000 },
      () => 0,
    );
    expect(unlimited.exhausted()).toBeUndefined();
  });

  test('that an earlier run has reached is reached', () => {
    const before = { ...NOTHING_SPENT, turns: 3 };
    expect(budget({}, before).made.exhausted()).toBe('turns');
    expect(budget({}, { ...NOTHING_SPENT, seconds: 10 }).made.exhausted()).toBe('time');
  });
});
