import type { BinaryExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { isPointerLike, pointee } from '../../code/c/ir/types.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from './c-rule.ts';

export const pointerArithmeticError: CRule = {
  id: 'pointer_arithmetic_error',
  title: 'Pointer arithmetic counts bytes instead of elements',
  category: 'bounds',
  cwe: [468, 469],
  severity: 'medium',
  precision: 'high',
  help: 'C counts pointers in elements: a difference is a number of elements already, and adding n moves by n elements. Dividing the one by `sizeof`, or multiplying the other with it, scales twice.',
  suggestion: 'Leave out the sizeof, or do the arithmetic on a char pointer.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `struct point { double x, y; };
long count(struct point *first, struct point *end) {
  return (end - first) / sizeof(struct point); // defect
}
double second(struct point *first) {
  struct point *next = first + sizeof(struct point); // defect
  next += 2 * sizeof(*next); // defect
  return next->x;
}`,
    ],
    good: [
      `struct point { double x, y; };
long count(struct point *first, struct point *end) {
  return ((char *)end - (char *)first) / sizeof(struct point);
}
double second(struct point *first, char *raw, int count) {
  struct point *next = (struct point *)((char *)first + sizeof(struct point));
  double values[4] = {0, 0, 0, 0};
  double *last = values + sizeof(values) / sizeof(values[0]) - 1;
  raw += sizeof(struct point);
  values[0] = *(last - count * sizeof(pixel));
  return next->x + *last + raw[0];
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) inspectFunction(unit, fn, report);
  },
};

function inspectFunction(unit: TranslationUnit, fn: LoweredFunction, report: ReportHit): void {
  const isWide = (expr: Expr): boolean => {
    const element = isPointerLike(expr.type) ? pointee(expr.type) : undefined;
    return (
      element !== undefined && element.kind !== 'void' && (unit.symbols.sizeOf(element) ?? 1) > 1
    );
  };
  const text = (expr: Expr): string => unit.tree.textOf(expr);
  const checkMove = (at: Expr, pointer: Expr, count: Expr): void => {
    if (!isWide(pointer) || !isBytes(count)) return;
    report(at, `\`${text(count)}\` counts bytes, but \`${text(pointer)}\` moves by elements`, {
      confidence: 0.78,
    });
  };
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind === 'binary' && expr.op === '/') {
      const difference = withoutCasts(expr.left);
      if (isDifference(difference) && isWide(difference.left) && isSizeof(expr.right))
        report(expr, `\`${text(difference)}\` is a number of elements already`, {
          confidence: 0.85,
        });
    } else if (expr.kind === 'binary' && (expr.op === '+' || expr.op === '-')) {
      checkMove(expr, expr.left, expr.right);
      if (expr.op === '+') checkMove(expr, expr.right, expr.left);
    } else if (expr.kind === 'assign' && (expr.op === '+=' || expr.op === '-=')) {
      checkMove(expr, expr.target, expr.value);
    }
  }
}

function isDifference(expr: Expr): expr is BinaryExpr {
  return (
    expr.kind === 'binary' &&
    expr.op === '-' &&
    isPointerLike(expr.left.type) &&
    isPointerLike(expr.right.type)
  );
}

/** A size of something larger than a byte. A type that nothing declares is one that a template is made for, which may be a byte. */
function isSizeof(expr: Expr): boolean {
  const inner = withoutCasts(expr);
  return inner.kind === 'sizeof' && inner.size !== undefined && inner.size !== 1;
}

/** `sizeof x` or a product with one, which counts bytes. */
function isBytes(expr: Expr): boolean {
  const inner = withoutCasts(expr);
  if (isSizeof(inner)) return true;
  return (
    inner.kind === 'binary' && inner.op === '*' && (isBytes(inner.left) || isBytes(inner.right))
  );
}
