import type { CallExpr, Expr, LoweredFunction, Span, Variable } from '../../code/c/ir/ast.ts';
import { knownNumber } from '../../code/c/ir/constants.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { valuePaths } from '../../code/change/access-paths.ts';
import { isAskedApart } from '../../code/change/asked-apart.ts';
import type { FunctionPair } from '../../code/change/function-pairs.ts';
import { isLesserSize } from '../../code/change/lesser-size.ts';
import { allocationsOfOldSize } from '../../code/change/old-size.ts';
import { changedMacro, placeOfChange } from '../../code/change/place-of-change.ts';
import { haveSameValues } from '../../code/change/same-values.ts';
import type { UnitChange } from '../../code/change/unit-change.ts';
import { writtenDeclaration } from '../../code/change/written-declaration.ts';
import { isZero } from '../../code/change/zero-value.ts';
import type { ReportHit } from '../c/c-rule.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const bufferReduced: ChangeRule = {
  id: 'buffer_reduced',
  title: 'The change makes a buffer smaller',
  category: 'bounds',
  cwe: [131, 787],
  severity: 'high',
  precision: 'medium',
  help: 'Before the change this buffer was larger, or more bytes were asked for before they were used. Head allocates or asks for less by a constant or a factor, or asks for the size that a growing buffer had before, and the code that fills or reads it is as it was. Where that code needs what it had, it now goes past the end.',
  suggestion: 'Keep the size, or make what uses the buffer need less in the same change.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` void *malloc(unsigned long);
 char *copy(const char *text, unsigned long length) {
-  char *to = malloc(length + 1);
+  char *to = malloc(length); // defect
   for (unsigned long i = 0; i <= length; i++) to[i] = text[i];
   return to;
 }`,
      ` void *calloc(unsigned long, unsigned long);
 short *included(uint_type layers, uint_type step) {
-  short *all = calloc((layers + 1) * step, sizeof(short));
+  short *all = calloc(layers * step, sizeof(short)); // defect
   if (all) all[layers * step] = 1;
   return all;
 }`,
      ` int format(int value, char *out);
 void show(int value) {
-  char text[32];
+  char text[12]; // defect
   format(value, text);
 }`,
      ` struct entry {
   int kind;
-  char name[64];
+  char name[16]; // defect
 };`,
      ` void *realloc(void *, unsigned long);
 int next(void);
 char *load(void) {
   unsigned long size = 0, used = 0, new_size;
   char *buf = 0, *tmp;
   for (;;) {
     int c = next();
     if (c < 0) return buf;
     if (used == size) {
       new_size = size + 4096;
-      tmp = realloc(buf, new_size);
+      tmp = realloc(buf, size); // defect
       if (!tmp) return buf;
       buf = tmp;
       size = new_size;
     }
     buf[used++] = c;
   }
 }`,
      ` void *xrealloc(void *, unsigned long);
 struct list { int *items; unsigned long cap; };
 void reserve(struct list *list, unsigned long wanted) {
   if (wanted <= list->cap) return;
-  list->items = xrealloc(list->items, wanted * sizeof(*list->items));
+  list->items = xrealloc(list->items, list->cap * sizeof(*list->items)); // defect
   list->cap = wanted;
 }`,
    ],
    good: [
      ` void *malloc(unsigned long);
 char *room(unsigned long length) {
-  return malloc(length + 1);
+  length += 1;
+  return malloc(length);
 }`,
      ` int fill(char *, unsigned long);
 int head_of(void) {
-  char first[64];
+  char first[20];
   return fill(first, sizeof(first));
 }`,
      ` void run(const char **);
 void start(const char *name) {
-  const char *args[3];
+  const char *args[2];
   args[0] = name;
-  args[1] = "-v";
-  args[2] = 0;
+  args[1] = 0;
   run(args);
 }`,
      `-#define CHUNK 4096
+#define CHUNK 1024
 void *malloc(unsigned long);
 long read(int, void *, unsigned long);
 char *first(int file, long *length) {
   char *data = malloc(CHUNK);
   if (data) *length = read(file, data, CHUNK);
   return data;
 }`,
      ` const char *read_ahead(void *, unsigned long);
 void consume(void *, unsigned long);
 int name_of(void *in, char *to, unsigned long length, unsigned long pad) {
-  const char *name = read_ahead(in, length + pad);
+  const char *name = read_ahead(in, length);
   if (name == 0) return -1;
   to[0] = name[0];
-  consume(in, length + pad);
+  consume(in, length);
+  consume(in, pad);
   return 0;
 }`,
      ` void *malloc(unsigned long);
 char *copy(const char *text, unsigned long length) {
-  char *to = malloc(length);
+  char *to = malloc(length + 1);
   for (unsigned long i = 0; i <= length; i++) to[i] = text[i];
   return to;
 }`,
      ` void *realloc(void *, unsigned long);
 int grow(char **buf, unsigned long *size) {
   unsigned long next = *size * 2;
-  char *to = realloc(*buf, next);
+  *size = next;
+  char *to = realloc(*buf, *size);
   if (!to) return -1;
   *buf = to;
-  *size = next;
   return 0;
 }`,
      ` void show(int value);
 void all(void) {
-  int values[4] = {1, 2, 3, 4};
+  int values[3] = {1, 2, 3};
   for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) show(values[i]);
 }`,
      ` void *malloc(unsigned long);
 struct filter {
-  void *omitted;
   long limit;
 };
 struct filter *make(long limit) {
   struct filter *made = malloc(sizeof(*made));
   made->limit = limit;
   return made;
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions) {
      smallerArrays(pair.base.locals, pair.head.locals, change, report, pair.head);
      smallerRequests(pair, change, report);
      sizesBeforeGrowth(change, pair, report);
    }
    const { base, head } = change;
    smallerArrays(
      [...base.symbols.globals.values()],
      [...head.symbols.globals.values()],
      change,
      report,
    );
    smallerMembers(change, report);
  },
};

/** Functions that are told how many bytes are needed. */
const REQUEST = /alloc|grow|reserve|ensure|ahead|need|require|calloc|resize/i;

function lengthOf({ type }: Variable): number | undefined {
  return type.kind === 'array' ? type.length : undefined;
}

function smallerArrays(
  before: readonly Variable[],
  now: readonly Variable[],
  change: UnitChange,
  report: ReportHit,
  fn?: LoweredFunction,
): void {
  const names = new Map(before.map((variable) => [variable.name, variable]));
  for (const variable of now) {
    const old = names.get(variable.name);
    const was = old === undefined ? undefined : lengthOf(old);
    const is = lengthOf(variable);
    if (was === undefined || is === undefined || is >= was) continue;
    // With contents of its own the array is as long as they are.
    if (fn === undefined ? /=/.test(lineText(change, variable)) : isInitialised(fn, variable))
      continue;
    const place = placeOfChange(change, variable);
    if (place === undefined || isLimitToo(change, variable)) continue;
    if (fn !== undefined && isFilledToTheEnd(fn, variable.name, is)) continue;
    // What fills it asks for its size.
    if (fn !== undefined && isAskedForItsSize(change, fn, variable.name)) continue;
    report(place, `\`${variable.name}\` had ${was} elements before this change and has ${is} now`, {
      confidence: 0.7,
    });
  }
}

function isAskedForItsSize({ head }: UnitChange, fn: LoweredFunction, name: string): boolean {
  return new RegExp(`\\bsizeof\\s*\\(?\\s*${name}\\b(?!\\s*\\[)`).test(head.tree.textOf(fn));
}

/** Whether a list of pointers is as long as what is put into it, element by element, up to the null that ends it. */
function isFilledToTheEnd({ blocks }: LoweredFunction, name: string, length: number): boolean {
  return expressionsOf(blocks).some(
    (expr) =>
      expr.kind === 'assign' &&
      expr.target.kind === 'index' &&
      expressionText(expr.target.base) === name &&
      knownNumber(expr.target.index) === length - 1 &&
      expr.target.type.kind === 'pointer' &&
      isZero(expr.value),
  );
}

/** Arrays in records, whose declarations the change wrote. */
function smallerMembers(change: UnitChange, report: ReportHit): void {
  for (const [record, { fields }] of change.head.symbols.records) {
    const before = change.base.symbols.records.get(record)?.fields ?? [];
    const old = new Map(before.map(({ name, type }) => [name, type]));
    for (const { name, type } of fields) {
      const was = old.get(name);
      if (was?.kind !== 'array' || was.length === undefined) continue;
      if (type.kind !== 'array' || type.length === undefined || type.length >= was.length) continue;
      const place = writtenDeclaration(change, name);
      if (place === undefined) continue;
      const text = `\`${name}\` of \`${record}\` had ${was.length} elements before this change and has ${type.length} now`;
      report(place, text, { confidence: 0.7 });
    }
  }
}

function lineText({ head }: UnitChange, { end }: Variable): string {
  const { text } = head.tree;
  const stop = text.indexOf(';', end);
  return text.slice(end, stop < 0 ? end : stop);
}

function isInitialised(fn: LoweredFunction, variable: Variable): boolean {
  return fn.blocks.some(({ steps }) =>
    steps.some(
      (step) => step.kind === 'declare' && step.variable === variable && step.init !== undefined,
    ),
  );
}

/** A size that is given to a call, there or through a variable. */
interface Request {
  readonly call: CallExpr;
  readonly value: Expr;
  /** The variable that it is given through. */
  readonly target?: string;
}

function smallerRequests(pair: FunctionPair, change: UnitChange, report: ReportHit): void {
  const before = requestsOf(pair.base);
  const now = requestsOf(pair.head);
  for (const [key, requests] of now) {
    const old = before.get(key) ?? [];
    if (old.length !== requests.length) continue;
    requests.forEach((request, index) => {
      const was = old[index];
      if (was === undefined || !isLesserSize(request.value, was.value)) return;
      // What the size lacks may have gone into a variable before.
      const read = new Set(valuePaths(was.value).union(valuePaths(request.value)));
      if (request.target !== undefined) read.delete(request.target);
      if (!haveSameValues(read, pair)) return;
      const place = placeOfChange(change, request.value);
      if (place === undefined) return;
      if (isLimitToo(change, request.value)) return;
      if (isAskedApart(change, pair.head, was.value, request.value)) return;
      const text = shortText(change.head.tree.textOf(request.value));
      const wasText = shortText(change.base.tree.textOf(was.value));
      // What has the size of a record is used as the record, which is what became smaller.
      if (text === wasText && hasSizeof(request.value) && changedMacro(change, text) === undefined)
        return;
      report(
        place,
        text === wasText
          ? `\`${text}\`, which \`${request.call.name}\` is asked for, was larger before this change`
          : `\`${request.call.name}\` was asked for \`${wasText}\` before this change and is for \`${text}\` now`,
        { confidence: 0.7 },
      );
    });
  }
}

/** What is asked for is the size that the buffer had before it grew. */
function sizesBeforeGrowth(change: UnitChange, pair: FunctionPair, report: ReportHit): void {
  for (const { call, size, newSize, record } of allocationsOfOldSize(change, pair)) {
    const text = (expr: Expr) => `\`${shortText(change.head.tree.textOf(expr))}\``;
    const reason = record === undefined ? 'which is less' : `although ${text(record)} follows`;
    const asked = `was asked for a size of \`${newSize}\` before this change and is for ${text(size)} now`;
    report(size, `\`${call.name}\` ${asked}, ${reason}`, { confidence: 0.7 });
  }
}

/** By the function, and the position and target of the size. */
function requestsOf(fn: LoweredFunction): ReadonlyMap<string, readonly Request[]> {
  const found = new Map<string, Request[]>();
  const add = (key: string, call: CallExpr, value: Expr, target?: string): void => {
    const all = found.get(key) ?? [];
    if (all.some((other) => other.value === value)) return;
    const through = target === undefined ? {} : { target };
    found.set(key, [...all, { call, value, ...through }]);
  };
  const all = expressionsOf(fn.blocks);
  const sized = new Map<string, CallExpr>();
  for (const call of all) {
    if (call.kind !== 'call' || !REQUEST.test(call.name)) continue;
    call.args.forEach((value, position) => {
      if (value.type.kind !== 'int' && !isProduct(value)) return;
      add(`${call.name} ${position}`, call, value);
      for (const path of valuePaths(value)) sized.set(path, call);
    });
  }
  for (const expr of all) {
    if (expr.kind !== 'assign' || expr.op !== '=') continue;
    const target = expressionText(expr.target);
    const call = sized.get(target);
    if (call !== undefined) add(`= ${target}`, call, expr.value, target);
  }
  for (const { steps } of fn.blocks)
    for (const step of steps) {
      if (step.kind !== 'declare' || step.init === undefined) continue;
      const { name } = step.variable;
      const call = sized.get(name);
      if (call !== undefined) add(`= ${name}`, call, step.init, name);
    }
  return found;
}

/**
 * Whether a size is that of a macro which the change made smaller, and which also says elsewhere how much
 * is put into what has this size: `read(0, data, CHUNK)`, `i < CHUNK`.
 */
function isLimitToo({ head, changedMacros }: UnitChange, size: Span): boolean {
  const { text } = head.tree;
  const names = (head.tree.textOf(size).match(/\w+/g) ?? []).filter((name) =>
    changedMacros.has(name),
  );
  return names.some((name) => {
    const isNamed = new RegExp(`\\b${name}\\b`);
    const isSize = new RegExp(`\\[[^\\]]*\\b${name}\\b[^\\]]*\\]`);
    return text
      .split('\n')
      .some(
        (line) =>
          isNamed.test(line) && !/^\s*#/.test(line) && !isSize.test(line) && !isRequest(line),
      );
  });
}

function isRequest(line: string): boolean {
  return (line.match(/\w+(?=\s*\()/g) ?? []).some((name) => REQUEST.test(name));
}

/** What is a number whatever its type, which another file may have. */
function isProduct(expr: Expr): boolean {
  const plain = withoutCasts(expr);
  return plain.kind === 'binary' && plain.op === '*';
}

function hasSizeof(expr: Expr): boolean {
  return expressionsIn(expr).some(({ kind }) => kind === 'sizeof');
}
