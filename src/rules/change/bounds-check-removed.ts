import { droppedLimits } from '../../code/change/dropped-limits.ts';
import { lostClamps } from '../../code/change/lost-clamps.ts';
import { lostRefusals } from '../../code/change/lost-refusals.ts';
import { placeInHead } from '../../code/change/place-of-change.ts';
import { removedReentryGuards } from '../../code/change/reentry-guards.ts';
import type { RemovedCheck } from '../../code/change/removed-checks.ts';
import type { ChangeRule } from './change-rule.ts';
import { boundConfidence } from './support/bound-confidence.ts';
import { reportChecks, shortText } from './support/report-check.ts';

export const boundsCheckRemoved: ChangeRule = {
  id: 'bounds_check_removed',
  title: 'The change took away or weakened a check of a bound',
  category: 'bounds',
  cwe: [119, 787, 125],
  severity: 'high',
  precision: 'medium',
  help: 'Before the change every way to this access went past a comparison of its index, length or pointer with a limit. Head still has the access, but not the comparison, or one that lets more through, and nothing else of the change bounds the same values. Values that the old check refused now reach the access.',
  suggestion: 'Keep the check, or say in the code what bounds the value now.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int get(const int *table, unsigned count, unsigned index) {
-  if (index >= count)
-    return -1;
   return table[index]; // defect
 }`,
      ` void put(char *out, int size, const char *text, int length) {
-  if (length >= size)
+  if (length > size) // defect
     return;
   for (int i = 0; i < length; i++) out[i] = text[i];
   out[length] = 0;
 }`,
      `-#define LIMIT 16
+#define LIMIT 32 // defect
 char line[16];
 void put(int at, char byte) {
   if (at >= 0 && at < LIMIT) line[at] = byte;
 }`,
      ` int put(char *, int, int);
-int write_mark(char *data, unsigned size, int mark) {
-  if (size < 12) return -1;
+int write_mark(char *data, int mark) { // defect
   return put(data, mark, 2);
 }`,
      ` int report_error(const char *);
 struct grid { unsigned wide, high, all; };
 int set_up(struct grid *grid, unsigned wide, int known) {
   grid->all = 0;
   if (!known) {
     grid->wide = wide;
-    if (grid->wide > 65535 / grid->high) {
-      report_error("too many");
-      return -1;
-    }
   } // defect
   grid->all = grid->wide * grid->high;
   return 0;
 }`,
      ` unsigned min(unsigned, unsigned); unsigned read_number(const char *);
 struct layers { unsigned first, end; };
 void read_layers(struct layers *layers, const char *from, unsigned most) {
   layers->end = read_number(from);
-  layers->end = min(layers->end, most);
   layers->first = 0; // defect
 }`,
      ` int use(const char *, int);
 int take(const char *text, int count, int most) {
-  int n = count < most ? count : most;
+  int n = count; // defect
   return use(text, n);
 }`,
      ` int take(const char *, int);
 int f(const char *text, int n) {
-  return take(text, n < 16 ? n : 16);
+  return take(text, n); // defect
 }`,
    ],
    good: [
      ` struct text { char *bytes; int length; };
 char *shared(const char *, int), *copy_of(const char *, int);
 void put(struct text *to, const char *from, int can_share) {
-  if (can_share && to->length < 5)
-    to->bytes = shared(from, to->length);
-  else
-    to->bytes = copy_of(from, to->length);
+  to->bytes = copy_of(from, to->length);
 }`,
      `+static const unsigned most = 64;
 char line[64];
 int put(unsigned at, char byte) {
-  if (at >= 64)
+  if (at >= most)
     return -1;
   line[at] = byte;
   return 0;
 }`,
      `+enum { MOST = 64 };
 char line[64];
 int put(unsigned at, unsigned n, char byte) {
-  if (at + n / 8 > 64 - 2)
+  const unsigned last = MOST - 2;
+  if (at + n / 8 > last)
     return -1;
   line[at] = byte;
   return 0;
 }`,
      ` int size_of(int);
 int known(const char *name, int fd) {
-  if (fd > 0 && size_of(fd) != 0)
+  if (fd >= 0 && size_of(fd) != 0)
     return 1;
   return name[0];
 }`,
      ` int put(char *, int, int), level(int);
-int write_mark(char *data, int wanted, int mark) {
-  if (level(mark) > wanted) put(data, 0, 1);
+int write_mark(char *data, int mark) {
   return put(data, mark, 2);
 }`,
      ` struct out { char *data; unsigned size; };
 int put(char *, int, int);
-int write_mark(char *data, unsigned size, int mark) {
-  if (size < 12) return -1;
+int write_mark(struct out *out, int mark) {
+  char *data = out->data;
   return put(data, mark, 2);
 }`,
      ` struct list { int count; int *items; };
 int list_count(const struct list *);
 int total(const struct list *list) {
   int sum = list->count;
-  for (int i = 0; i < list->count; i++)
+  for (int i = 0; i < list_count(list); i++)
     sum += list->items[i];
   return sum;
 }`,
      ` unsigned long strlen(const char *), span(const char *);
 void add(char *, const char *), add_part(char *, const char *, int);
-void parse(char *to, const char *text) {
-  unsigned long at = span(text);
-  if (at < strlen(text)) {
+void parse(char *to, const char *text, int separator) {
+  if (separator != -1) {
     add_part(to, text, 1);
   } else {
     add(to, text);
   }
 }`,
      ` struct file;
 struct file *first(void);
 void put(struct file *, int);
 void write_name(struct file *in, struct file *out, const char *name) {
-  if (in != first()) {
+  if (name != 0) {
     put(out, name[0]);
   }
 }`,
      ` int plot(int);
 void row(int width, int height) {
-  for (int i = 0; i < width * height; i++) plot(width - 1);
+  for (int j = 0; j < width * height; j++) plot(width - 1);
+  for (int i = 0; i < 3; i++) plot(i);
 }`,
      ` void use(int *), wrong(void), note(int);
+static void check(int index, int count) {
+  if (index >= count) wrong();
+}
 void put(int *table, int count, int index) {
   note(count);
   note(index);
-  if (index >= count) wrong();
+  check(index, count);
   table[index] = 1;
   use(table);
 }`,
      ` struct text { char *bytes; unsigned long length; };
 const char *line_end(const struct text *text) {
   unsigned long n = text->length;
-  if (n && text->bytes[n - 1] != '\\n') return "2";
-  else if (n > 1 && text->bytes[n - 2] != '\\n') return "1";
+  if (!n) return "2";
+  else if (text->bytes[n - 1] != '\\n') return "2";
+  else if (n == 1) return "1";
+  else if (text->bytes[n - 2] != '\\n') return "1";
   return 0;
 }`,
      ` int get(const int *table, unsigned count, unsigned index) {
-  if (index >= count)
+  if (count <= index)
     return -1;
   return table[index];
 }`,
      ` void flush(const char *text);
 void put(char *out, unsigned long used, char byte) {
-  if (used > 236) {
+  if (used > 128) {
     out[used] = 0;
     flush(out);
   }
 }`,
      ` struct list { struct list *next; int size; };
 void add(struct list **all, struct list *item);
 void number(int *size);
 int total(struct list *item) {
   int all = 0;
   while (item) {
+    number(&item->size);
     all += item->size;
     item = item->next;
   }
   return all;
 }`,
      ` int last(const char *start, const char *at) {
   const char *end = at;
-  while (end - at < 10 && *at != '(') at--;
+  while (at > start && end - at < 10 && *at != '(') at--;
   return *at == '(';
 }`,
      `-#define LIMIT 16
+#define LIMIT 32
 char line[LIMIT];
 void put(int at, char byte) {
   if (at >= 0 && at < LIMIT) line[at] = byte;
 }`,
      ` int get(const int *table, unsigned count, unsigned index) {
-  if (index >= count)
-    return -1;
+  index = index < count ? index : 0;
   return table[index];
 }`,
      ` int use(int);
 int f(unsigned w, unsigned off, const int *a) {
   unsigned lw = w - off;
   int s = 0;
-  for (unsigned j = 0; j < w; j++) s += a[j];
+  for (unsigned j = 0; j < lw; j++) s += a[j];
   return s;
 }`,
      ` void *malloc(unsigned long); int next(void);
 char *f(unsigned n) {
-  char *p = malloc(n);
+  char *p = malloc(n * 2);
+  unsigned end = n * 2;
   unsigned i = 0;
-  while (i < n) p[i++] = next();
+  while (i < end) p[i++] = next();
   return p;
 }`,
      ` int use(const char *, int);
 int take(const char *text, int count, int most) {
-  int n = count < most ? count : most;
+  int n = count;
+  if (n > most) n = most;
   return use(text, n);
 }`,
      ` int use(const char *, int);
 int take(const char *text, int count, int most) {
-  int n = count < most ? count : most;
+  int n = most < count ? most : count;
   return use(text, n);
 }`,
    ],
  },
  compare(change, report, path) {
    // That is a finding of `reentry_guard_removed`.
    const guards = new Set(
      change.functions.flatMap((pair) =>
        removedReentryGuards(change, pair).map(({ test }) => test.start),
      ),
    );
    const confidence = (check: RemovedCheck) =>
      check.relation === 'kept' && guards.has(check.constraint.test.start)
        ? undefined
        : boundConfidence(check);
    reportChecks(confidence, change, report, path);
    for (const pair of change.functions)
      for (const { test, place } of lostRefusals(change, pair)) {
        const tested = `\`${shortText(change.base.tree.textOf(test))}\``;
        report(
          placeInHead(change, test),
          `\`${place}\` is no longer compared: this change took away ${tested}, which was refused with a message`,
          { confidence: 0.5 },
        );
      }
    for (const pair of change.functions)
      for (const { clamp, place, now } of lostClamps(change, pair)) {
        const was = shortText(change.base.tree.textOf(clamp));
        report(
          now ?? placeInHead(change, clamp),
          `\`${place}\` may be larger than its limit: this change took away \`${was}\``,
          { confidence: 0.55 },
        );
      }
    for (const pair of change.functions)
      for (const { parameter, test, use } of droppedLimits(change, pair)) {
        const tested = `\`${shortText(change.base.tree.textOf(test))}\``;
        const used = shortText(change.head.tree.textOf(use));
        report(
          placeInHead(change, test),
          `\`${used}\` is no longer protected by ${tested}: the function is not told \`${parameter.name}\` any more`,
          { confidence: 0.6 },
        );
      }
  },
};
