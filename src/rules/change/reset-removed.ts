import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { isTakenAway } from '../../code/change/place-of-change.ts';
import { isZero } from '../../code/change/zero-value.ts';
import type { ChangeRule } from './change-rule.ts';

export const resetRemoved: ChangeRule = {
  id: 'reset_removed',
  title: 'The change leaves a pointer to freed memory behind',
  category: 'memory',
  cwe: [416, 415],
  severity: 'high',
  precision: 'medium',
  help: 'Before the change this pointer was set to null when what it points to was released. Head releases it and keeps the pointer, which other functions still find where it is stored. They use or release freed memory.',
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
    ],
    good: [
      ` void free(void *);
 struct box { char *text; };
 void clear(struct box *box, char *other) {
   free(box->text);
-  box->text = 0;
+  box->text = other;
 }`,
    ],
  },
  compare(change, report) {
    for (const { base, head } of change.functions) {
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
