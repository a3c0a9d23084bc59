import { lostUnlinks } from '../../code/change/lost-unlinks.ts';
import { placeInHead, placeOfChange } from '../../code/change/place-of-change.ts';
import { reachedReleases } from '../../code/change/reached-releases.ts';
import { type ReleasedUse, releasedUses } from '../../code/change/released-uses.ts';
import { unguardedReleases } from '../../code/change/unguarded-releases.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const usedAfterRelease: ChangeRule = {
  id: 'used_after_release',
  title: 'The change uses a pointer after its memory was released',
  category: 'memory',
  cwe: [416, 415],
  severity: 'high',
  precision: 'medium',
  help: 'In head a pointer is used, or released once more, behind a call that released what it points to. In base no use of it came behind a release: the change moved the release forward, added one, or added the use; or it took away what kept them apart, such as a `return` behind the release. So it is where the memory is no longer taken out of its list or table first, or is released without the condition that kept what others still hold: a flag, or a count of references.',
  suggestion:
    'Release the memory behind the last use, once, and when nothing leads to it any longer.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` void free(void *);
 void note(const char *);
 int check(char *name, int size) {
+  free(name);
   if (size == 0) {
     note(name); // defect
-    free(name);
     return -1;
   }
-  free(name);
   return 0;
 }`,
      ` void *make(void);
 void item_free(void *);
 int grow(void **);
 int build(void) {
   void *first = make();
   if (!first) return -1;
   void *second = make();
-  if (!second) goto fail;
+  if (!second) {
+    item_free(first);
+    goto fail;
+  }
   return grow(&second);
 fail:
   item_free(first); // defect
   return -1;
 }`,
      ` struct item { struct item *next; };
 void free(void *);
 void drop(struct item *first) {
   struct item *it, *next;
-  for (it = first; it; it = next) {
-    next = it->next;
+  for (it = first; (next = it) != 0; it = next->next) // defect
     free(it);
-  }
 }`,
      ` struct conn { struct task *task; };
 void conn_release(struct conn *);
 int conn_purge(struct conn *), conn_is_dead(struct conn *);
 void conn_receive(struct conn *);
 void conn_io(struct conn *conn) {
   if (conn_purge(conn)) {
     if (conn_is_dead(conn)) {
       conn_release(conn);
-      goto end;
     }
   }
   conn_receive(conn); // defect
-end:
   return;
 }`,
      ` struct packet { int len; };
 void packet_refdec(struct packet *);
 int packet_read(struct packet *), next(void);
 void read_all(struct packet *packet) {
   int got = packet_read(packet);
+  if (got == -1) {
+    packet_refdec(packet);
+    if (!next()) return;
+  }
   packet_refdec(packet); // defect
 }`,
      ` struct item { struct item *next; };
 static struct item *all;
 void free(void *);
 void drop(struct item *p) {
   struct item *prev;
-  if (all == p) all = p->next;
-  else {
-    for (prev = all; prev && prev->next != p; prev = prev->next) ;
-    if (prev) prev->next = p->next;
-  }
   free(p); // defect
 }`,
      ` struct list { int a; };
 struct conn { struct list by_id; };
 void list_del(struct list *), conn_free(struct conn *);
 void drop(struct conn *c) {
-  list_del(&c->by_id);
   conn_free(c); // defect
 }`,
      ` struct doc { int owned; char *text; int refs; };
 void free(void *);
 void drop(struct doc *d) {
-  if (d->owned)
-    free(d->text);
+  free(d->text); // defect
   d->text = 0;
 }`,
      ` struct doc { int owned; char *text; int refs; };
 void free(void *);
 void drop(struct doc *d) {
-  if (--d->refs == 0)
-    free(d);
+  free(d); // defect
 }`,
    ],
    good: [
      ` struct conn { struct task *task; };
 void conn_release(struct conn *);
 struct conn *conn_new(void);
 int conn_is_dead(struct conn *);
 void conn_receive(struct conn *);
 void conn_io(struct conn *conn) {
   if (conn_is_dead(conn)) {
     conn_release(conn);
-    return;
+    conn = conn_new();
   }
   conn_receive(conn);
 }`,
      ` void free(void *);
 void note(const char *);
 int check(char *name, int size) {
+  if (size < 0) {
+    free(name);
+    return -2;
+  }
   note(name);
   free(name);
   return 0;
 }`,
      ` void free(void *);
 char *copy(const char *);
 struct box { char *text; };
 void fill(struct box *box);
 int length(const char *);
 int renew(struct box *box) {
+  free(box->text);
+  fill(box);
   return length(box->text);
 }`,
      ` void free(void *);
 char *copy(const char *);
 int length(const char *);
 int renew(char *text) {
+  free(text);
+  text = copy("none");
   return length(text);
 }`,
      ` struct item { struct item *next; };
 static struct item *all;
 void free(void *);
+static void unlink_item(struct item *p) {
+  if (all == p) all = p->next;
+}
 void drop(struct item *p) {
-  if (all == p) all = p->next;
+  unlink_item(p);
   free(p);
 }`,
      ` struct list { int a; };
 struct conn { struct list by_id; };
 void list_del(struct list *), conn_free(struct conn *), list_remove_all(struct list *);
 void drop(struct conn *c) {
-  list_del(&c->by_id);
+  list_remove_all(&c->by_id);
   conn_free(c);
 }`,
      ` struct doc { int owned; char *text; int refs; };
 void free(void *);
 void drop(struct doc *d) {
-  if (d->text != 0)
-    free(d->text);
+  free(d->text);
   d->text = 0;
 }`,
      ` struct doc { int count; char *text; };
 void free(void *);
 void drop(struct doc *d) {
-  if (d->count > 0)
-    free(d->text);
+  free(d->text);
   d->text = 0;
   d->count = 0;
 }`,
      ` struct doc { int flags; char *text; };
 void free(void *); int owns(const struct doc *);
 void drop(struct doc *d) {
-  if (d->flags & 4)
+  if (owns(d))
     free(d->text);
   d->text = 0;
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions) {
      const { base, head } = pair;
      const now = releasedUses(head);
      const known = new Set(releasedUses(base).map(({ place }) => place));
      const told = new Set<string>();
      for (const found of now) {
        if (known.has(found.place) || told.has(found.place)) continue;
        const isNear =
          placeOfChange(change, found.use) !== undefined ||
          placeOfChange(change, found.release) !== undefined;
        if (!isNear) continue;
        told.add(found.place);
        const { line } = change.head.tree.location(found.release);
        report(
          found.use,
          `\`${found.place}\` ${USED[found.kind]} here, behind its release at line ${line}: before this change it was not`,
          { confidence: found.kind === 'argument' ? 0.55 : 0.75 },
        );
      }
      for (const { object, gone, release } of lostUnlinks(change, pair)) {
        const was = shortText(change.base.tree.textOf(gone));
        report(
          placeOfChange(change, release) ?? placeInHead(change, gone),
          `\`${object}\` is released while something may still lead to it: this change took away \`${was}\``,
          { confidence: 0.55 },
        );
      }
      for (const { place, test, release } of unguardedReleases(change, pair)) {
        const was = shortText(change.base.tree.textOf(test));
        report(
          placeOfChange(change, release) ?? placeInHead(change, test),
          `\`${place}\` is released here also where it was kept before: this change took away \`${was}\``,
          { confidence: 0.5 },
        );
      }
      for (const { place, release, use, kind } of reachedReleases(change, pair)) {
        if (told.has(place)) continue;
        const { line } = change.head.tree.location(release);
        const { line: useLine } = change.head.tree.location(use);
        const goesOn = `\`${place}\` ${USED[kind]} at line ${useLine} also behind its release at line ${line}`;
        report(
          placeOfChange(change, use) ?? release,
          `${goesOn}: before this change nothing led from there to here`,
          { confidence: 0.55 },
        );
      }
    }
  },
};

const USED: Readonly<Record<ReleasedUse['kind'], string>> = {
  access: 'is used',
  release: 'is released again',
  argument: 'is given to a call',
};
