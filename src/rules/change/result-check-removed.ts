import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { isWritten, placeInHead, placeOfChange } from '../../code/change/place-of-change.ts';
import { testsOf } from '../../code/change/tests.ts';
import { untestedOutputs } from '../../code/change/untested-outputs.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const resultCheckRemoved: ChangeRule = {
  id: 'result_check_removed',
  title: 'The change no longer looks at the result of a call',
  category: 'error_handling',
  cwe: [252, 754],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change the result of this call was tested, or what it gave its caller through a pointer beside a value that is used. Head makes the call and drops its result, so that a failure goes on as if it had been a success, with whatever the call left undone: a buffer that was not written, a name that was not checked, memory that was not there.',
  suggestion: 'Test the result, and leave where the call failed.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int load(struct source *in, char *out, int size) {
-  if (read_block(in, out, size) < size)
-    return -1;
+  read_block(in, out, size); // defect
   return out[0];
 }`,
      ` int grow(struct source *in, int size);
 int open_source(struct source *in) { if (grow(in, 1) < 0) return -1; return 0; }
 int reopen(struct source *in) { if (grow(in, 2) < 0) return -1; return 0; }
 void prepare(struct source *in) { grow(in, 9); }
 int load(struct source *in, char *out) {
-  if (grow(in, 4) < 0)
-    return -1;
+  grow(in, 4); // defect
   return out[0];
 }`,
      ` int read_entry(struct source *, unsigned *number, int *is_there);
 int decode(struct source *, unsigned), tell(const char *);
 int load(struct source *in) {
   unsigned number;
   int is_there = 1;
   if (read_entry(in, &number, &is_there) < 0) return -1;
-  if (!is_there || !decode(in, number)) {
+  if (!decode(in, number)) { // defect
     tell("no entry");
     return -1;
   }
   return 0;
 }`,
    ],
    good: [
      ` int read_entry(struct source *, unsigned *number, int *is_there);
 int decode(struct source *, unsigned);
 int load(struct source *in) {
   unsigned number = 0;
   int is_there;
   if (read_entry(in, &number, &is_there) < 0) return -1;
-  if (!is_there) return -1;
+  if (is_there != 1) number = 7;
   return decode(in, number);
 }`,
      ` int read_entry(struct source *, unsigned *number, int *is_there);
 int decode(struct source *, unsigned);
 int load(struct source *in, unsigned wanted) {
   unsigned number;
   int is_there;
   if (read_entry(in, &number, &is_there) < 0) return -1;
-  if (!is_there) return -1;
+  number = wanted;
   return decode(in, number);
 }`,
      ` struct source;
-int read_block(struct source *in, char *out, int size);
+void read_block(struct source *in, char *out, int size);
 int load(struct source *in, char *out, int size) {
-  if (read_block(in, out, size) < size)
-    return -1;
+  read_block(in, out, size);
   return out[0];
 }`,
      ` int load(struct source *in, char *out, int size) {
-  if (read_block(in, out, size) < size)
-    return -1;
+  int got = read_block(in, out, size);
+  if (got < size) return -1;
   return out[0];
 }`,
      ` int grow(struct source *in, int size);
 void prepare(struct source *in) { grow(in, 9); }
 int load(struct source *in, char *out) {
-  if (grow(in, 4) < 0)
-    return -1;
+  grow(in, 4);
   return out[0];
 }`,
    ],
  },
  compare(change, report) {
    // A function whose result the file drops as often as not can do without (Engler and others, "Bugs as
    // deviant behavior", 2001).
    const dropped = countOf(change.base.functions.flatMap(droppedCalls));
    const asked = countOf(change.base.functions.flatMap(testedCalls));
    const isDroppable = (name: string) => 2 * (dropped.get(name) ?? 0) > (asked.get(name) ?? 0);
    for (const { base, head } of change.functions) {
      const tested = countOf(testedCalls(base));
      const stillTested = countOf(testedCalls(head));
      const now = droppedCalls(head);
      for (const call of now) {
        const { name } = call;
        // It has no result any longer.
        if (change.head.symbols.function(name)?.returns.kind === 'void') continue;
        const isLess = (stillTested.get(name) ?? 0) < (tested.get(name) ?? 0);
        if (isDroppable(name) || !isLess || !isWritten(change, call)) continue;
        report(call, `the result of \`${name}\` was tested before this change and is dropped now`, {
          confidence: 0.7,
        });
      }
    }
    for (const pair of change.functions)
      for (const { test, use, call, tested, used } of untestedOutputs(change, pair)) {
        const was = shortText(change.base.tree.textOf(test));
        report(
          placeOfChange(change, use) ?? placeInHead(change, test),
          `\`${used}\` is used whatever \`${call.name}\` put into \`${tested}\`: this change took away \`${was}\``,
          { confidence: 0.55 },
        );
      }
  },
};

function countOf(calls: readonly CallExpr[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Calls that are statements of their own. */
function droppedCalls(fn: LoweredFunction): CallExpr[] {
  return fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) => {
      if (step.kind !== 'eval') return [];
      const expr = step.expr.kind === 'cast' ? step.expr.operand : step.expr;
      return expr.kind === 'call' && expr.name !== '' && expr.isMacro !== true ? expr : [];
    }),
  );
}

/** Calls whose results a test asks for, there or through a variable. */
function testedCalls(fn: LoweredFunction): CallExpr[] {
  const tests = testsOf(fn);
  const tested = new Set(tests.flatMap(namesOf));
  const direct = tests.flatMap((test) => expressionsIn(test)).filter(isCall);
  const kept = expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'assign' && namesOf(expr.target).some((name) => tested.has(name))
      ? expressionsIn(expr.value).filter(isCall)
      : [],
  );
  const declared = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'declare' && step.init !== undefined && tested.has(step.variable.name)
        ? expressionsIn(step.init).filter(isCall)
        : [],
    ),
  );
  return [...new Set([...direct, ...kept, ...declared])];
}

function isCall(expr: Expr): expr is CallExpr {
  return expr.kind === 'call';
}

function namesOf(expr: Expr): string[] {
  return expressionsIn(expr).flatMap((part) => (part.kind === 'name' ? part.name : []));
}
