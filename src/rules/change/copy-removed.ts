import { expressionText } from '../../code/c/ir/expression-text.ts';
import { type LostCopy, lostCopies } from '../../code/change/lost-copies.ts';
import type { ChangeRule } from './change-rule.ts';

export const copyRemoved: ChangeRule = {
  id: 'copy_removed',
  title: 'The change stores a pointer where it stored a copy',
  category: 'memory',
  cwe: [416, 415],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change a copy was stored here, or one more reference was counted. Head stores the pointer itself, so that two records have one block. When one of them releases it, the other uses or releases freed memory.',
  suggestion:
    'Copy the memory or count the reference, or set the pointer that it comes from to null.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` char *strdup(const char *);
 void free(void *);
 struct item { char *name; };
 void item_clear(struct item *item) { free(item->name); }
 void item_copy(struct item *to, const struct item *from) {
-  to->name = strdup(from->name);
+  to->name = from->name; // defect
 }`,
      ` struct buffer;
 struct buffer *buffer_ref(struct buffer *);
 struct frame { struct buffer *data; };
 void frame_share(struct frame *frame, struct buffer *data) {
-  frame->data = buffer_ref(data);
+  frame->data = data; // defect
 }`,
      ` struct object;
 void object_get(struct object *);
 struct entry { struct object *object; };
 void entry_set(struct entry *entry, struct object *object) {
-  object_get(object);
   entry->object = object; // defect
 }`,
      ` char *strdup(const char *);
 struct option { const char *value; };
 char *option_value(struct option *all, int index) {
-  return all[index].value ? strdup(all[index].value) : 0;
+  return (char *)all[index].value; // defect
 }`,
    ],
    good: [
      ` char *strdup(const char *);
 struct item { char *name; };
 void item_move(struct item *to, struct item *from) {
-  to->name = strdup(from->name);
+  to->name = from->name;
+  from->name = 0;
 }`,
      ` char *strdup(const char *);
 void free(void *);
 struct item { char *name; };
-void item_clear(struct item *item) { free(item->name); }
+void item_clear(struct item *item) { item->name = 0; }
 void item_copy(struct item *to, const struct item *from) {
-  to->name = strdup(from->name);
+  to->name = from->name;
 }`,
      ` long clock_get(long);
 struct timer { long start; };
 void timer_start(struct timer *timer, long now) {
-  timer->start = clock_get(now);
+  timer->start = now;
 }`,
      ` char *strdup(const char *), *intern(const char *);
 struct item { char *name; };
 void item_copy(struct item *to, const struct item *from) {
-  to->name = strdup(from->name);
+  to->name = intern(from->name);
 }`,
      ` char *strdup(const char *);
 void free(void *);
 struct item { char *name; };
 void item_free(struct item *);
 void item_copy(struct item *to, struct item *from) {
-  to->name = strdup(from->name);
-  item_free(from);
+  to->name = from->name;
+  free(from);
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions)
      for (const lost of lostCopies(change, pair))
        report(lost.store, messageOf(lost), { confidence: lost.isReleased ? 0.65 : 0.55 });
  },
};

function messageOf({ target, source, call }: LostCopy): string {
  const pointer = expressionText(source);
  const what = target === undefined ? 'is returned' : `is stored in \`${expressionText(target)}\``;
  return `\`${pointer}\` ${what} as it is; before this change \`${expressionText(call)}\` made another owner of it`;
}
