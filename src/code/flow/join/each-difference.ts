import { PersistentMap } from '../domain/persistent-map.ts';
import type { StepBudget } from '../domain/step-budget.ts';

/** Calls back for every key in which two maps of states differ, and counts what that costs. */
export function eachDifference<V>(
  budget: StepBudget,
  first: PersistentMap<V>,
  second: PersistentMap<V>,
  action: (key: number, first: V | undefined, second: V | undefined) => void,
): void {
  PersistentMap.differences(first, second, (key, ours, theirs) => {
    budget.compare();
    action(key, ours, theirs);
  });
}
