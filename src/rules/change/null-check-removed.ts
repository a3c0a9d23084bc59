import { lostDefaults } from '../../code/change/lost-defaults.ts';
import { lostSetups } from '../../code/change/lost-setups.ts';
import { placeInHead, placeOfChange } from '../../code/change/place-of-change.ts';
import type { RemovedCheck } from '../../code/change/removed-checks.ts';
import { untestedResults } from '../../code/change/untested-results.ts';
import type { ChangeRule } from './change-rule.ts';
import { reportChecks, shortText } from './support/report-check.ts';

export const nullCheckRemoved: ChangeRule = {
  id: 'null_check_removed',
  title: 'The change took away a check for a null pointer',
  category: 'memory',
  cwe: [476],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change every way to this use of a pointer went past a comparison of the pointer with null. Head still uses the pointer, but no longer compares it, and the change does not give it another value. The check says that null was expected here. A default or a call that gave the pointer a value where it was null counts as a check, and so does one of a member of a record that a call is given.',
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
      ` char *find(int); int length(const char *);
 int f(int k) {
   char *p = find(k);
-  if (p == 0)
-    p = "";
   return length(p) + *p; // defect
 }`,
      ` struct comp { int *data; };
 struct image { struct comp *comps; int n; };
 int convert(struct image *); int report(const char *);
 int f(struct image *image) {
-  if (image->comps[0].data == 0) {
-    report("no data");
-    return -1;
-  }
   return convert(image); // defect
 }`,
      ` struct tok { struct tok *next; };
 struct tok *closing(struct tok *); void wrong(void);
 struct tok *f(struct tok *t) {
-  struct tok *c = closing(t);
-  if (!c) return 0;
-  t = c->next;
+  t = closing(t)->next; // defect
   return t;
 }`,
      ` struct table { int size; }; extern struct table *table; void load_table(void);
 int f(void) {
-  if (!table)
-    load_table();
   return table->size; // defect
 }`,
      ` char *copy_of(const char *);
 char *name_of(const char *name) {
-  return copy_of(name == 0 ? "" : name);
+  return copy_of(name); // defect
 }`,
      ` struct table; int find(struct table *, int); void wrong(void);
 struct value { int kind; struct table *table; };
 int lookup(struct value *value) {
-  struct table *table;
-  if (value->table == 0) {
-    wrong();
-    return 0;
-  }
-  table = value->table;
+  struct table *table = value->table; // defect
   return find(table, 1);
 }`,
      ` unsigned long length(const char *);
 unsigned long width_of(const char *name) {
-  const char *shown = name ? name : "(none)";
+  const char *shown = name; // defect
   return length(shown) + 2;
 }`,
    ],
    good: [
      ` struct item { int id; struct item *next; };
 int last_of(const struct item *item) {
-  while (item && item->next) item = item->next;
+  if (item) {
+    while (item->next) item = item->next;
+  }
   return item ? item->id : 0;
 }`,
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
      ` struct repo { char *dir; int n; };
 void prepare(struct repo *); int count(struct repo *); int repo_ready(struct repo *);
 int f(struct repo *r) {
-  if (!r->dir)
+  if (!repo_ready(r))
     return 0;
   prepare(r);
   return count(r);
 }`,
      ` struct repo { char *dir; int n; };
 void prepare(struct repo *); int count(struct repo *);
 int f(struct repo *r) {
-  if (!r->dir)
-    return 0;
-  prepare(r);
-  return count(r);
+  if (r->dir) {
+    prepare(r);
+    return count(r);
+  }
+  return 0;
 }`,
      ` struct repo { char *cache; int n; };
 void prepare(struct repo *); int count(struct repo *);
 int f(struct repo *r) {
-  if (r->cache)
-    return 0;
   prepare(r);
   return count(r);
 }`,
      ` struct tok { struct tok *next; };
 struct tok *closing(struct tok *); void wrong(void);
 struct tok *f(struct tok *t) {
-  struct tok *c = closing(t);
-  if (!c) return 0;
-  t = c->next;
+  if (!closing(t)) return 0;
+  t = closing(t)->next;
   return t;
 }`,
      ` struct table { int size; }; extern struct table *table; void load_table(void);
 int f(void) {
-  if (!table)
-    load_table();
+  load_table();
   return table->size;
 }`,
      ` struct table { int size; }; extern struct table *table; void load_table(void); struct table *get_table(void);
 int f(void) {
-  if (!table)
-    load_table();
-  return table->size;
+  return get_table()->size;
 }`,
      ` char *copy_of(const char *);
 char *name_of(const char *name) {
-  return copy_of(name == 0 ? "" : name);
+  return copy_of(name ? name : "");
 }`,
      ` char *copy_of(const char *);
 char *name_of(const char *name) {
-  return copy_of(name == 0 ? "" : name);
+  if (name == 0) name = "";
+  return copy_of(name);
 }`,
      ` unsigned long length(const char *);
 unsigned long width_of(const char *name) {
-  const char *shown = name ? name : "(none)";
-  return length(shown) + 2;
+  const char *shown = name;
+  return shown ? length(shown) + 2 : 8;
 }`,
    ],
  },
  compare(change, report, path) {
    reportChecks(confidenceOf, change, report, path);
    for (const pair of change.functions) {
      for (const { place, test, use } of lostSetups(change, pair)) {
        const tested = shortText(change.base.tree.textOf(test));
        report(
          placeOfChange(change, use) ?? placeInHead(change, test),
          `\`${place}\` may be null where it is used: this change took away what was done for \`${tested}\``,
          { confidence: 0.55 },
        );
      }
      for (const { place, choice, now } of lostDefaults(change, pair)) {
        const was = shortText(change.base.tree.textOf(choice));
        report(now, `\`${place}\` may be null: this change made \`${was}\` the pointer itself`, {
          confidence: 0.55,
        });
      }
      for (const { test, use, call } of untestedResults(change, pair)) {
        const tested = shortText(change.base.tree.textOf(test));
        const text = shortText(change.head.tree.textOf(call));
        report(
          use,
          `what \`${text}\` gives is used at once and may be null: this change took away \`${tested}\``,
          { confidence: 0.6 },
        );
      }
    }
  },
};

function confidenceOf({ constraint, relation, uses }: RemovedCheck): number | undefined {
  if (constraint.kind !== 'null') return undefined;
  // That a pointer is null, as behind the loop that goes to the end of a list, protects nothing.
  if (constraint.alternatives.every(({ relation: is }) => is === '==')) return undefined;
  if (relation === 'passed') return 0.5;
  if (relation !== 'same') return undefined;
  return uses.some(({ kind }) => kind === 'access') ? 0.75 : 0.55;
}
