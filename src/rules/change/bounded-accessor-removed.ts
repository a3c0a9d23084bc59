import { expressionText } from '../../code/c/ir/expression-text.ts';
import { lostAccessors } from '../../code/change/lost-accessors.ts';
import type { ChangeRule } from './change-rule.ts';

export const boundedAccessorRemoved: ChangeRule = {
  id: 'bounded_accessor_removed',
  title: 'The change indexes an array past the function that checks',
  category: 'bounds',
  cwe: [125, 787, 129],
  severity: 'high',
  precision: 'medium',
  help: 'Before the change a function of the file was called here that compares the index with a limit before it reaches the array. Head reaches the element of the same array by itself, and compares the index with nothing. Values that the function refused now lead out of the array.',
  suggestion: 'Call the function again, or compare the index before the access.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int table[8][8];
 static int cell(int x, int y) {
   if (x < 0 || x >= 8 || y < 0 || y >= 8) return 0;
   return table[y][x];
 }
 int shown(int x, int y) {
-  return cell(x, y) + 1;
+  return table[y][x] + 1; // defect
 }`,
      ` struct list { int count; const char **names; };
 const char *name_at(const struct list *list, int index) {
   const char *name = 0;
   if (index >= 0 && index < list->count) name = list->names[index];
   return name;
 }
 struct request { int field; };
 const char *wanted(const struct list *list, const struct request *request) {
-  return name_at(list, request->field);
+  return list->names[request->field]; // defect
 }`,
    ],
    good: [
      ` int table[8];
 static int cell(int x) {
   return x < 0 || x >= 8 ? 0 : table[x];
 }
 int shown(int x) {
-  return cell(x);
+  if (x < 0 || x >= 8) return -1;
+  return table[x];
 }`,
      ` int table[8];
 static int cell(int x) {
   return x < 0 || x >= 8 ? 0 : table[x];
 }
 int total(void) {
   int sum = 0;
   for (int i = 0; i < 8; i++)
-    sum += cell(i);
+    sum += table[i];
   return sum;
 }`,
      ` int table[8];
 static int cell(int x) {
   return x < 0 || x >= 8 ? 0 : table[x];
 }
 int shown(int x) {
-  return cell(x & 7) + cell(3);
+  return table[x & 7] + table[3];
 }`,
      ` int table[8], other[64];
 static int cell(int x) {
   return x < 0 || x >= 8 ? 0 : table[x];
 }
 int shown(int x) {
-  return cell(x);
+  return other[x];
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions)
      for (const { element, index, call } of lostAccessors(change, pair)) {
        const message = `\`${expressionText(element)}\` is reached without a test of \`${expressionText(index)}\`: before this change \`${call.name}\` made one`;
        report(element, message, { confidence: 0.6 });
      }
  },
};
