import type { BinaryExpr } from '../../code/c/ir/ast.ts';
import { knownNumber } from '../../code/c/ir/constants.ts';
import {
  bitsNeeded,
  type UncheckedArithmetic,
  uncheckedArithmetic,
  untestedArithmetic,
} from '../../code/change/checked-arithmetic.ts';
import { overflowingSums } from '../../code/change/overflowing-sums.ts';
import { placeInHead, placeOfChange } from '../../code/change/place-of-change.ts';
import { unguardedCounts } from '../../code/change/unguarded-counts.ts';
import { untestedNegations } from '../../code/change/untested-negations.ts';
import { untestedOverflows } from '../../code/change/untested-overflows.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const checkedArithmeticRemoved: ChangeRule = {
  id: 'checked_arithmetic_removed',
  title: 'The change computes a size without a check of overflow',
  category: 'integer',
  cwe: [190, 131],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change a function computed this sum or product, or an allocation took the count and the size and multiplied them itself. Such functions refuse a result that does not fit. Head computes it with a plain operator, which wraps around: the size becomes small, and what is written or read with the count goes past the end. So does the negative of the least number of a type, which was tested for; a number that is counted past the end of its type, or below zero, without the test in front; and the sum of a place and a length in a test that compared the length with what is left.',
  suggestion:
    'Keep the function that checks, or test the operands against the limit before they are combined.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` unsigned long size_mul(unsigned long a, unsigned long b);
 void read_row(const char *from);
 void read_rows(const char *table, unsigned width, unsigned row) {
-  read_row(table + size_mul(width, row));
+  read_row(table + width * row); // defect
 }`,
      ` void *calloc(unsigned long, unsigned long);
 void *malloc(unsigned long);
 struct item { int a, b; };
 struct item *items(unsigned long count) {
-  return calloc(count, sizeof(struct item));
+  return malloc(count * sizeof(struct item)); // defect
 }`,
      ` int mul_overflows(unsigned a, unsigned b);
 void *malloc(unsigned long);
 void *rows(unsigned width, unsigned height) {
-  if (mul_overflows(width, height))
-    return 0;
   return malloc(width * height); // defect
 }`,
      ` void show(int);
 void show_size(int number) {
-  if (number == (-2147483647 - 1))
-    return;
   show(-number); // defect
 }`,
      ` void take(const char *, unsigned long);
 int read_part(const char *at, const char *end, unsigned long length) {
-  if (length > end - at) return -1;
+  if (at + length > end) return -1; // defect
   take(at, length);
   return 0;
 }`,
      ` void take(const char *, unsigned);
 int read_part(const char *all, unsigned size, unsigned at, unsigned length) {
-  if (at > size || length > size - at) return -1;
+  if (at + length > size) return -1; // defect
   take(all + at, length);
   return 0;
 }`,
      ` struct line { int flag; };
 int f(struct line *lines, unsigned j, unsigned la) {
-  while (la && j <= --la) {
+  while (j <= --la) { // defect
     if (lines[la].flag) return 1;
   }
   return 0;
 }`,
      ` unsigned take(const char *p, unsigned left, unsigned n) {
-  if (n > left) return 0;
   left -= n; // defect
   return left;
 }`,
      ` int use(int);
 int skip(const char *s) {
   int res = 0;
   while (*s++ == ' ') {
-    if (res < 2147483647)
-      res++;
+    res++; // defect
   }
   return res;
 }`,
      ` void *calloc(unsigned long, unsigned long);
 struct comp { unsigned w, h; int *data; };
 int f(struct comp *c) {
-  unsigned long w = c->w, h = c->h;
-  if (h == 0 || w > 18446744073709551615UL / h) return 0;
-  c->data = calloc(w * h, 4);
+  c->data = calloc((unsigned long)c->w * (unsigned long)c->h, 4); // defect
   return c->data != 0;
 }`,
      ` unsigned long skip(unsigned long at, unsigned n) {
-  at += 4;
-  if (n > 18446744073709551615UL - at) return 0;
-  at += n;
+  at += 4 + n; // defect
   return at;
 }`,
      ` void *realloc(void *, unsigned long);
 char *grown(char *text, unsigned long size, unsigned long more) {
-  if (more > (18446744073709551615UL - 1) / 2 - size) return 0;
-  unsigned long n = size + more;
-  return realloc(text, n + 1);
+  size += more; // defect
+  return realloc(text, size + 1);
 }`,
      ` int report_error(const char *);
 struct area { unsigned wide, high; };
 int accept(struct area *area) {
-  if ((unsigned long)area->wide * area->high != area->wide * area->high) {
-    report_error("too large");
-    return 0;
-  }
   return area->wide > 0 && area->high > 0; // defect
 }`,
    ],
    good: [
      ` void take(const char *, unsigned long);
 int read_head(const char *at, const char *end) {
-  if (8 > end - at) return -1;
+  if (at + 8 > end) return -1;
   take(at, 8);
   return 0;
 }`,
      ` void take(const char *, unsigned long);
 int read_part(const char *at, const char *end, unsigned long length) {
-  if (end < at + length) return -1;
+  if (at + length > end) return -1;
   take(at, length);
   return 0;
 }`,
      ` static unsigned area(unsigned a, unsigned b) { return a * b; }
 void *malloc(unsigned long);
 void *rows(unsigned width, unsigned height) {
-  return malloc(area(width, height));
+  return malloc(width * height);
 }`,
      ` unsigned long size_mul(unsigned long a, unsigned long b);
 void *malloc(unsigned long);
 void *rows(unsigned long width, unsigned long height) {
-  return malloc(size_mul(width, height));
+  if (height != 0 && width > 0xffff / height)
+    return 0;
+  return malloc(width * height);
 }`,
      ` void use(unsigned);
 void f(unsigned n) {
-  for (unsigned i = n; i > 0; i--) use(i - 1);
+  for (unsigned i = n; i-- > 0;) use(i);
 }`,
      ` void use(unsigned);
 void f(unsigned n) {
-  while (n > 0) {
-    n--;
-    use(n);
-  }
+  while (n--) {
+    use(n);
+  }
 }`,
      ` unsigned f(unsigned n, unsigned k) {
-  if (n >= k) {
-    n -= k;
-    return n;
-  }
-  return 0;
+  if (n < k) return 0;
+  n -= k;
+  return n;
 }`,
      ` unsigned f(unsigned n, unsigned k) {
-  if (k > n) return 0;
+  if (k > n) k = n;
   n -= k;
   return n;
 }`,
      ` unsigned min(unsigned, unsigned);
 unsigned f(unsigned n, unsigned k) {
-  if (k > n) k = n;
+  k = min(k, n);
   n -= k;
   return n;
 }`,
      ` void use(int);
-unsigned f(unsigned n) {
-  if (n == 0) return 0;
+long f(long n) {
   n--;
   return n;
 }`,
      ` void *calloc(unsigned long, unsigned long);
 struct comp { unsigned w, h; int *data; };
 int f(struct comp *c) {
-  unsigned long w = c->w, h = c->h;
-  if (h == 0 || w > 18446744073709551615UL / h) return 0;
-  c->data = calloc(w * h, 4);
+  if (c->h == 0 || c->w > 18446744073709551615UL / c->h) return 0;
+  c->data = calloc((unsigned long)c->w * (unsigned long)c->h, 4);
   return c->data != 0;
 }`,
      ` int add_overflows(unsigned, unsigned, unsigned *);
 unsigned sum(unsigned a, unsigned b) {
   unsigned all;
-  if (a > 4294967295U - b) return 0;
-  all = a + b;
+  if (add_overflows(a, b, &all)) return 0;
   return all;
 }`,
      ` unsigned sum(unsigned a, unsigned b) {
-  if (a > 4294967295U - b) return 0;
+  if (b > 4294967295U - a) return 0;
   return a + b;
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions) {
      const found = [...uncheckedArithmetic(change, pair), ...untestedArithmetic(change, pair)];
      for (const each of found) {
        const place = placeOfChange(change, each.expr);
        const confidence = confidenceOf(each);
        if (confidence === undefined || place === undefined) continue;
        const { expr, call, isAllocation } = each;
        const text = shortText(change.head.tree.textOf(expr));
        const was = shortText(change.base.tree.textOf(call));
        report(
          place,
          isAllocation
            ? `\`${text}\` is multiplied here unchecked: before this change \`${was}\` took the count and the size`
            : `\`${text}\` can wrap around: before this change \`${was}\` was asked, which got the same operands`,
          { confidence },
        );
      }
      for (const { sum, before } of overflowingSums(change, pair)) {
        const text = shortText(change.head.tree.textOf(sum));
        const was = shortText(change.base.tree.textOf(before));
        report(
          sum,
          `\`${text}\` can wrap around and pass the test: before this change the length was compared with what is left, \`${was}\``,
          { confidence: 0.6 },
        );
      }
      for (const { test, computed } of untestedOverflows(change, pair)) {
        const was = shortText(change.base.tree.textOf(test));
        const text = computed === undefined ? '' : shortText(change.head.tree.textOf(computed));
        report(
          (computed && placeOfChange(change, computed)) ?? placeInHead(change, test),
          computed === undefined
            ? `values whose product or sum does not fit are let pass: this change took away \`${was}\``
            : `\`${text}\` can wrap around: this change took away \`${was}\``,
          { confidence: computed === undefined ? 0.5 : 0.6 },
        );
      }
      for (const { test, step, direction } of unguardedCounts(change, pair)) {
        const text = shortText(change.head.tree.textOf(step));
        const was = shortText(change.base.tree.textOf(test));
        const past = direction === 'down' ? 'below zero' : 'past the largest number of its type';
        report(
          placeOfChange(change, step) ?? placeInHead(change, test),
          `\`${text}\` can count ${past} and wrap around: this change took away \`${was}\``,
          { confidence: direction === 'down' ? 0.55 : 0.5 },
        );
      }
      for (const { test, negation } of untestedNegations(change, pair)) {
        const text = shortText(change.head.tree.textOf(negation));
        const was = shortText(change.base.tree.textOf(test));
        report(
          negation,
          `\`${text}\` overflows for the least number of its type, which this change took the test of away: \`${was}\``,
          { confidence: 0.55 },
        );
      }
    }
  },
};

const ADDRESS_BITS = 64;
const NARROW_BITS = 32;

/** Products overflow first; a sum of a size and a small number hardly ever does. */
function confidenceOf({ expr, call }: UncheckedArithmetic): number | undefined {
  const needed = bitsNeeded(expr);
  const { type } = expr;
  const bits = type.kind === 'int' ? type.bits : ADDRESS_BITS;
  if (knownNumber(expr) !== undefined || needed < NARROW_BITS) return undefined;
  if (/overflow/i.test(call.name)) return 0.7;
  if (expr.op === '*') return needed > bits ? 0.75 : 0.5;
  if (bits < ADDRESS_BITS) return hasConstant(expr) ? 0.5 : 0.7;
  return hasConstant(expr) ? 0.45 : 0.5;
}

function hasConstant({ left, right }: BinaryExpr): boolean {
  return knownNumber(left) !== undefined || knownNumber(right) !== undefined;
}
