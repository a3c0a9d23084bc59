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
      ` int first_of(struct item *item, unsigned long size) {
-  if (item == NULL)
+  if (size != 0 && item == NULL) // defect
     return 0;
   return item->size;
 }`,
    ],
    good: [
      ` void free(void *);
 void drop(char *text) {
-  if (text)
-    free(text);
+  free(text);
 }`,
      ` struct item { int size; };
 struct item *item_open(const char *), *item_first(void);
 int size_of(const char *name) {
   struct item *item;
   if (name[0] == '-') {
     item = item_first();
   } else {
     item = item_open(name);
+    if (item == 0) return -1;
   }
-  if (item == 0) return -1;
   return item->size;
 }`,
      ` struct buffer { int size; };
 struct session { struct buffer *in; };
 struct buffer *buffer_new(void);
 int open_session(struct session *s) {
-  if ((s->in = buffer_new()) == 0)
-    return -1;
   s->in->size = 0;
   return 0;
 }`,
      ` char *strchr(const char *, int);
 char *trimmed(char *line) {
   char *end;
   if ((end = strchr(line + 2, '<')) == 0) return 0;
-  if (end[-1] == ' ')
+  while (end[-1] == ' ')
     end--;
   return end;
 }`,
      ` long keep(const char *value, const char *end) {
-  if (value == 0) return -1;
+  if (end == 0) return -1;
   return end - value;
 }`,
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
