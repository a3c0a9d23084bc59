import { lateChecks } from '../../code/change/late-checks.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const checkTooLate: ChangeRule = {
  id: 'check_too_late',
  title: 'The change uses a value before the check of it',
  category: 'bounds',
  cwe: [696, 476, 125],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change every access of this text came behind the check. Head also makes it in front of the check, which still stands: what the check refuses has been used by then.',
  suggestion: 'Make the access behind the check, as before.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` struct item { int id; };
 struct item *table[16];
 int id_of(int at) {
-  struct item *found;
+  struct item *found = table[at]; // defect
   if (at < 0) return -1;
   found = table[at];
   return found->id;
 }`,
      ` struct win { int fixed; };
 int win_valid(const struct win *);
 int usable(const struct win *last) {
-  return win_valid(last) && !last->fixed;
+  return !last->fixed && win_valid(last); // defect
 }`,
      ` struct item { int id; };
 int id_of(const struct item *item) {
+  int id = item->id; // defect
   if (!item) return -1;
-  int id = item->id;
   return id;
 }`,
    ],
    good: [
      ` struct item { int id; };
 struct item *next(void);
 int id_of(const struct item *item) {
-  if (!item) return -1;
-  int id = item->id;
+  if (!item) return -1; // earlier
+  int id = item->id;
+  item = next();
+  if (!item) return -2;
   return id;
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions)
      for (const { use, constraint, test } of lateChecks(change, pair)) {
        const used = shortText(change.head.tree.textOf(use.expr));
        const tested = shortText(change.base.tree.textOf(constraint.test));
        const { line } = change.head.tree.location(test);
        report(
          use.expr,
          `\`${used}\` is used before \`${tested}\` is checked (line ${line}); before this change it came behind`,
          {
            confidence: 0.6,
          },
        );
      }
  },
};
