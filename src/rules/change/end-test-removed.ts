import { lostEndTests } from '../../code/change/lost-end-tests.ts';
import { placeInHead, placeOfChange } from '../../code/change/place-of-change.ts';
import { unendedReads } from '../../code/change/unended-reads.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const endTestRemoved: ChangeRule = {
  id: 'end_test_removed',
  title: 'The change steps over a byte that may be the end of the text',
  category: 'bounds',
  cwe: [125, 126],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change this step over a byte was made only where the byte was not the NUL that ends the text. Head makes the step without the test. On a text that ends here the pointer or index is behind the NUL, and what reads on looks for an end in other memory. The same goes for a read of the byte behind, and of the one in front of the length of a text, which may be empty.',
  suggestion: 'Test the byte before the step, or say in the code why it cannot be the end.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int words(const char *p) {
   int count = 0;
   while (*p) {
     if (*p == '\\\\') {
       p++;
-      if (*p == 0) break;
     }
     p++; // defect
     count++;
   }
   return count;
 }`,
      ` int more(const char *, int);
 int skip(const char *text, int i) {
   while (more(text, i)) {
-    if (text[i] != 0)
-      ++i;
+    ++i; // defect
   }
   return i;
 }`,
      ` int scope_of(const char *name) {
-  if (name[0] == 0) return 0;
   if (name[1] != ':') return 2; // defect
   return name[0];
 }`,
      ` unsigned long strlen(const char *);
 int is_folder(const char *path) {
-  return path[0] != 0 && path[strlen(path) - 1] == '/';
+  return path[strlen(path) - 1] == '/'; // defect
 }`,
      ` int fits(char c, const char *list);
 int matches(const char *s, const char *list) {
   while (*list != 0) {
-    if (*s == 0 || !fits(*s, list)) return 0;
+    if (!fits(*s, list)) return 0; // defect
     s++;
     list++;
   }
   return 1;
 }`,
    ],
    good: [
      ` int words(const char *p, const char *end) {
   int count = 0;
   while (*p) {
     if (*p == '\\\\') {
       p++;
-      if (*p == 0) break;
+      if (p == end) break;
     }
     p++;
     count++;
   }
   return count;
 }`,
      ` int letters(const char *p) {
   int count = 0;
   while (*p) {
-    if (*p != 'x') count++;
+    count++;
     p++;
   }
   return count;
 }`,
      ` int skip(const char *text, int i) {
-  if (text[i] != 0 && text[i] == 'x')
+  if (text[i] == 'x')
     ++i;
   return i;
 }`,
      ` int scope_of(const char *name) {
-  if (name[0] == 'g' && name[1] == ':') return 2;
-  return 0;
+  switch (name[0]) {
+    case 'g':
+      if (name[1] == ':') return 2;
+  }
+  return 0;
 }`,
      ` unsigned long strlen(const char *);
 int is_folder(const char *path) {
-  return path[0] != 0 && path[strlen(path) - 1] == '/';
+  return *path && path[strlen(path) - 1] == '/';
 }`,
      ` int fits(char c, const char *list);
 int matches(const char *s, const char *list) {
-  if (*s == 0 || !fits(*s, list)) return 0;
+  if (!fits(*s, list)) return 0;
   return 1;
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions)
      for (const { test, read, byte } of unendedReads(change, pair)) {
        const was = shortText(change.base.tree.textOf(test));
        const now = shortText(change.head.tree.textOf(read));
        report(
          placeOfChange(change, read) ?? placeInHead(change, test),
          `\`${now}\` is read where \`${byte}\` may be the NUL at the end of the text: this change took away \`${was}\``,
          { confidence: 0.55 },
        );
      }
    for (const pair of change.functions)
      for (const { test, step, byte } of lostEndTests(change, pair)) {
        const was = shortText(change.base.tree.textOf(test));
        const now = shortText(change.head.tree.textOf(step));
        report(
          step,
          `\`${now}\` steps over \`${byte}\`, which may be the NUL at the end of the text: this change took away \`${was}\``,
          { confidence: 0.55 },
        );
      }
  },
};
