import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { isTakenAway } from '../../code/change/place-of-change.ts';
import { staleSizes } from '../../code/change/stale-sizes.ts';
import { isZero } from '../../code/change/zero-value.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const resetRemoved: ChangeRule = {
  id: 'reset_removed',
  title: 'The change leaves a pointer to freed memory behind',
  category: 'memory',
  cwe: [416, 415],
  severity: 'high',
  precision: 'medium',
  help: 'Before the change this pointer was set to null when what it points to was released. Head releases it and keeps the pointer, which other functions still find where it is stored. They use or release freed memory. A number beside it that keeps its value tells of memory that is gone.',
  suggestion: 'Set the pointer to null again after the release.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` void free(void *);
 struct box { char *text; };
 void clear(struct box *box) {
   free(box->text); // defect
-  box->text = 0;
 }`,
      ` void free(void *);
 struct box { char *data; int size; };
 int total(const struct box *b) { return b->size; }
 void clear(struct box *b) {
   if (b->data) {
     free(b->data); // defect
     b->data = 0;
-    b->size = 0;
   }
 }`,
      ` void free(void *); void *malloc(unsigned long);
 struct box { char *data; int size; };
 int total(const struct box *b) { return b->size; }
 int fill(struct box *b, int n) {
   if (b->data) {
     free(b->data); // defect
     b->data = 0;
-    b->size = 0;
   }
   b->data = malloc(n);
   if (b->data == 0)
     return -1;
   /* a comment that is long enough to put what follows further down than what belongs to it, as it would be in a
      function of some length; nothing else is said here, but that there are more than two hundred and forty
      characters in between the release and this */
   b->size = n;
   return 0;
 }`,
    ],
    good: [
      ` void free(void *);
 struct box { char *text; };
 void clear(struct box *box, char *other) {
   free(box->text);
-  box->text = 0;
+  box->text = other;
 }`,
      ` void free(void *);
 struct box { char *data; int size; };
 int total(const struct box *b) { return b->size; }
 static void set_size(struct box *b, int size) { b->size = size; }
 void clear(struct box *b) {
   free(b->data);
   b->data = 0;
-  b->size = 0;
+  set_size(b, 0);
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions) {
      const { base, head } = pair;
      for (const { place, gone, release } of staleSizes(change, pair)) {
        const was = shortText(change.base.tree.textOf(gone));
        const released = expressionText(release.place);
        report(
          release.call,
          `\`${place}\` keeps its value when \`${released}\` is released: this change took away \`${was}\``,
          { confidence: 0.55 },
        );
      }
      const assigned = new Set(assignments(head).map(({ place }) => place));
      for (const { place, expr } of assignments(base)) {
        if (!/->|\./.test(place) && !isGlobal(expr)) continue;
        if (!isZero(expr.value) || assigned.has(place) || !isTakenAway(change, expr)) continue;
        const released = releases(base).some((call) => call.place === place);
        const release = releases(head).find((call) => call.place === place);
        if (!released || release === undefined) continue;
        report(
          release.call,
          `\`${place}\` is released here and keeps its value: this change took away the assignment of null`,
          { confidence: 0.7 },
        );
      }
    }
  },
};

type Assignment = Expr & { readonly kind: 'assign' };

function assignments(fn: LoweredFunction): { place: string; expr: Assignment }[] {
  return expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'assign' && expr.op === '=' ? { place: expressionText(expr.target), expr } : [],
  );
}

function isGlobal({ target }: Assignment): boolean {
  return target.kind === 'name' && /^(?:global|static)$/.test(target.variable?.scope ?? '');
}

/** Calls that release what a place points to. */
function releases(fn: LoweredFunction): { place: string; call: CallExpr }[] {
  return expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind !== 'call' || !/free|release|destroy|unref|close|delete/i.test(expr.name))
      return [];
    return expr.args.map((argument) => ({ place: expressionText(argument), call: expr }));
  });
}
