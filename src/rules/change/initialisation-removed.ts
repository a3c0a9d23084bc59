import type { LoweredFunction, Span, Variable } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import {
  type DefiniteAssignment,
  definiteAssignment,
} from '../../code/change/definite-assignment.ts';
import type { FunctionPair } from '../../code/change/function-pairs.ts';
import { lostClearing } from '../../code/change/lost-clearing.ts';
import { lostFillings } from '../../code/change/lost-fillings.ts';
import {
  isTakenAway,
  isWritten,
  placeInHead,
  placeOfChange,
} from '../../code/change/place-of-change.ts';
import { spanOfCodeFrom } from '../../code/change/span-of-line.ts';
import type { UnitChange } from '../../code/change/unit-change.ts';
import { unsetRecords } from '../../code/change/unset-records.ts';
import type { TraceStep } from '../../code/syntax/location.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const initialisationRemoved: ChangeRule = {
  id: 'initialisation_removed',
  title: 'The change leaves a variable without a value on some way',
  category: 'memory',
  cwe: [457, 908],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change every way to this read, or to the return, gave the variable a value. In head one way does not. What is read there is whatever was left in that memory: it may decide a branch, be used as a pointer or a length, or be sent to the outside.',
  suggestion: 'Give the variable a value where it is declared, or on every way.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int parse(const char *text);
 int value(const char *text) {
-  int result = 0;
+  int result; // defect
   if (text) result = parse(text);
   return result;
 }`,
      ` int fill(char *);
 int load(char *buffer, int *size) {
-  *size = 0;
   if (!buffer) // defect
     return -1;
   *size = fill(buffer);
   return 0;
 }`,
      ` int fill(char *, int *);
 int load(char *buffer, int *size) {
-  *size = 0;
   if (!buffer) // defect
     return -1;
   return fill(buffer, size);
 }`,
      ` struct node { struct node *next; int value; };
 struct node *parse(const char *, struct node *);
 struct node *list(const char *text) {
-  struct node first = {0}, *last = &first;
+  struct node first, *last = &first; // defect
   while (*text) last = parse(text++, last);
   return first.next;
 }`,
      ` _Noreturn void die(const char *);
 int one(int), two(int);
 int show(int kind) {
-  int status;
+  int status = status; // defect
   switch (kind) {
     case 1: status = one(kind); break;
     case 2: status = two(kind); break;
-    default: die("kind");
   }
   return status;
 }`,
      ` void *malloc(unsigned long), *calloc(unsigned long, unsigned long);
 struct node { struct node *next; char *text; int value; };
 struct node *make(int value) {
-  struct node *node = calloc(1, sizeof *node);
+  struct node *node = malloc(sizeof *node); // defect
   if (!node) return 0;
   node->value = value;
   return node;
 }`,
      ` void *memset(void *, int, unsigned long);
 struct options { int level; const char *name; };
 int run(struct options *);
 int start(int level) {
   struct options options;
-  memset(&options, 0, sizeof options);
   options.level = level; // defect
   return run(&options);
 }`,
      ` void *memset(void *, int, unsigned long);
 struct t { int first[256]; };
 int f(struct t *t, const unsigned char *s) {
-  memset(t->first, 0, sizeof t->first);
   while (*s) t->first[*s++]++; // defect
   return t->first[0];
 }`,
    ],
    good: [
      ` int begin(int), find_begin(int, int *), use(int);
 int run(int kind) {
   int at;
+  int error;
   if (kind == 1)
-    at = begin(1);
+    error = find_begin(1, &at);
   else
-    return -1;
+    error = -1;
+  if (error < 0)
+    return -1;
   return use(at);
 }`,
      ` void *malloc(unsigned long), *calloc(unsigned long, unsigned long);
 struct node { struct node *next; int value; };
 struct node *make(int value) {
-  struct node *node = calloc(1, sizeof *node);
+  struct node *node = malloc(sizeof *node);
   if (!node) return 0;
   node->value = value;
+  node->next = 0;
   return node;
 }`,
      ` void *memset(void *, int, unsigned long);
 struct options { int level; const char *name; };
 int run(struct options *), defaults(struct options *);
 int start(int level) {
   struct options options;
-  memset(&options, 0, sizeof options);
+  defaults(&options);
   options.level = level;
   return run(&options);
 }`,
      ` int parse(const char *text);
 int value(const char *text) {
-  int result = 0;
+  int result;
   if (text) result = parse(text);
+  else result = 0;
   return result;
 }`,
      ` struct node { struct node *next; int value; };
 void node_reset(struct node *);
 struct node *parse(const char *, struct node *);
 struct node *list(const char *text) {
-  struct node first = {0}, *last = &first;
+  struct node first, *last;
+  node_reset(&first);
+  last = &first;
   while (*text) last = parse(text++, last);
   return first.next;
 }`,
      ` void *memset(void *, int, unsigned long);
 struct t { int first[256]; };
 int f(struct t *t, const unsigned char *s) {
-  memset(t->first, 0, sizeof t->first);
+  for (int i = 0; i < 256; i++) t->first[i] = 0;
   while (*s) t->first[*s++]++;
   return t->first[0];
 }`,
      ` void *memset(void *, int, unsigned long);
 struct t { int first[256]; };
 void t_init(struct t *);
 int f(struct t *t, const unsigned char *s) {
-  memset(t->first, 0, sizeof t->first);
+  t_init(t);
   while (*s) t->first[*s++]++;
   return t->first[0];
 }`,
    ],
  },
  compare(change, report, path) {
    for (const pair of change.functions) {
      const before = definiteAssignment(pair.base, change.base);
      const now = definiteAssignment(pair.head, change.head);
      for (const variable of pair.head.locals) {
        const found = leftUnset(variable, pair, before, now, change);
        if (found === undefined) continue;
        const step = (span: Span, message: string): TraceStep => ({
          file: path,
          location: change.head.tree.location(span),
          function: pair.head.name,
          message,
        });
        report(
          found.place,
          `\`${variable.name}\` had a value on every way before this change and has none on some now`,
          {
            confidence: 0.55,
            trace: [
              step(found.place, `\`${variable.name}\` was set before the change`),
              step(found.read, `\`${variable.name}\` is read here`),
            ],
          },
        );
      }
      for (const { variable, use } of unsetRecords(change, pair)) {
        const { name, start } = variable;
        report(
          { start, end: start + name.length },
          `\`${name}\` was given a value where it is declared before this change, and is not now`,
          {
            confidence: 0.55,
            trace: [
              {
                file: path,
                location: change.head.tree.location(use),
                function: pair.head.name,
                message: `\`${name}\` is used here, and nothing has given all of it a value`,
              },
            ],
          },
        );
      }
      for (const { name, clearing, field, use } of lostClearing(change, pair)) {
        const was = shortText(change.base.tree.textOf(clearing));
        const place = placeInHead(change, clearing);
        report(
          place,
          `\`${field}\` of \`${name}\` was zero before this change, from \`${was}\`, and nothing gives it a value now`,
          {
            confidence: 0.55,
            trace: [
              {
                file: path,
                location: change.head.tree.location(use),
                function: pair.head.name,
                message: `\`${name}\` is used here`,
              },
            ],
          },
        );
      }
      for (const { array, filling, read } of lostFillings(change, pair)) {
        const was = shortText(change.base.tree.textOf(filling));
        const text = shortText(change.head.tree.textOf(read));
        report(
          placeOfChange(change, read) ?? placeInHead(change, filling),
          `\`${text}\` is what was left in \`${array}\`: this change took away \`${was}\``,
          { confidence: 0.5 },
        );
      }
      for (const parameter of pair.head.parameters) {
        const place = leftBehind(parameter, pair, before, now, change);
        if (place === undefined) continue;
        report(
          place,
          `\`*${parameter.name}\` was set at every return before this change and is not at some now`,
          {
            confidence: 0.55,
          },
        );
      }
    }
  },
};

interface Unset {
  /** What the change left without a value. */
  readonly place: Span;
  /** Where it is read without one. */
  readonly read: Span;
}

/** Where the change left a local without a value that head reads. */
function leftUnset(
  { name, type, start }: Variable,
  { base, head }: FunctionPair,
  before: DefiniteAssignment,
  now: DefiniteAssignment,
  change: UnitChange,
): Unset | undefined {
  // An array is filled element by element; a record member by member.
  if (type.kind === 'array' || type.kind === 'record' || type.kind === 'unknown') return undefined;
  const sameName = ({ locals }: LoweredFunction) => locals.filter((each) => each.name === name);
  const [old] = sameName(base);
  if (old === undefined || sameName(base).length > 1 || sameName(head).length > 1) return undefined;
  if (before.reads.some(({ expr, assigned }) => expr.name === name && !assigned.has(name)))
    return undefined;
  const bad = now.reads.find(({ expr, assigned }) => expr.name === name && !assigned.has(name));
  if (bad === undefined) return undefined;
  if (isGivenAddress(head, name, change) && !isGivenAddress(base, name)) return undefined;
  const declaration = { start, end: start + name.length };
  const place = isWritten(change, declaration)
    ? declaration
    : (removedAssignment(base, name, change) ??
      (isWritten(change, bad.expr) ? bad.expr : undefined));
  return place === undefined ? undefined : { place, read: bad.expr };
}

/**
 * Whether a call gets the address of a variable: where base had none, head takes from the call what it assigned, and
 * knows by the result of the call whether it is there.
 * @param change counts only what this wrote
 */
function isGivenAddress(fn: LoweredFunction, name: string, change?: UnitChange): boolean {
  return expressionsOf(fn.blocks).some((expr) => {
    if (expr.kind !== 'call' || (change !== undefined && !isWritten(change, expr))) return false;
    return expr.args.map(withoutCasts).some((arg) => {
      return arg.kind === 'address' && expressionText(arg.operand) === name;
    });
  });
}

/** Where the change no longer sets what a parameter points to. */
function leftBehind(
  { name, type }: Variable,
  { base, head }: FunctionPair,
  before: DefiniteAssignment,
  now: DefiniteAssignment,
  change: UnitChange,
): Span | undefined {
  if (type.kind !== 'pointer' || !base.parameters.some((each) => each.name === name))
    return undefined;
  const target = `*${name}`;
  const isSet = ({ returns }: DefiniteAssignment) =>
    returns.every(({ assigned }) => assigned.has(target));
  // A call that gets the pointer may set it on the ways that come to the call.
  const isSetSomewhere =
    isAssigned(head, target) || now.returns.some(({ assigned }) => assigned.has(target));
  if (!isSet(before) || isSet(now) || !isSetSomewhere) return undefined;
  return removedAssignment(base, target, change);
}

function isAssigned(fn: LoweredFunction, target: string): boolean {
  return expressionsOf(fn.blocks).some(
    (expr) => expr.kind === 'assign' && expressionText(expr.target) === target,
  );
}

/** The line of head behind an assignment of base that the change took away. */
function removedAssignment(
  base: LoweredFunction,
  target: string,
  change: UnitChange,
): Span | undefined {
  const gone = expressionsOf(base.blocks).find((expr) => {
    const isOne =
      (expr.kind === 'assign' && expressionText(expr.target) === target) ||
      (expr.kind === 'address' && expressionText(expr.operand) === target);
    return isOne && isTakenAway(change, expr);
  });
  if (gone === undefined) return undefined;
  const { line } = change.base.tree.location(gone);
  return spanOfCodeFrom(change.head.tree.text, Math.ceil(change.lines.positionInHead(line)));
}
