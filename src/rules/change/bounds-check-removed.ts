import type { Expr } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { isPointerLike } from '../../code/c/ir/types.ts';
import type { GuardedUse } from '../../code/change/guarded-uses.ts';
import type { RemovedCheck } from '../../code/change/removed-checks.ts';
import type { ChangeRule } from './change-rule.ts';
import { reportChecks } from './support/report-check.ts';

export const boundsCheckRemoved: ChangeRule = {
  id: 'bounds_check_removed',
  title: 'The change took away or weakened a check of a bound',
  category: 'bounds',
  cwe: [119, 787, 125],
  severity: 'high',
  precision: 'medium',
  help: 'Before the change every way to this access went past a comparison of its index, length or pointer with a limit. Head still has the access, but not the comparison, or one that lets more through, and nothing else of the change bounds the same values. Values that the old check refused now reach the access.',
  suggestion: 'Keep the check, or say in the code what bounds the value now.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int get(const int *table, unsigned count, unsigned index) {
-  if (index >= count)
-    return -1;
   return table[index]; // defect
 }`,
      ` void put(char *out, int size, const char *text, int length) {
-  if (length >= size)
+  if (length > size) // defect
     return;
   for (int i = 0; i < length; i++) out[i] = text[i];
   out[length] = 0;
 }`,
    ],
    good: [
      ` int get(const int *table, unsigned count, unsigned index) {
-  if (index >= count)
+  if (count <= index)
     return -1;
   return table[index];
 }`,
      ` int get(const int *table, unsigned count, unsigned index) {
-  if (index >= count)
-    return -1;
+  index = index < count ? index : 0;
   return table[index];
 }`,
    ],
  },
  compare(change, report, path) {
    reportChecks(confidenceOf, change, report, path);
  },
};

function confidenceOf(check: RemovedCheck): number | undefined {
  const { constraint, relation, weaker, uses } = check;
  const isBound = constraint.kind === 'bound' || isLimitEquality(constraint);
  if (!isBound || uses.every(({ kind }) => kind === 'division')) return undefined;
  // The sequence may well have an end of its own.
  if (check.isSentinel) return 0.45;
  if (relation === 'same') return weaker === undefined ? 0.65 : 0.6;
  if (relation === 'origin') return 0.55;
  // Of what is not negative anyway `x != 0` says as much as `x > 0`.
  if (relation === 'kept') return weaker === undefined || isComparison(weaker) ? 0.5 : 0.45;
  return uses.some(isFixedElement) && constraint.compared.size === 1 ? 0.55 : 0.45;
}

function isComparison(test: Expr): boolean {
  return test.kind === 'binary' && /^[<>]=?$/.test(test.op);
}

/** `list->items[2]`, as `list->count > 2` protects it. */
function isFixedElement({ expr }: GuardedUse): boolean {
  return expr.kind === 'index' && constantOf(expr.index) !== undefined;
}

/** `p == end` as a limit: two pointers, neither of them null. */
function isLimitEquality({ kind, test }: RemovedCheck['constraint']): boolean {
  if (kind !== 'equality' || test.kind !== 'binary') return false;
  return isPointerLike(test.left.type) && isPointerLike(test.right.type);
}
