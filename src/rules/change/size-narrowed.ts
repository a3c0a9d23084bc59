import type { CType } from '../../code/c/ir/types.ts';
import { cutSizes } from '../../code/change/cut-sizes.ts';
import { type NarrowedField, narrowedFields } from '../../code/change/narrowed-fields.ts';
import { narrowedReads } from '../../code/change/narrowed-reads.ts';
import { narrowedReturns } from '../../code/change/narrowed-returns.ts';
import { type NarrowedVariable, narrowedVariables } from '../../code/change/narrowed-variables.ts';
import { oversizedConstants } from '../../code/change/oversized-constants.ts';
import { isWritten } from '../../code/change/place-of-change.ts';
import { signExtendedBytes } from '../../code/change/sign-extended-bytes.ts';
import { isSize } from '../../code/change/size-uses.ts';
import type { UnitChange } from '../../code/change/unit-change.ts';
import { narrowedArithmetic } from '../../code/change/width-changes.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const sizeNarrowed: ChangeRule = {
  id: 'size_narrowed',
  title: 'The change computes a size in fewer bits',
  category: 'integer',
  cwe: [190, 197],
  severity: 'medium',
  precision: 'medium',
  help: 'Before the change this value was held or computed in more bits, or without a sign. Head does it in fewer or with one, although what it comes from or is used for stayed. A large input makes the value wrap around or become negative, and the size, index or comparison that uses it is wrong. A byte of a signed type that is no longer masked is negative from 128 on.',
  suggestion: 'Keep the wider type, or refuse values that do not fit before they are narrowed.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` unsigned long strlen(const char *);
 void copy(char *to, const char *from) {
-  unsigned long length = strlen(from);
+  int length = strlen(from); // defect
   for (int i = 0; i < length; i++) to[i] = from[i];
 }`,
      ` void *malloc(unsigned long);
 void *rows(unsigned width, unsigned height) {
-  return malloc((unsigned long)width * height);
+  return malloc(width * height); // defect
 }`,
      ` unsigned read_number(const char *);
 void skip(struct input *, long);
 void pass(struct input *in, const char *at) {
-  long length = read_number(at);
+  unsigned length = read_number(at); // defect
   skip(in, 4 + length);
 }`,
      ` struct item {
   short kind;
-  unsigned short data_len;
+  short data_len; // defect
 };
 const char *after(const struct item *item, const char *data) {
   return data + item->data_len;
 }`,
      ` int take(const char *);
 const char *table[16];
 unsigned next(void);
 int show(void) {
-  unsigned at = next();
+  int at = next(); // defect
   if (at >= 16) return -1;
   return take(table[at]);
 }`,
      ` void *malloc(unsigned long);
 unsigned long number(const char *);
 void *room(const char *text) {
   unsigned long length = number(text);
-  return malloc(length + 1);
+  return malloc((int)(length + 1)); // defect
 }`,
      `-static long number(const unsigned char *p) {
-  return ((long)p[0] << 24) + (p[1] << 16);
+static int number(const unsigned char *p) { // defect
+  return (p[0] << 24) + (p[1] << 16);
 }
 long size_of(const unsigned char *header) { return number(header + 4); }`,
      ` unsigned long read_long(const char *); unsigned read_int(const char *);
 int skip(const char *, unsigned long);
 int entry(const char *at) {
   unsigned long size;
-  size = read_long(at + 8);
+  size = read_int(at + 8); // defect
   return skip(at, size);
 }`,
      ` int f(const char *p, const int *table) {
-  int n = p[1] & 0xff;
+  int n = p[1]; // defect
   return table[n];
 }`,
      ` extern const int table[256];
 int f(const char *p) {
-  return table[(unsigned char)*p];
+  return table[*p]; // defect
 }`,
      ` long f(long n, long k, long digit) {
   while (n < k) {
-    if (n > 1000) { n = 9223372036854775807L; break; }
+    if (n > 1000) { n = 18446744073709551615UL; break; } // defect
     n = n * 10 + digit;
   }
   return n;
 }`,
    ],
    good: [
      ` unsigned long read_long(const char *); unsigned read_int(const char *);
 int skip(const char *, unsigned long);
 int entry(const char *at) {
-  unsigned long size;
-  size = read_long(at + 8);
+  unsigned size;
+  size = read_int(at + 8);
   return skip(at, size);
 }`,
      `-static long twice(int n) {
+static int twice(int n) {
   return 2 * n;
 }
 long four(int n) { return twice(2 * n); }`,
      ` void *malloc(unsigned long);
 void *room(unsigned length) {
-  return malloc(length + 1);
+  return malloc((int)(length + 1));
 }`,
      ` unsigned long strlen(const char *);
 void copy(char *to, const char *from) {
-  unsigned long i = strlen(from);
+  long i = strlen(from);
   while (i-- > 0) to[i] = from[i];
 }`,
      ` int take(const char *);
 const char *table[16];
 int next(void);
 int show(void) {
-  unsigned at = next();
-  if (at >= 16) return -1;
+  int at = next();
+  if (at < 0 || at >= 16) return -1;
   return take(table[at]);
 }`,
      ` extern const int table[256];
-int f(const char *p) {
-  return table[(unsigned char)*p];
+int f(const unsigned char *p) {
+  return table[*p];
 }`,
      ` extern const int table[256];
 int f(const char *p) {
-  return table[(unsigned char)*p];
+  unsigned char c = *p;
+  return table[c];
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions) {
      for (const { call, size, bits } of cutSizes(change, pair)) {
        const text = shortText(change.head.tree.textOf(size));
        report(
          size,
          `\`${text}\` cuts the size that \`${call.name}\` is asked for to ${bits} bits: before this change it had 64`,
          { confidence: 0.55 },
        );
      }
      for (const { byte, before } of signExtendedBytes(change, pair)) {
        const text = shortText(change.head.tree.textOf(byte));
        const was = shortText(change.base.tree.textOf(before));
        report(
          byte,
          `\`${text}\` is widened with its sign since this change: from 128 on it is negative, which \`${was}\` was not`,
          { confidence: 0.55, cwe: 194 },
        );
      }
      for (const { assignment, before } of oversizedConstants(change, pair)) {
        const text = shortText(change.head.tree.textOf(assignment));
        const was = shortText(change.base.tree.textOf(before));
        report(
          assignment,
          `\`${text}\` gives a number that does not fit, and becomes negative: before this change it was \`${was}\``,
          { confidence: 0.55 },
        );
      }
      for (const { target, from, to, bits } of narrowedReads(change, pair)) {
        const text = shortText(change.head.tree.textOf(target));
        report(
          to,
          `\`${text}\` has ${bits.now} bits of \`${to.name}\` since this change, and had ${bits.before} of \`${from.name}\``,
          { confidence: 0.5 },
        );
      }
      const variables = narrowedVariables(pair).filter(({ to }) => isWritten(change, to));
      for (const variable of variables) {
        const { to, why } = variable;
        report(to, variableMessage(variable, change), { confidence: VARIABLE[why.kind] });
      }
      if (variables.length > 0) continue;
      for (const { expr, before, now } of narrowedArithmetic(pair)) {
        if (before < 64 || !isWritten(change, expr) || !isSize(pair.head, expr)) continue;
        const text = shortText(change.head.tree.textOf(expr));
        report(
          expr,
          `\`${text}\` was computed in ${before} bits before this change and is in ${now} now`,
          { confidence: 0.55 },
        );
      }
    }
    for (const { fn, from, to, value } of narrowedReturns(change)) {
      const text = shortText(change.base.tree.textOf(value));
      report(
        { start: fn.start, end: fn.start + 1 },
        `\`${fn.name}\` returned ${from.bits} bits before this change, such as \`${text}\`, and returns ${to.bits} now`,
        { confidence: 0.55 },
      );
    }
    for (const field of narrowedFields(change))
      report(field.place, fieldMessage(field), { confidence: FIELD[field.why] });
  },
};

const VARIABLE: Readonly<Record<NarrowedVariable['why']['kind'], number>> = {
  values: 0.7,
  operand: 0.55,
  sign: 0.5,
};
const FIELD: Readonly<Record<NarrowedField['why'], number>> = {
  values: 0.55,
  offset: 0.7,
  name: 0.5,
};

function variableMessage({ from, to, why }: NarrowedVariable, { head }: UnitChange): string {
  const held = `\`${to.name}\` held ${bitsOf(from.type)} bits before this change and holds ${bitsOf(to.type)} now`;
  switch (why.kind) {
    case 'values':
      return `${held}, and is still given values of ${bitsOf(from.type)} bits`;
    case 'operand':
      return `${held}, and \`${shortText(head.tree.textOf(why.expr))}\` is computed in as many`;
    case 'sign':
      return `\`${to.name}\` can be negative since this change, which \`${shortText(head.tree.textOf(why.test))}\` does not test`;
  }
}

function fieldMessage({ name, from, to, why }: NarrowedField): string {
  if (why === 'values')
    return `\`${name}\` held ${from.bits} bits before this change and holds ${to.bits} now, and is still given values of ${from.bits} bits`;
  return `\`${name}\` can be negative since this change: of its ${from.bits} bits the first is a sign now`;
}

function bitsOf(type: CType): number {
  return type.kind === 'int' ? type.bits : 0;
}
