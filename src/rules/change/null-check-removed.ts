import type { RemovedCheck } from '../../code/change/removed-checks.ts';
import type { ChangeRule } from './change-rule.ts';
import { reportChecks } from './support/report-check.ts';

export const nullCheckRemoved: ChangeRule = {
  id: 'null_check_removed',
  title: 'The change took away a check for a null pointer',
  category: 'memory',
  cwe: [476],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change every way to this use of a pointer went past a comparison of the pointer with null. Head still uses the pointer, but no longer compares it, and the change does not give it another value. The check says that null was expected here.',
  suggestion: 'Keep the check, or say in the code why the pointer cannot be null here.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int size_of(struct item *item) {
-  if (item == NULL)
-    return 0;
   return item->size; // defect
 }`,
    ],
    good: [
      ` int size_of(struct item *item) {
-  if (item == NULL)
+  if (!item)
     return 0;
   return item->size;
 }`,
    ],
  },
  compare(change, report, path) {
    reportChecks(confidenceOf, change, report, path);
  },
};

function confidenceOf({ constraint, relation, uses }: RemovedCheck): number | undefined {
  if (constraint.kind !== 'null' || relation !== 'same') return undefined;
  return uses.some(({ kind }) => kind === 'access') ? 0.75 : 0.55;
}
