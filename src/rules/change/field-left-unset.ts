import { unsetFields } from '../../code/change/unset-fields.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const fieldLeftUnset: ChangeRule = {
  id: 'field_left_unset',
  title: 'The change leaves one field of an object unset',
  category: 'memory',
  cwe: [457, 908],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change this field was set together with the others of the object. Head sets the others and leaves this one as it was found: memory of an array that grew, or of a block that is not cleared, holds what was there before. Another function reads it, and may take it for a pointer or a length.',
  suggestion: 'Set the field with the others, or clear the whole object before it is filled.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` struct item { void *data; void *next; int flags; };
 struct list { struct item *items; int count; };
 void push(struct list *list, void *data) {
   list->items[list->count].data = data;
-  list->items[list->count].next = 0;
   list->items[list->count].flags = 0; // defect
   list->count++;
 }
 void *follow(struct list *list, int at) {
   return list->items[at].next;
 }`,
      ` struct match { void *program; int no_case; };
 void *compile(const char *);
 int run(struct match *, const char *);
 int is_numbered(const char *line) {
   struct match match;
   match.program = compile("[0-9]"); // defect
-  match.no_case = 0;
   return run(&match, line);
 }`,
      ` struct buf { char *area; int size; };
 struct conn { char *cids; struct { struct buf buf; } rx; struct { char *area2; } tx; };
 void *pool_alloc(int); void release(char *);
 void conn_release(struct conn *c) { release(c->rx.buf.area); }
 struct conn *make(void) {
   struct conn *c = pool_alloc(1);
   if (!c) return 0;
   c->cids = 0;
   c->tx.area2 = 0; // defect
-  c->rx.buf.area = 0;
   return c;
 }`,
    ],
    good: [
      ` struct match { void *program; int no_case; };
 void *compile(const char *);
 void prepare(struct match *);
 int run(struct match *, const char *);
 int is_numbered(const char *line) {
   struct match match;
   prepare(&match);
   match.program = compile("[0-9]");
-  match.no_case = 0;
   return run(&match, line);
 }`,
      ` struct conn { int *handler; int fd, kind; };
 void conn_free(struct conn *);
 int is_own(struct conn *conn) { return conn->handler != 0; }
 void end(struct conn *conn) {
   conn->fd = -1;
   conn->kind = 0;
-  conn->handler = 0;
   conn_free(conn);
 }`,
      ` struct view { int top, left, wrap; };
 int wraps(struct view *view) { return view->wrap; }
+static void reset(struct view *view) {
+  view->wrap = 0;
+}
 void show(struct view *view) {
   view->top = 1;
   view->left = 1;
-  view->wrap = 0;
+  reset(view);
 }`,
      ` struct parser { int state, silent, error; };
 void halt(struct parser *parser);
 int is_over(struct parser *parser) { return parser->state == 2; }
 void refuse(struct parser *parser) {
   parser->error = 7;
   parser->silent = 1;
-  parser->state = 2;
+  halt(parser);
 }`,
      ` void *memset(void *, int, unsigned long);
 struct item { void *data; void *next; int flags; };
 struct list { struct item *items; int count; };
 void push(struct list *list, void *data) {
+  memset(&list->items[list->count], 0, sizeof(struct item));
   list->items[list->count].data = data;
-  list->items[list->count].next = 0;
   list->items[list->count].flags = 0;
   list->count++;
 }
 void *follow(struct list *list, int at) {
   return list->items[at].next;
 }`,
      ` void *calloc(unsigned long, unsigned long);
 struct item { void *data; void *next; int flags; };
 struct item *make(void *data) {
   struct item *item = calloc(1, sizeof *item);
   if (!item) return 0;
   item->data = data;
-  item->next = 0;
   item->flags = 1;
   return item;
 }
 void *follow(struct item *item) { return item->next; }`,
    ],
  },
  compare(change, report) {
    for (const { base, head } of change.functions) {
      for (const { name, gone, sibling } of unsetFields(change, base, head)) {
        const was = shortText(change.base.tree.textOf(gone));
        report(
          sibling,
          `\`${was}\` was set with this before the change, and \`${name}\` is not now`,
          {
            confidence: 0.55,
          },
        );
      }
    }
  },
};
