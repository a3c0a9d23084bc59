import type { RemovedCheck } from '../../code/change/removed-checks.ts';
import type { ChangeRule } from './change-rule.ts';
import { reportChecks } from './support/report-check.ts';

/** Names of functions that are called for what they say of their argument. */
const PREDICATE =
  /^(?:is|has|can)(?:[_A-Z]|[a-z]+$)|_(?:is|has|can)_|valid|check|verif|ensure|sane|sanity/i;

export const validityCheckRemoved: ChangeRule = {
  id: 'validity_check_removed',
  title: 'The change took away a check that a function makes',
  category: 'error_handling',
  cwe: [754, 20],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change every way to this use went past a call that tests the same value, such as `is_valid(x)`, or that reports whether it could be made. Head still has the use, without the test.',
  suggestion: 'Keep the check, or say in the code why the value is valid here.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int first(struct list *list) {
-  if (!list_is_valid(list))
-    return -1;
   return list->items[0]; // defect
 }`,
    ],
    good: [
      ` int first(struct list *list) {
-  if (!list_is_valid(list))
+  if (list_is_empty(list))
     return -1;
   return list->items[0];
 }`,
    ],
  },
  compare(change, report, path) {
    reportChecks(confidenceOf, change, report, path);
  },
};

function confidenceOf({ constraint, relation }: RemovedCheck): number | undefined {
  if (constraint.kind !== 'truth' || relation !== 'same') return undefined;
  const { test } = constraint;
  return test.kind === 'call' && PREDICATE.test(test.name) ? 0.55 : undefined;
}
