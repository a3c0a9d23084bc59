import type { Configuration } from './configuration.ts';

type Budgets = Configuration['budgets'];

/** Of each budget the lower one: a repository can lower what the server allows, and not raise it. */
export function lowestBudgets(allowed: Budgets, wanted: Budgets): Budgets {
  return {
    max_cost: lower(allowed.max_cost, wanted.max_cost),
    max_tokens: lower(allowed.max_tokens, wanted.max_tokens),
    max_minutes: lower(allowed.max_minutes, wanted.max_minutes),
    max_file_seconds: lower(allowed.max_file_seconds, wanted.max_file_seconds),
  };
}

function lower(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : Math.min(left, right);
}
