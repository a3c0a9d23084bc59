import type { Expr } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { valuePaths } from '../../code/change/access-paths.ts';
import type { Constraint } from '../../code/change/constraint.ts';
import type { GuardedUse } from '../../code/change/guarded-uses.ts';
import { linearForm } from '../../code/change/linear-form.ts';
import type { RemovedCheck } from '../../code/change/removed-checks.ts';
import { isSize } from '../../code/change/size-uses.ts';
import type { ChangeRule } from './change-rule.ts';
import { reportChecks } from './support/report-check.ts';

export const zeroCheckRemoved: ChangeRule = {
  id: 'zero_check_removed',
  title: 'The change took away a test for zero',
  category: 'integer',
  cwe: [369, 191, 754],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change zero did not come to this use, for which it is no number like others: a division by it stops the program, `n - 1` is the largest number or an index in front of the array, and `realloc` of nothing releases the memory. Head still has the use, without the test.',
  suggestion: 'Keep the test, or say in the code why the number is not zero here.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` unsigned rate(unsigned bytes, unsigned seconds) {
-  if (seconds == 0)
-    return 0;
   return bytes / seconds; // defect
 }`,
      ` void *realloc(void *, unsigned long);
 unsigned window_size(const char *);
 char *window(char *old, const char *header) {
   unsigned size = window_size(header);
-  if (!size)
-    return 0;
   return realloc(old, size); // defect
 }`,
      ` unsigned long strlen(const char *);
 int ends_in(const char *text, char c) {
   unsigned long n = strlen(text);
-  if (n == 0) return 0;
   return text[n - 1] == c; // defect
 }`,
    ],
    good: [
      ` unsigned rate(unsigned bytes, unsigned seconds) {
-  if (seconds == 0)
-    return 0;
+  if (seconds < 1)
+    seconds = 1;
   return bytes / seconds;
 }`,
      ` double rate(double bytes, double seconds) {
-  if (seconds == 0)
-    return 0;
   return bytes / seconds;
 }`,
      ` int sum(const int *numbers, unsigned count) {
   int all = 0;
-  if (count == 0) return 0;
   for (unsigned i = 0; i < count; i++) all += numbers[i];
   return all;
 }`,
    ],
  },
  compare(change, report, path) {
    reportChecks(confidenceOf, change, report, path);
  },
};

function confidenceOf({ constraint, relation, uses, pair }: RemovedCheck): number | undefined {
  const place = placeThatIsNotZero(constraint);
  if (place === undefined || relation !== 'same') return undefined;
  const isOf = (expr: Expr) => isNumber(expr) && valuePaths(expr).has(place);
  if (uses.some((use) => isDivisionBy(use, isOf))) return 0.7;
  // What a comparison of a bound keeps in is for `bounds_check_removed`.
  if (constraint.kind === 'bound') return undefined;
  if (uses.some(({ expr }) => expr.kind === 'index' && isLessBy(expr.index, place))) return 0.6;
  if (uses.some(({ expr }) => isReallocOf(expr, place))) return 0.55;
  const isWrapped = ({ expr }: GuardedUse) =>
    isLessBy(expr, place) && isUnsigned(expr) && isSize(pair.head, expr);
  return uses.some(isWrapped) ? 0.5 : undefined;
}

/** The one place of which a constraint says that it is no zero, or at least 1. */
function placeThatIsNotZero({ alternatives, kind }: Constraint): string | undefined {
  const [{ relation, form }, ...others] = alternatives;
  const [term, ...more] = form.terms;
  if (others.length > 0 || more.length > 0 || term === undefined) return undefined;
  const [text, multiple] = term;
  if (kind === 'bound')
    return relation === '>=' && multiple > 0 && form.constant < 0 ? text : undefined;
  return relation === '!=' && form.constant === 0 ? text : undefined;
}

function isDivisionBy({ kind, expr }: GuardedUse, isOf: (expr: Expr) => boolean): boolean {
  return kind === 'division' && expr.kind === 'binary' && isOf(withoutCasts(expr.right));
}

/** `n - 1` for `n`, with whatever is added besides. */
function isLessBy(expr: Expr, place: string): boolean {
  if (expr.kind === 'cast') return isLessBy(expr.operand, place);
  if (expr.kind !== 'binary') return false;
  const { constant, terms } = linearForm(expr);
  return constant < 0 && (terms.get(place) ?? 0) > 0;
}

function isReallocOf(expr: Expr, place: string): boolean {
  if (expr.kind !== 'call' || !/realloc$/i.test(expr.name)) return false;
  return expr.args.some((argument) => expressionText(argument) === place);
}

function isNumber({ type }: Expr): boolean {
  return type.kind !== 'float';
}

function isUnsigned({ type }: Expr): boolean {
  return type.kind === 'int' && !type.signed;
}
