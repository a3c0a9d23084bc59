import type { Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { expressionsIn, expressionsOf, topLevelExpressions } from '../../code/c/ir/walk.ts';
import { askedCall } from '../../code/change/asked-call.ts';
import { askedMember } from '../../code/change/kind-tests.ts';
import { leavesOn, leavingBlocks } from '../../code/change/leaves-on.ts';
import { onlyReports } from '../../code/change/only-reports.ts';
import type { RemovedCheck } from '../../code/change/removed-checks.ts';
import { testsOf } from '../../code/change/tests.ts';
import type { ChangeRule } from './change-rule.ts';
import { reportChecks } from './support/report-check.ts';

/** Names of functions that are called for what they say of their argument. */
const PREDICATE =
  /^(?:is|are|has|can)(?:[_A-Z]|[a-z]+$)|_(?:is|are|has|can)_|valid|check|verif|ensure|sane|sanity/i;

export const validityCheckRemoved: ChangeRule = {
  id: 'validity_check_removed',
  title: 'The change took away a check that a function makes',
  category: 'error_handling',
  cwe: [754, 20],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change every way to this use went past a call that tests the same value, such as `is_valid(x)`, or that reports whether it could be made; or past a test that refuses a record of another kind, or one whose members do not fit each other. Head still has the use, without the test.',
  suggestion: 'Keep the check, or say in the code why the value is valid here.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int first(struct list *list) {
-  if (!list_is_valid(list))
-    return -1;
   return list->items[0]; // defect
 }`,
      ` struct list;
 int list_is_valid(const struct list *), first_of(struct list *);
 int first(struct list *list) {
-  if (list_is_valid(list) == 0)
-    return -1;
   return first_of(list); // defect
 }`,
      ` struct value { int kind; char *text; };
 int report_error(const char *), call(const char *);
 int run(struct value *value) {
-  if (value->kind != 7) {
-    report_error("no function");
-    return -1;
-  }
   return call(value->text); // defect
 }`,
      ` struct plane { unsigned width; int *samples; };
 int report_error(const char *);
 int add(struct plane *planes, unsigned at) {
-  if (planes[0].width != planes[1].width) {
-    report_error("planes differ");
-    return 0;
-  }
   return planes[0].samples[at] + planes[1].samples[at]; // defect
 }`,
      ` struct image { int n; int *icc; };
 static int are_same(const struct image *i) { return i->n == 3; }
 int use(int *);
 int f(struct image *i) {
-  if (!are_same(i)) return -1;
   return use(i->icc); // defect
 }`,
    ],
    good: [
      ` struct value { int kind; char *text; };
 int report_error(const char *), call(const char *), call_number(const char *);
 int run(struct value *value) {
-  if (value->kind != 7) {
-    report_error("no function");
-    return -1;
-  }
+  if (value->kind == 3)
+    return call_number(value->text);
   return call(value->text);
 }`,
      ` int isdigit(int);
+static int is_decimal(char c) { return c >= '0' && c <= '9'; }
 int first(const char *text) {
-  if (!isdigit((unsigned char)text[0U])) return -1;
+  if (!is_decimal(text[0])) return -1;
   return text[1];
 }`,
      ` int first(struct list *list) {
-  if (!list_is_valid(list))
+  if (list_is_empty(list))
     return -1;
   return list->items[0];
 }`,
      ` int first(struct list *list, int wanted) {
-  if (wanted && list_is_valid(list))
+  int is_valid = list_is_valid(list);
+  if (wanted && is_valid)
     return list->items[0];
   return -1;
 }`,
      ` struct parser { const char *name; void (*end)(const char *); };
 int check_close(const char *tag, const char *name), same(const char *, const char *);
 void pop(struct parser *), close_end(struct parser *);
 void close_all(struct parser *p, const char *tag) {
-  while ((tag != 0) && (p->name != 0) &&
-         (check_close(tag, p->name))) {
-    if (p->end != 0)
-      p->end(p->name);
-    pop(p);
-  }
-  if (tag == 0) {
-    close_end(p);
+  if (tag == 0)
     return;
-  }
-  while ((tag == 0) && (p->name != 0) &&
-         ((same(p->name, "head")) ||
-          (same(p->name, "body")))) {
+
+  while ((p->name != 0) &&
+         (check_close(tag, p->name))) {
     if (p->end != 0)
       p->end(p->name);
     pop(p);
   }
 }`,
    ],
  },
  compare(change, report, path) {
    reportChecks(confidenceOf, change, report, path);
  },
};

function confidenceOf(check: RemovedCheck): number | undefined {
  const { constraint, relation, pair } = check;
  if (isRefusal(check)) return 0.5;
  if (relation !== 'same') return undefined;
  const { test, alternatives } = constraint;
  // The end of a loop, or one of several conditions: where head makes the test as well, something else is gone.
  const isMade = (text: string) => testsOf(pair.head).some((one) => expressionText(one) === text);
  if (alternatives.length > 1 && isMade(expressionText(test))) return undefined;
  const asked = askedCall(test);
  if (asked === undefined || !PREDICATE.test(asked.name)) return undefined;
  // It is asked as often as before: elsewhere, of other names, or through a variable.
  const { name } = asked;
  return callsOf(pair.head, name) < callsOf(pair.base, name) ? 0.55 : undefined;
}

function callsOf({ blocks }: LoweredFunction, name: string): number {
  return expressionsOf(blocks).filter((expr) => expr.kind === 'call' && expr.name === name).length;
}

/**
 * Whether base refused a record for what kind it says it is, or for members that do not fit each other: it told of
 * it and left. `if (item->kind != TEXT) { report("no text"); return; }`
 */
function isRefusal({ constraint, relation, weaker, pair }: RemovedCheck): boolean {
  const { kind, test } = constraint;
  if (kind !== 'equality' || weaker !== undefined || relation === 'kept') return false;
  return askedMember(test) !== undefined && leavesOn(pair.base, test) && isTold(pair.base, test);
}

/** Whether the way out on which a test leads tells of it. */
function isTold(fn: LoweredFunction, test: Expr): boolean {
  return leavingBlocks(fn, test).some((block) =>
    topLevelExpressions(block).some((root) => expressionsIn(root).some(onlyReports)),
  );
}
