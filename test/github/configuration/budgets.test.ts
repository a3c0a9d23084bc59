import { expect, test } from '@jest/globals';
import { lowestBudgets } from '../../../src/github/configuration/budgets.ts';

test('a repository lowers what the server allows, and cannot raise it', () => {
  expect(
    lowestBudgets(
      { max_cost: 2, max_tokens: 1000 },
      { max_cost: 9, max_tokens: 10, max_minutes: 5 },
    ),
  ).toEqual({ max_cost: 2, max_tokens: 10, max_minutes: 5 });
  expect(lowestBudgets({ max_minutes: 7 }, {})).toEqual({ max_minutes: 7 });
  expect(lowestBudgets({}, { max_file_seconds: 20 })).toEqual({ max_file_seconds: 20 });
});
