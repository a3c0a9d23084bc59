import { expect, test } from '@jest/globals';
import { StepBudget } from '../../../../src/code/flow/domain/step-budget.ts';

test('entries of states that are compared count where they are most of the work', () => {
  const budget = new StepBudget();
  budget.allow(10);
  budget.spend(8);
  for (let at = 0; at < 80; at += 1) budget.compare();
  expect([budget.spent, budget.isOver]).toEqual([8, false]);
  for (let at = 0; at < 30; at += 1) budget.compare();
  expect([budget.spent, budget.isOver]).toEqual([11, true]);
});

test('a budget is over when it is late, until more is allowed', () => {
  const budget = new StepBudget();
  let isLate = false;
  budget.allow(100, () => isLate);
  expect(budget.isOver).toBe(false);
  isLate = true;
  expect(Array.from({ length: 100 }, () => budget.isOver)).toContain(true);
  budget.allow(100);
  expect(budget.isOver).toBe(false);
});
