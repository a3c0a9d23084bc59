import { unterminatedArrays } from '../../code/change/array-terminators.ts';
import { placeOfChange } from '../../code/change/place-of-change.ts';
import { spanOfLine } from '../../code/change/span-of-line.ts';
import { unterminatedTexts } from '../../code/change/text-terminators.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const terminatorRemoved: ChangeRule = {
  id: 'terminator_removed',
  title: 'The change takes away what ends an array or a text',
  category: 'bounds',
  cwe: [170, 125],
  severity: 'high',
  precision: 'medium',
  help: 'Before the change this array ended with an element that stands for its end, or this text with a NUL. Head leaves that out, and what walks the array or reads the text has nothing to stop at. It goes on into the memory behind.',
  suggestion: 'Keep the last element or the NUL, or pass the length to what reads.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` struct option { const char *name; int *value; };
 #define OPTION_END() { 0, 0 }
 int parse(struct option *);
 int all, quiet;
 int run(void) {
   struct option options[] = {
     {"all", &all},
     {"quiet", &quiet}, // defect
-    OPTION_END(),
   };
   return parse(options);
 }`,
      ` int call(const char *name);
-static const char *const names[] = { "a", "b", 0 };
+static const char *const names[] = { "a", "b" }; // defect
 void all(void) {
   for (const char *const *at = names; *at; at++) call(*at);
 }`,
      ` struct word { const char *name; int (*run)(void); };
 struct words { struct words *next; struct word all[]; };
 int show(void), add(struct words *);
 static struct words words = { 0, {
   { "show", show }, // defect
-  { 0 },
 } };
 int init(void) { return add(&words); }`,
      ` long read(int, void *, unsigned long);
 int atoi(const char *);
 int number(int file) {
   char text[16];
   long got = read(file, text, sizeof text - 1);
   if (got < 0) return -1;
-  text[got] = '\\0';
   return atoi(text); // defect
 }`,
      ` void *memset(void *, int, unsigned long);
 int fill(char *, const char *, int), store(char *, unsigned long);
 int store_name(const char *name) {
   char text[64];
   int left = fill(text, name, 60);
-  memset(&text[sizeof(text) - 4], 0, 4);
   if (left < 0) return -1;
   return store(text, sizeof text); // defect
 }`,
      ` void *memset(void *, int, unsigned long);
 int use(const char *, int);
 struct record { char name[SIZE]; };
 int fill(struct record *);
 int show(struct record *record) {
   if (fill(record) < 0) return -1;
-  memset(record->name + sizeof(record->name) - END, 0, END);
   return use(record->name, 1); // defect
 }`,
    ],
    good: [
      ` struct word { const char *name; int value; };
 struct words { int count; struct word all[]; };
 int add(struct words *);
 static struct words words = { 1, {
   { "show", 3 },
-  { 0 },
 } };
 int init(void) { return add(&words); }`,
      ` int strcmp(const char *, const char *);
 static char known[16];
 int note(const char *), wait_for(int);
+static void prepare(const char *from) {
+  char *to = known;
+  while (*from) *to++ = *from++;
+  *to = '\\0';
+}
 int is_known(const char *text, const char *from) {
   int result = note(text);
   result = wait_for(result);
   result += wait_for(result);
   if (result) return result;
-  char *to = known;
-  while (*from) *to++ = *from++;
-  *to = '\\0';
+  prepare(from);
   return strcmp(text, known);
 }`,
      ` int call(const char *name);
-static const char *const names[] = { "a", "b", 0 };
+static const char *const names[] = { "a", "b" };
 void all(void) {
-  for (const char *const *at = names; *at; at++) call(*at);
+  for (int i = 0; i < (int)(sizeof(names) / sizeof(names[0])); i++) call(names[i]);
 }`,
      ` void *memcpy(void *, const void *, unsigned long);
 int snprintf(char *, unsigned long, const char *, ...);
 int use(const char *);
 int copy(const char *from, unsigned long length) {
   char text[16];
-  memcpy(text, from, length);
-  text[length] = 0;
+  snprintf(text, sizeof text, "%.*s", (int)length, from);
   return use(text);
 }`,
      ` void *memset(void *, int, unsigned long);
 int fill(char *, unsigned long), store(char *, unsigned long);
 int store_name(void) {
   char text[64];
-  fill(text, 60);
-  memset(&text[sizeof(text) - 4], 0, 4);
+  memset(text, 0, sizeof text);
+  fill(text, 60);
   return store(text, sizeof text);
 }`,
    ],
  },
  compare(change, report) {
    const { base, head } = change;
    for (const { variable, last, terminator } of unterminatedArrays(change)) {
      const place = placeOfChange(change, last);
      if (place === undefined) continue;
      const text = shortText(base.tree.textOf(terminator));
      report(
        place,
        `\`${variable.name}\` ended with \`${text}\` before this change and has no end now`,
        {
          confidence: 0.75,
        },
      );
    }
    for (const pair of change.functions)
      for (const { ending, use, isLibrary } of unterminatedTexts(change, pair)) {
        const text = shortText(base.tree.textOf(ending));
        const position = change.lines.positionInHead(base.tree.location(ending).line);
        report(
          placeOfChange(change, use) ?? spanOfLine(head.tree.text, Math.ceil(position)),
          `\`${shortText(head.tree.textOf(use))}\` reads a text up to its end, which \`${text}\` wrote before this change`,
          { confidence: isLibrary ? 0.7 : 0.5 },
        );
      }
  },
};
