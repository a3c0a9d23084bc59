import type { LoweredFunction, Span } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { isPointerLike } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { isTakenAway, isWritten, placeOfChange } from '../../code/change/place-of-change.ts';
import { stalePointers } from '../../code/change/stale-pointers.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const pointerNotRefreshed: ChangeRule = {
  id: 'pointer_not_refreshed',
  title: 'The change uses a pointer into memory that may have moved',
  category: 'memory',
  cwe: [416, 825],
  severity: 'high',
  precision: 'medium',
  help: 'Before the change the pointer was taken from its owner after the owner got new memory. Head takes it before, and goes on with what may be freed by then: `realloc` may move a block.',
  suggestion: 'Take the pointer from its owner after the last thing that can move the memory.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` void *realloc(void *, unsigned long);
 struct text { char *data; unsigned long size; };
 int add(struct text *t, unsigned long size) {
   char *at;
+  at = t->data; // defect
   char *more = realloc(t->data, size);
   if (!more) return -1;
   t->data = more;
-  at = t->data;
   at[0] = 0;
   return 0;
 }`,
      ` struct value { int number; };
 struct stack { struct value *data; int length; };
 int stack_grow(struct stack *, int);
 int run(struct stack *stack, int count) {
   struct value *first = stack->data + stack->length - count;
   if (!stack_grow(stack, count)) return 0;
-  first = stack->data + stack->length - count;
   return first->number; // defect
 }`,
    ],
    good: [
      ` struct value { int number; };
 struct stack { struct value *data; int length; };
 int stack_grow(struct stack *, int);
 int run(struct stack *stack, int count) {
   struct value *first = stack->data;
   if (!stack_grow(stack, count)) return 0;
-  first = stack->data;
+  first = &stack->data[0];
   return first->number;
 }`,
      ` void *realloc(void *, unsigned long);
 struct text { char *data; unsigned long size; };
 int add(struct text *t, unsigned long size) {
   char *at;
   char *more = realloc(t->data, size);
   if (!more) return -1;
   t->data = more;
-  at = t->data;
-  at[0] = 0;
+  t->data[0] = 0;
   return 0;
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions) {
      const { base, head } = pair;
      for (const { pointer, call, use } of stalePointers(change, pair)) {
        const text = shortText(change.head.tree.textOf(call));
        const what = `\`${pointer}\` may point to memory that \`${text}\` has moved: before this change it was taken anew behind the call`;
        report(placeOfChange(change, use) ?? use, what, { confidence: 0.65 });
      }
      for (const { pointer, owner, at } of pointersTaken(base)) {
        if (!isTakenAway(change, at)) continue;
        const movedBefore = changesOf(base, owner).some((span) => span.start < at.start);
        if (!movedBefore) continue;
        const taken = pointersTaken(head).filter((each) => each.pointer === pointer);
        const moved = changesOf(head, owner).at(-1);
        if (moved === undefined) continue;
        const last = taken.filter((each) => each.at.start > moved.start);
        const first = taken.find((each) => each.owner === owner && isWritten(change, each.at));
        if (last.length > 0 || first === undefined || !isUsedBehind(head, pointer, moved)) continue;
        report(
          first.at,
          `\`${pointer}\` is taken from \`${owner}\` before \`${owner}\` gets new memory, and used after it`,
          {
            confidence: 0.75,
          },
        );
      }
    }
  },
};

/** Assignments of one place's pointer to a variable: `p = s->data`. */
function pointersTaken(fn: LoweredFunction): { pointer: string; owner: string; at: Span }[] {
  const taken = (target: string, value: string, at: Span) => ({
    pointer: target,
    owner: value,
    at,
  });
  const declared = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) => {
      if (step.kind !== 'declare' || step.init === undefined) return [];
      if (!isPointerLike(step.variable.type)) return [];
      return taken(step.variable.name, expressionText(step.init), step.init);
    }),
  );
  const assigned = expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind !== 'assign' || expr.op !== '=' || expr.target.kind !== 'name') return [];
    return isPointerLike(expr.target.type)
      ? taken(expr.target.name, expressionText(expr.value), expr)
      : [];
  });
  return [...declared, ...assigned].filter(({ owner }) => /->\w+$|\.\w+$/.test(owner));
}

/** The assignments of a place, in the order of the text. */
function changesOf(fn: LoweredFunction, place: string): Span[] {
  return expressionsOf(fn.blocks)
    .filter((expr) => expr.kind === 'assign' && expressionText(expr.target) === place)
    .toSorted((a, b) => a.start - b.start);
}

function isUsedBehind(fn: LoweredFunction, pointer: string, behind: Span): boolean {
  return expressionsOf(fn.blocks).some(
    (expr) => expr.kind === 'name' && expr.name === pointer && expr.start > behind.end,
  );
}
