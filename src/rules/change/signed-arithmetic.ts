import { isWritten } from '../../code/change/place-of-change.ts';
import { signedArithmetic as signedIn } from '../../code/change/signed-arithmetic.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const signedArithmetic: ChangeRule = {
  id: 'signed_arithmetic',
  title: 'The change computes in a signed type what may not fit it',
  category: 'integer',
  cwe: [190],
  severity: 'low',
  precision: 'medium',
  help: 'Before the change a cast, or the suffix of a number, made this arithmetic unsigned or wide enough. Head computes the same in a signed type, in which a result that is too large has no defined value: a shift into the sign gives a negative number, and a compiler may take for granted that no sum or product is too large.',
  suggestion: 'Keep the cast, or show in the code that the result fits.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` int largest(unsigned precision) {
-  return (int)((1U << precision) - 1);
+  return (1 << precision) - 1; // defect
 }`,
      ` unsigned long number(const unsigned char *p) {
-  return ((unsigned long)p[3] << 24) + (p[2] << 16);
+  return (p[3] << 24) + (p[2] << 16); // defect
 }`,
      ` int scaled(int a, int b) {
-  return (int)((unsigned)a * (unsigned)b);
+  return a * b; // defect
 }`,
      ` int f(int a, int level) {
-  return (a - level) * (1 << 11);
+  return (a - level) << 11; // defect
 }`,
      ` int f(int n) {
-  n += (unsigned)n / 4;
+  n += n / 4; // defect
   return n;
 }`,
      ` float f(int count, int wide, int high) {
-  return (float)count * wide * high;
+  return (float)(count * wide * high); // defect
 }`,
    ],
    good: [
      ` int largest(unsigned precision) {
-  return (int)((1U << precision) - 1);
+  return (int)((1UL << precision) - 1);
 }`,
      ` unsigned next(unsigned n, unsigned step) {
-  return (unsigned)n + step;
+  return n + step;
 }`,
      ` int scaled(int a) {
-  unsigned n = a;
+  int n = a;
   return n + 4;
 }`,
      ` int f(unsigned char a) {
-  return a * 256;
+  return a << 8;
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions) {
      const told = new Set<number>();
      for (const { expr, before } of signedIn(pair)) {
        const { line } = change.head.tree.location(expr);
        if (told.has(line) || !isWritten(change, expr)) continue;
        told.add(line);
        const now = shortText(change.head.tree.textOf(expr));
        const was = shortText(change.base.tree.textOf(before));
        report(
          expr,
          `\`${now}\` is computed in a signed type, and was \`${was}\` before this change`,
          {
            confidence: expr.op === '<<' ? 0.55 : 0.5,
          },
        );
      }
    }
  },
};
