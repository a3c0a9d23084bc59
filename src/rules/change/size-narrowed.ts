import type { Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import type { FunctionPair } from '../../code/change/function-pairs.ts';
import { isWritten } from '../../code/change/place-of-change.ts';
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
  help: 'Before the change this value was held or computed in 64 bits. Head does it in fewer, although what it comes from still has 64 or can exceed 32 as a product. A large input makes the value wrap around or become negative, and the size, index or comparison that uses it is wrong.',
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
    ],
    good: [
      ` unsigned long strlen(const char *);
 void copy(char *to, const char *from) {
-  unsigned long i = strlen(from);
+  long i = strlen(from);
   while (i-- > 0) to[i] = from[i];
 }`,
    ],
  },
  compare(change, report) {
    for (const pair of change.functions) {
      const variable = narrowedVariable(pair);
      if (variable !== undefined && isWritten(change, variable.to)) {
        const { from, to } = variable;
        report(
          to,
          `\`${to.name}\` held ${bitsOf(from)} bits before this change and holds ${bitsOf(to)} now, and is still given values of ${bitsOf(from)} bits`,
          { confidence: 0.6 },
        );
        continue;
      }
      for (const { expr, before, now } of narrowedArithmetic(pair)) {
        if (before < 64 || !isWritten(change, expr) || !isSize(pair.head, expr)) continue;
        const text = shortText(change.head.tree.textOf(expr));
        report(
          expr,
          `\`${text}\` was computed in ${before} bits before this change and is in ${now} now`,
          {
            confidence: 0.55,
          },
        );
      }
    }
  },
};

const WIDE = 64;

function bitsOf({ type }: Variable): number {
  return type.kind === 'int' ? type.bits : 0;
}

/** A local of one name that had 64 bits, has fewer, and is given values of 64. */
function narrowedVariable({
  base,
  head,
}: FunctionPair): { from: Variable; to: Variable } | undefined {
  for (const to of head.locals) {
    const from = base.locals.find(({ name }) => name === to.name);
    if (from === undefined || bitsOf(from) !== WIDE) continue;
    if (bitsOf(to) !== 32) continue;
    if (valuesOf(head, to).some((value) => isWide(value))) return { from, to };
  }
  return undefined;
}

function valuesOf(fn: LoweredFunction, variable: Variable): Expr[] {
  const assigned = expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'assign' && expr.target.kind === 'name' && expr.target.variable === variable
      ? expr.value
      : [],
  );
  const declared = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'declare' && step.variable === variable ? (step.init ?? []) : [],
    ),
  );
  return [...assigned, ...declared];
}

/** A cast that cuts the value says that it is wide before. */
function isWide(expr: Expr): boolean {
  if (expr.kind === 'number' || expr.kind === 'sizeof') return false;
  if (expr.kind === 'binary') return isWide(expr.left) || isWide(expr.right);
  if (expr.kind === 'cast') return isWide(expr.operand);
  return expr.type.kind === 'int' && expr.type.bits === WIDE;
}

/** Whether a product or sum says how much memory is meant: passed to a call, compared, or an index. */
function isSize(fn: LoweredFunction, wanted: Expr): boolean {
  return expressionsOf(fn.blocks).some((expr) => {
    if (expr.kind === 'call') return expr.args.some((arg) => strip(arg) === wanted);
    if (expr.kind === 'index') return strip(expr.index) === wanted;
    if (expr.kind === 'assign') return strip(expr.value) === wanted && isWide(expr.target);
    return (
      expr.kind === 'binary' &&
      (/^[<>]=?$/.test(expr.op) || isWide(expr)) &&
      (strip(expr.left) === wanted || strip(expr.right) === wanted)
    );
  });
}

function strip(expr: Expr): Expr {
  return expr.kind === 'cast' ? strip(expr.operand) : expr;
}
