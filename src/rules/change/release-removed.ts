import { droppedReleases } from '../../code/change/dropped-releases.ts';
import { lostReleases } from '../../code/change/lost-releases.ts';
import { lostUnlocks } from '../../code/change/lost-unlocks.ts';
import { placeInHead, placeOfChange } from '../../code/change/place-of-change.ts';
import { shallowReleases } from '../../code/change/shallow-releases.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const releaseRemoved: ChangeRule = {
  id: 'release_removed',
  title: 'The change leaves a way out that releases nothing',
  category: 'resource',
  cwe: [401, 772],
  furtherCwe: [667],
  severity: 'low',
  precision: 'medium',
  help: 'Before the change this function released what it had allocated, or closed what it had opened, on every way out. Head leaves it on one of them, old or new, without a release, and the pointer is kept nowhere. An attacker who can make the function go that way again and again uses up the memory. The same with a lock: the thread that asks for it next waits for ever.',
  suggestion: 'Release the memory or the lock before the function is left, as on the other ways.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` void free(void *); void *malloc(unsigned long); int read_block(int, char *);
 int load(int file) {
   char *block = malloc(512);
   if (block == 0) return -1;
   if (read_block(file, block) < 0) {
-    free(block);
     return -1; // defect
   }
   int first = block[0];
   free(block);
   return first;
 }`,
      ` int mutex_lock(int *), mutex_unlock(int *), read_block(int, char *);
 int load(int *mutex, int file, char *block) {
   mutex_lock(mutex);
   if (read_block(file, block) < 0) {
-    mutex_unlock(mutex);
     return -1; // defect
   }
   mutex_unlock(mutex);
   return block[0];
 }`,
      ` void free(void *), *malloc(unsigned long);
 struct list { int *items; };
 void list_fill(struct list *list) { list->items = malloc(64); }
 void list_free(struct list *list) {
-  free(list->items);
   free(list); // defect
 }`,
      ` void free(void *), *malloc(unsigned long); int fill(struct list *);
 struct list { int *items; };
 static void list_free(struct list *list) {
   free(list->items);
   free(list);
 }
 int read_all(struct list *list) {
   list->items = malloc(64);
   if (fill(list) < 0) {
-    list_free(list);
+    free(list); // defect
     return -1;
   }
   return 0;
 }`,
      ` struct file; struct file *fopen(const char *, const char *); int fclose(struct file *); int fill(struct file *);
 int f(const char *n) {
   struct file *in = fopen(n, "r");
   if (!in) return -1;
   if (fill(in) < 0) {
-    fclose(in);
     return -1; // defect
   }
   fclose(in);
   return 0;
 }`,
      ` int open(const char *, int); int close(int); int fill(int);
 int f(const char *n) {
   int fd = open(n, 0);
   if (fd < 0) return -1;
   if (fill(fd) < 0) {
-    close(fd);
     return -1; // defect
   }
   close(fd);
   return 0;
 }`,
      ` char *copy(const char *); void free(void *); int use(const char *); int ready(void);
 int f(const char *s) {
   char *t = copy(s);
   if (!t) return -1;
+  if (!ready())
+    return -2; // defect
   use(t);
   free(t);
   return 0;
 }`,
      ` void *malloc(unsigned long); void free(void *); int make(int *);
 struct text { char *s; }; void text_free(struct text *); void text_copy(struct text *, const char *);
 struct state { struct text description; char *out; int child; };
 int f(const char *command) {
   struct state *state = malloc(sizeof(struct state));
   if (state == 0) return -1;
   text_copy(&state->description, command);
   if ((state->out = malloc(5)) == 0) {
     text_free(&state->description);
     free(state);
     return -2;
   }
   if (make(&state->child) == -1) {
     free(state->out);
-    text_free(&state->description);
     free(state); // defect
     return -1;
   }
   return 0;
 }`,
    ],
    good: [
      ` void free(void *);
-struct list { int *items; int n; };
+struct list { int items[8]; int n; };
 void list_free(struct list *list) {
-  free(list->items);
   free(list);
 }`,
      ` void free(void *), *malloc(unsigned long);
 struct list { int *items; };
+static void list_clear(struct list *list) {
+  if (list->items) free(list->items);
+}
 void list_fill(struct list *list) { list->items = malloc(64); }
 void list_free(struct list *list) {
-  free(list->items);
+  list_clear(list);
   free(list);
 }`,
      ` int mutex_lock(int *), mutex_unlock(int *), read_block(int, char *);
 int load(int *mutex, int file, char *block) {
   mutex_lock(mutex);
-  if (read_block(file, block) < 0) {
-    mutex_unlock(mutex);
-    return -1;
-  }
+  int result = read_block(file, block);
   mutex_unlock(mutex);
-  return block[0];
+  return result < 0 ? -1 : block[0];
 }`,
      ` void free(void *); void *malloc(unsigned long); int read_block(int, char *);
 int load(int file) {
   int first = -1;
   char *block = malloc(512);
   if (block == 0) return -1;
   if (read_block(file, block) < 0) {
-    free(block);
-    return -1;
+    goto out;
   }
   first = block[0];
+out:
   free(block);
   return first;
 }`,
      ` void free(void *); void *malloc(unsigned long); int read_block(int, char *), keep(char *);
 struct source { char *block; };
 int load(struct source *in, int file) {
   char *block = malloc(512);
   if (block == 0) return -1;
   if (read_block(file, block) < 0) {
-    free(block);
+    in->block = block;
     return -1;
   }
   int first = block[0];
   free(block);
   return first;
 }`,
      ` int open(const char *, int); int close(int); int fill(int); int fail(int);
 int f(const char *n) {
   int fd = open(n, 0);
   if (fd < 0) return -1;
   if (fill(fd) < 0) {
-    close(fd);
-    return -1;
+    return fail(fd);
   }
   close(fd);
   return 0;
 }`,
      ` char *copy(const char *); void free(void *); int use(const char *); int ready(void);
 int f(const char *s) {
+  if (!ready())
+    return -2;
   char *t = copy(s);
   if (!t) return -1;
   use(t);
   free(t);
   return 0;
 }`,
      ` char *copy(const char *); void free(void *); int use(const char *); int ready(void);
 int f(const char *s) {
   char *t = copy(s);
   if (!t) return -1;
+  if (!ready()) {
+    free(t);
+    return -2;
+  }
   use(t);
   free(t);
   return 0;
 }`,
      ` char *copy(const char *); void free(void *); int use(const char *); int ready(void);
 char *f(const char *s) {
   char *t = copy(s);
   if (!t) return 0;
+  if (!ready())
+    return t;
   use(t);
   free(t);
   return 0;
 }`,
      ` char *copy(const char *); void free(void *); int use(const char *);
 int f(const char *s, int k) {
   int ret = -1;
   char *t = copy(s);
   if (t == 0) return -1;
-  if (k < 0) goto done;
+  if (k < 0) {
+    free(t);
+    return -1;
+  }
   if (use(t)) {
-    goto done;
+    free(t);
+    return -1;
   }
   ret = 0;
-done:
   free(t);
   return ret;
 }`,
      ` struct set; struct set *set_new(void); void set_free(struct set *); int fill(struct set *); void put_all(struct set *, struct set *);
 struct set *f(int n) {
   struct set *ret = 0, *list = 0;
   while (n-- > 0) {
-    list = set_new();
+    if (list == 0) {
+      list = set_new();
+      if (list == 0) break;
+    }
     if (fill(list) < 0) break;
     if (ret == 0) {
       ret = list;
+      list = 0;
     } else {
       put_all(ret, list);
-      set_free(list);
     }
   }
+  if (list != 0 && list != ret)
+    set_free(list);
   return ret;
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions) {
      for (const { lock, call } of lostUnlocks(change, pair)) {
        const text = shortText(change.base.tree.textOf(call));
        report(
          placeInHead(change, call),
          `\`${lock}\` is still locked on a way out of the function: this change took away \`${text}\``,
          { confidence: 0.6, cwe: 667 },
        );
      }
      for (const { object, release, before } of shallowReleases(change, pair)) {
        const text = shortText(change.base.tree.textOf(before));
        report(
          placeOfChange(change, release) ?? placeInHead(change, before),
          `what is in \`${object}\` is not released with it any longer: this change took away \`${text}\``,
          { confidence: 0.5 },
        );
      }
      // What the program has left when it ends the system takes back.
      if (pair.head.name === 'main') continue;
      const lost = lostReleases(change, pair);
      const known = new Set(lost.map(({ place }) => place));
      for (const { place, release } of droppedReleases(change, pair)) {
        if (known.has(place)) continue;
        const text = shortText(change.base.tree.textOf(release));
        report(
          placeInHead(change, release),
          `\`${place}\` is not released here any longer: this change took away \`${text}\` and put nothing in its place`,
          { confidence: 0.5 },
        );
      }
      for (const { place, release, exit } of lost) {
        const text = shortText(change.base.tree.textOf(release));
        report(
          exit ?? placeInHead(change, release),
          exit === undefined
            ? `\`${place}\` is still held on a way out of the function: this change took away \`${text}\``
            : `\`${place}\` is still held on this way out of the function: before this change \`${text}\` came first`,
          { confidence: 0.55 },
        );
      }
    }
  },
};
