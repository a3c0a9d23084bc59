import type { Expr } from '../../code/c/ir/ast.ts';
import { knownNumber } from '../../code/c/ir/constants.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { expressionsIn, topLevelExpressions } from '../../code/c/ir/walk.ts';
import { accessPaths, valuePaths } from '../../code/change/access-paths.ts';
import { assignedValues } from '../../code/change/assigned-values.ts';
import { type Constraint, constraintsOf } from '../../code/change/constraint.ts';
import { droppedLimits } from '../../code/change/dropped-limits.ts';
import type { GuardedUse } from '../../code/change/guarded-uses.ts';
import { leavesOn, sidesOf } from '../../code/change/leaves-on.ts';
import { isLimitEquality } from '../../code/change/limit-equality.ts';
import { lostRefusals } from '../../code/change/lost-refusals.ts';
import { onlyReports } from '../../code/change/only-reports.ts';
import { placeInHead } from '../../code/change/place-of-change.ts';
import { removedReentryGuards } from '../../code/change/reentry-guards.ts';
import type { RemovedCheck } from '../../code/change/removed-checks.ts';
import { testsOf } from '../../code/change/tests.ts';
import type { ChangeRule } from './change-rule.ts';
import { reportChecks, shortText } from './support/report-check.ts';

export const boundsCheckRemoved: ChangeRule = {
  id: 'bounds_check_removed',
  title: 'The change took away or weakened a check of a bound',
  category: 'bounds',
  cwe: [119, 787, 125],
  severity: 'high',
  precision: 'medium',
  help: 'Before the change every way to this access went past a comparison of its index, length or pointer with a limit. Head still has the access, but not the comparison, or one that lets more through, and nothing else of the change bounds the same values. Values that the old check refused now reach the access.',
  suggestion: 'Keep the check, or say in the code what bounds the value now.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int get(const int *table, unsigned count, unsigned index) {
-  if (index >= count)
-    return -1;
   return table[index]; // defect
 }`,
      ` void put(char *out, int size, const char *text, int length) {
-  if (length >= size)
+  if (length > size) // defect
     return;
   for (int i = 0; i < length; i++) out[i] = text[i];
   out[length] = 0;
 }`,
      `-#define LIMIT 16
+#define LIMIT 32 // defect
 char line[16];
 void put(int at, char byte) {
   if (at >= 0 && at < LIMIT) line[at] = byte;
 }`,
      ` int put(char *, int, int);
-int write_mark(char *data, unsigned size, int mark) {
-  if (size < 12) return -1;
+int write_mark(char *data, int mark) { // defect
   return put(data, mark, 2);
 }`,
      ` int report_error(const char *);
 struct grid { unsigned wide, high, all; };
 int set_up(struct grid *grid, unsigned wide, int known) {
   grid->all = 0;
   if (!known) {
     grid->wide = wide;
-    if (grid->wide > 65535 / grid->high) {
-      report_error("too many");
-      return -1;
-    }
   } // defect
   grid->all = grid->wide * grid->high;
   return 0;
 }`,
    ],
    good: [
      ` struct text { char *bytes; int length; };
 char *shared(const char *, int), *copy_of(const char *, int);
 void put(struct text *to, const char *from, int can_share) {
-  if (can_share && to->length < 5)
-    to->bytes = shared(from, to->length);
-  else
-    to->bytes = copy_of(from, to->length);
+  to->bytes = copy_of(from, to->length);
 }`,
      `+static const unsigned most = 64;
 char line[64];
 int put(unsigned at, char byte) {
-  if (at >= 64)
+  if (at >= most)
     return -1;
   line[at] = byte;
   return 0;
 }`,
      `+enum { MOST = 64 };
 char line[64];
 int put(unsigned at, unsigned n, char byte) {
-  if (at + n / 8 > 64 - 2)
+  const unsigned last = MOST - 2;
+  if (at + n / 8 > last)
     return -1;
   line[at] = byte;
   return 0;
 }`,
      ` int size_of(int);
 int known(const char *name, int fd) {
-  if (fd > 0 && size_of(fd) != 0)
+  if (fd >= 0 && size_of(fd) != 0)
     return 1;
   return name[0];
 }`,
      ` int put(char *, int, int), level(int);
-int write_mark(char *data, int wanted, int mark) {
-  if (level(mark) > wanted) put(data, 0, 1);
+int write_mark(char *data, int mark) {
   return put(data, mark, 2);
 }`,
      ` struct out { char *data; unsigned size; };
 int put(char *, int, int);
-int write_mark(char *data, unsigned size, int mark) {
-  if (size < 12) return -1;
+int write_mark(struct out *out, int mark) {
+  char *data = out->data;
   return put(data, mark, 2);
 }`,
      ` struct list { int count; int *items; };
 int list_count(const struct list *);
 int total(const struct list *list) {
   int sum = list->count;
-  for (int i = 0; i < list->count; i++)
+  for (int i = 0; i < list_count(list); i++)
     sum += list->items[i];
   return sum;
 }`,
      ` unsigned long strlen(const char *), span(const char *);
 void add(char *, const char *), add_part(char *, const char *, int);
-void parse(char *to, const char *text) {
-  unsigned long at = span(text);
-  if (at < strlen(text)) {
+void parse(char *to, const char *text, int separator) {
+  if (separator != -1) {
     add_part(to, text, 1);
   } else {
     add(to, text);
   }
 }`,
      ` struct file;
 struct file *first(void);
 void put(struct file *, int);
 void write_name(struct file *in, struct file *out, const char *name) {
-  if (in != first()) {
+  if (name != 0) {
     put(out, name[0]);
   }
 }`,
      ` int plot(int);
 void row(int width, int height) {
-  for (int i = 0; i < width * height; i++) plot(width - 1);
+  for (int j = 0; j < width * height; j++) plot(width - 1);
+  for (int i = 0; i < 3; i++) plot(i);
 }`,
      ` void use(int *), wrong(void), note(int);
+static void check(int index, int count) {
+  if (index >= count) wrong();
+}
 void put(int *table, int count, int index) {
   note(count);
   note(index);
-  if (index >= count) wrong();
+  check(index, count);
   table[index] = 1;
   use(table);
 }`,
      ` struct text { char *bytes; unsigned long length; };
 const char *line_end(const struct text *text) {
   unsigned long n = text->length;
-  if (n && text->bytes[n - 1] != '\\n') return "2";
-  else if (n > 1 && text->bytes[n - 2] != '\\n') return "1";
+  if (!n) return "2";
+  else if (text->bytes[n - 1] != '\\n') return "2";
+  else if (n == 1) return "1";
+  else if (text->bytes[n - 2] != '\\n') return "1";
   return 0;
 }`,
      ` int get(const int *table, unsigned count, unsigned index) {
-  if (index >= count)
+  if (count <= index)
     return -1;
   return table[index];
 }`,
      ` void flush(const char *text);
 void put(char *out, unsigned long used, char byte) {
-  if (used > 236) {
+  if (used > 128) {
     out[used] = 0;
     flush(out);
   }
 }`,
      ` struct list { struct list *next; int size; };
 void add(struct list **all, struct list *item);
 void number(int *size);
 int total(struct list *item) {
   int all = 0;
   while (item) {
+    number(&item->size);
     all += item->size;
     item = item->next;
   }
   return all;
 }`,
      ` int last(const char *start, const char *at) {
   const char *end = at;
-  while (end - at < 10 && *at != '(') at--;
+  while (at > start && end - at < 10 && *at != '(') at--;
   return *at == '(';
 }`,
      `-#define LIMIT 16
+#define LIMIT 32
 char line[LIMIT];
 void put(int at, char byte) {
   if (at >= 0 && at < LIMIT) line[at] = byte;
 }`,
      ` int get(const int *table, unsigned count, unsigned index) {
-  if (index >= count)
-    return -1;
+  index = index < count ? index : 0;
   return table[index];
 }`,
      ` int use(int);
 int f(unsigned w, unsigned off, const int *a) {
   unsigned lw = w - off;
   int s = 0;
-  for (unsigned j = 0; j < w; j++) s += a[j];
+  for (unsigned j = 0; j < lw; j++) s += a[j];
   return s;
 }`,
      ` void *malloc(unsigned long); int next(void);
 char *f(unsigned n) {
-  char *p = malloc(n);
+  char *p = malloc(n * 2);
+  unsigned end = n * 2;
   unsigned i = 0;
-  while (i < n) p[i++] = next();
+  while (i < end) p[i++] = next();
   return p;
 }`,
    ],
  },
  compare(change, report, path) {
    // That is a finding of `reentry_guard_removed`.
    const guards = new Set(
      change.functions.flatMap((pair) =>
        removedReentryGuards(change, pair).map(({ test }) => test.start),
      ),
    );
    const confidence = (check: RemovedCheck) =>
      check.relation === 'kept' && guards.has(check.constraint.test.start)
        ? undefined
        : confidenceOf(check);
    reportChecks(confidence, change, report, path);
    for (const pair of change.functions)
      for (const { test, place } of lostRefusals(change, pair)) {
        const tested = `\`${shortText(change.base.tree.textOf(test))}\``;
        report(
          placeInHead(change, test),
          `\`${place}\` is no longer compared: this change took away ${tested}, which was refused with a message`,
          { confidence: 0.5 },
        );
      }
    for (const pair of change.functions)
      for (const { parameter, test, use } of droppedLimits(change, pair)) {
        const tested = `\`${shortText(change.base.tree.textOf(test))}\``;
        const used = shortText(change.head.tree.textOf(use));
        report(
          placeInHead(change, test),
          `\`${used}\` is no longer protected by ${tested}: the function is not told \`${parameter.name}\` any more`,
          { confidence: 0.6 },
        );
      }
  },
};

function confidenceOf(check: RemovedCheck): number | undefined {
  const { constraint, relation, weaker, uses } = check;
  const isBound = constraint.kind === 'bound' || isLimitEquality(check);
  if (!isBound || uses.every(({ kind }) => kind === 'division')) return undefined;
  // The sequence may well have an end of its own.
  if (check.isSentinel) return 0.45;
  const isMade = (text: string) =>
    testsOf(check.pair.head).some((one) => expressionText(one) === text);
  if (relation === 'same') {
    // One of several conditions: where head makes the test as well, another one is gone.
    const { alternatives, test } = constraint;
    if (alternatives.length > 1 && isMade(expressionText(test))) return undefined;
    if (weaker === undefined)
      return uses.every(isCall) && isLeast(constraint) && isOtherChoice(check) ? 0.45 : 0.75;
    if (isLowerBoundOfIndex(check, weaker)) return undefined;
    // `fd > 0` made `fd >= 0`: what only a call is given may well be 0.
    if (uses.every(isCall) && lowerBoundOf(constraint, weaker) !== undefined) return 0.45;
    return hasOtherNewBound(check, weaker) ? 0.45 : 0.7;
  }
  if (relation === 'origin') {
    if (constraint.alternatives.length > 1 && isMade(expressionText(constraint.test)))
      return undefined;
    // What neither leaves nor is tested right around the use decided on something else.
    if (weaker === undefined && !leavesOn(check.pair.base, constraint.test)) return 0.45;
    return weaker !== undefined && lowerBoundOf(constraint, weaker) !== undefined ? 0.45 : 0.55;
  }
  // What was refused is what the function computes; of what it finds others may know.
  if (relation === 'kept') {
    if (isOtherChoice(check)) return 0.45;
    const isComputed = assignedValues(check.pair.head).some(({ target }) =>
      constraint.compared.has(target),
    );
    return isComputed && (weaker === undefined || isComparison(weaker)) ? 0.5 : 0.45;
  }
  return uses.some(isFixedElement) && constraint.compared.size === 1 ? 0.55 : 0.45;
}

function isCall({ kind }: GuardedUse): boolean {
  return kind === 'call';
}

/** Whether a test says of one value that it is at least so large: of the length that a call gets a smaller one is as good. */
function isLeast({ alternatives }: Constraint): boolean {
  return alternatives.some(({ relation, form }) => {
    const [multiple = 0, ...more] = form.terms.values();
    return relation === '>=' && more.length === 0 && multiple > 0 && form.constant < -1;
  });
}

/** Whether a test chose between two calls that get the value: `if (n < 5) keep(s, n); else copy(s, n);`. */
function isOtherChoice({ constraint: { test, compared }, pair }: RemovedCheck): boolean {
  const isGiven = (expr: Expr) =>
    expr.kind === 'call' && !onlyReports(expr) && !accessPaths(expr).isDisjointFrom(compared);
  const sides = sidesOf(pair.base, test) ?? [];
  return (
    sides.length > 0 &&
    sides.every(({ own }) =>
      own.some((block) =>
        topLevelExpressions(block).some((root) => expressionsIn(root).some(isGiven)),
      ),
    )
  );
}

/** `i > 20` made `i > 10` before `a[i]`: an index is as good from any number on that is not negative. */
function isLowerBoundOfIndex({ constraint, uses }: RemovedCheck, weaker: Expr): boolean {
  const text = lowerBoundOf(constraint, weaker);
  if (text === undefined) return false;
  return uses.every(({ expr }) => expr.kind === 'index' && valuePaths(expr.index).has(text));
}

/** What was compared with a lower bound and still is, with another one that keeps it from being negative. */
function lowerBoundOf({ alternatives, key }: Constraint, weaker: Expr): string | undefined {
  const [{ relation, form, key: terms }, ...others] = alternatives;
  const [term, ...more] = form.terms;
  if (others.length > 0 || relation !== '>=' || term === undefined || more.length > 0)
    return undefined;
  const [text, multiple] = term;
  if (multiple < 0) return undefined;
  const isStillNatural = [true, false].some((outcome) =>
    constraintsOf(weaker, outcome).some(
      ({ key: other, alternatives: [first] }) =>
        other !== key && first.key === terms && first.relation === '>=' && first.form.constant <= 0,
    ),
  );
  return isStillNatural ? text : undefined;
}

/** Whether the change also compares another value that the use depends on: the limits were set anew. */
function hasOtherNewBound(
  { pair, constraint, uses: [{ expr }] }: RemovedCheck,
  weaker: Expr,
): boolean {
  const before = new Set(testsOf(pair.base).map(expressionText));
  const read = accessPaths(expr).difference(constraint.compared);
  return testsOf(pair.head).some(
    (test) =>
      test !== weaker &&
      isComparison(test) &&
      !before.has(expressionText(test)) &&
      !valuePaths(test).isDisjointFrom(read),
  );
}

function isComparison(test: Expr): boolean {
  return test.kind === 'binary' && /^[<>]=?$/.test(test.op);
}

/** `list->items[2]`, as `list->count > 2` protects it. */
function isFixedElement({ expr }: GuardedUse): boolean {
  return expr.kind === 'index' && knownNumber(expr.index) !== undefined;
}
