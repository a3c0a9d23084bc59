import { isDepthTest } from '../../code/change/depth-tests.ts';
import { leavesOn } from '../../code/change/leaves-on.ts';
import { removedReentryGuards } from '../../code/change/reentry-guards.ts';
import { spanOfCodeFrom } from '../../code/change/span-of-line.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const reentryGuardRemoved: ChangeRule = {
  id: 'reentry_guard_removed',
  title: 'The change lets code run again inside itself',
  category: 'resource',
  cwe: [674],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change this code ran only while a counter or a flag said that it was not running already. Head still counts it or sets it and takes that back, but does not test it. What is called in between can come back here, without end or in the middle of the work.',
  suggestion: 'Keep the test, or take away the counter or flag where nothing can come back here.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` struct window { int locked, closed; };
 void tell(struct window *);
 void close_window(struct window *window) {
-  if (!window->closed && window->locked == 0) {
+  if (!window->closed) { // defect
     window->locked++;
     tell(window);
     window->locked--;
   }
 }`,
      ` struct reader { int opened; };
 int next(struct reader *);
 int include(struct reader *reader) {
-  if (reader->opened >= 16)
-    return -1;
   reader->opened++; // defect
   int result = next(reader);
   reader->opened--;
   return result;
 }`,
      ` void run_hooks(void);
 void refresh(void) {
   static int busy = 0;
-  if (busy) return;
   busy = 1; // defect
   run_hooks();
   busy = 0;
 }`,
    ],
    good: [
      ` struct reader { int opened; };
 int next(struct reader *), may_go_on(struct reader *);
 int include(struct reader *reader) {
-  if (reader->opened)
+  if (!may_go_on(reader))
     return -1;
   reader->opened++;
   int result = next(reader);
   reader->opened--;
   return result;
 }`,
      ` struct item { int used; };
 int show(struct item *);
 int use(struct item *item) {
-  if (!item->used) return -1;
   item->used++;
   int result = show(item);
   item->used--;
   return result;
 }`,
      ` struct window { int locked; };
 void tell(struct window *);
 void close_window(struct window *window) {
-  if (window->locked == 0) {
-    window->locked++;
-    tell(window);
-    window->locked--;
-  }
+  tell(window);
 }`,
    ],
  },
  compare(change, report, path) {
    const { base, head, lines } = change;
    for (const pair of change.functions)
      for (const { test, place, mark } of removedReentryGuards(change, pair)) {
        // That is a finding of `recursion_limit_removed`.
        if (isDepthTest(test, false) && leavesOn(pair.base, test)) continue;
        const { line } = base.tree.location(test);
        const span = spanOfCodeFrom(head.tree.text, Math.ceil(lines.positionInHead(line)));
        const text = shortText(base.tree.textOf(test));
        const what = `this can run again inside itself: the change took away the test of \`${text}\``;
        const message = `\`${place}\` still says here that this runs`;
        const location = head.tree.location(mark);
        const step = { file: path, location, function: pair.head.name, message };
        report(span, what, { confidence: 0.55, trace: [step] });
      }
  },
};
