import { looseScans } from '../../code/change/scanned-texts.ts';
import { type LooseWrite, looseWrites } from '../../code/change/unbounded-writes.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const boundedWriteRemoved: ChangeRule = {
  id: 'bounded_write_removed',
  title: 'The change no longer keeps a write within its buffer',
  category: 'bounds',
  cwe: [120, 787],
  severity: 'high',
  precision: 'medium',
  help: 'Before the change this text was written by a function that knows how much the buffer holds, or into a buffer that grows, or its length was compared with the size first. Head writes as much as the source has. A long source goes past the end of the buffer.',
  suggestion: 'Pass the size of the destination, and deal with what does not fit.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int snprintf(char *, unsigned long, const char *, ...);
 int sprintf(char *, const char *, ...);
 void use(const char *);
 void greet(const char *name) {
   char text[32];
-  snprintf(text, sizeof text, "hello %s", name);
+  sprintf(text, "hello %s", name); // defect
   use(text);
 }`,
      ` unsigned long strlcpy(char *, const char *, unsigned long);
 void use(const char *);
 void greet(const char *from, const char *end) {
   char name[64];
-  strlcpy(name, from, sizeof name);
+  strlcpy(name, from, end - from + 1); // defect
   use(name);
 }`,
      ` struct text { char *at; unsigned long size; };
 void text_add(struct text *, const char *);
 void use(const char *);
 char *strcpy(char *, const char *);
 void show(const char *name) {
-  struct text all = {0, 0};
-  text_add(&all, name);
-  use(all.at);
+  char all[256];
+  strcpy(all, name); // defect
+  use(all);
 }`,
      ` int fscanf(void *, const char *, ...);
 void use(const char *, int);
 void load(void *file) {
   char name[32];
   int count;
-  if (fscanf(file, "%31[^:]:%d", name, &count) != 2) return;
+  if (fscanf(file, "%[^:]:%d", name, &count) != 2) return; // defect
   use(name, count);
 }`,
      ` void *memcpy(void *, const void *, unsigned long);
 void keep(char *to, unsigned long room, const char *from, unsigned long length) {
-  memcpy(to, from, length < room ? length : room);
+  memcpy(to, from, length); // defect
 }`,
    ],
    good: [
      ` int sscanf(const char *, const char *, ...);
 void use(const char *);
 void load(const char *text) {
-  char name[16];
-  if (sscanf(text, "%15s", name) != 1) return;
+  char name[64];
+  if (sscanf(text, "%63s", name) != 1) return;
   use(name);
 }`,
      ` int snprintf(char *, unsigned long, const char *, ...);
 int sprintf(char *, const char *, ...);
 void use(const char *);
 void count(int n) {
   char text[32];
-  snprintf(text, sizeof text, "%d of %s", n, "many");
+  sprintf(text, "%d of %s", n, "many");
   use(text);
 }`,
      ` struct text { char *at; unsigned long size; };
 void text_add(struct text *, const char *);
 void use(char *);
 char *strcpy(char *, const char *);
 unsigned long strlen(const char *);
 void *malloc(unsigned long);
 void show(const char *name) {
-  struct text all = {0, 0};
-  text_add(&all, name);
-  use(all.at);
+  char *all = malloc(strlen(name) + 1);
+  if (all) use(strcpy(all, name));
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions)
      for (const { write, before, how } of looseWrites(change, pair)) {
        const text = shortText(change.head.tree.textOf(write.call));
        const was = shortText(change.base.tree.textOf(before));
        report(write.call, messageOf(how, text, was), { confidence: CONFIDENCE[how] });
      }
    for (const pair of change.functions)
      for (const { call, target, was, now } of looseScans(change, pair)) {
        const to = shortText(change.head.tree.textOf(target));
        const limit = `\`${was}\`, which this change made \`${now}\``;
        report(call, `what is read into \`${to}\` was kept within it by ${limit}`, {
          confidence: 0.75,
        });
      }
  },
};

const CONFIDENCE: Readonly<Record<LooseWrite['how'], number>> = {
  same: 0.75,
  size: 0.7,
  tested: 0.7,
  other: 0.7,
  grown: 0.55,
};

function messageOf(how: LooseWrite['how'], text: string, was: string): string {
  if (how === 'tested')
    return `\`${text}\` writes as much as its source has; \`${was}\`, which this change took away, compared the length with the size`;
  if (how === 'size')
    return `\`${text}\` is limited by its source alone; before this change it was \`${was}\``;
  return how === 'grown'
    ? `\`${text}\` writes as much as its source has into a buffer of one size; before this change \`${was}\` made room for it`
    : `\`${text}\` writes as much as its source has; before this change \`${was}\` kept within the buffer`;
}
