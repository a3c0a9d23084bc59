import type { BinaryExpr, Expr } from '../../code/c/ir/ast.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { isConstant, type Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import {
  eventOf,
  fromSource,
  isCheckedAbove,
  taintOriginOf,
} from './support/expressions/untrusted.ts';
import { sizeUses } from './support/sizes/size-uses.ts';
import { UncheckedArithmetic } from './support/sizes/unchecked-arithmetic.ts';

export const allocSizeOverflow: CRule = {
  id: 'alloc_size_overflow',
  title: 'The size of an allocation can overflow',
  category: 'integer',
  cwe: [190, 680],
  severity: 'high',
  precision: 'medium',
  help: 'The size of the block is a product or a sum whose operands have no limit. When it wraps around, the allocation succeeds with far too few bytes, and the code goes on to write all the elements it believes there are. `calloc` and `reallocarray` check the product themselves.',
  suggestion:
    'Check the count against the maximum divided by the element size first, or use calloc.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
#include <stdio.h>
int *table(int rows, int columns) {
  return malloc(rows * columns); // defect
}
struct item { long id; char name[56]; };
struct item *load(FILE *in) {
  size_t count = 0;
  if (fread(&count, sizeof(count), 1, in) != 1) return NULL;
  return malloc(count * sizeof(struct item)); // defect
}`,
    ],
    good: [
      `#include <stdlib.h>
#include <stdint.h>
#include <limits.h>
#include <string.h>
int *table(int rows, int columns) {
  if (rows <= 0 || columns <= 0 || rows > INT_MAX / columns) return NULL;
  return malloc(rows * columns);
}
void *room(size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) return NULL;
  return malloc(count * size);
}
char *twice(const char *text) { return malloc(2 * strlen(text) + 1); }
void *cleared(size_t count) { return calloc(count, sizeof(long)); }
char *small(unsigned short n) { return malloc(n * sizeof(int) + 16); }`,
    ],
  },
  listen: (report) => {
    const doubts = new UncheckedArithmetic();
    return {
      ...doubts.listener,
      ...sizeUses((use, facts) => {
        if (use.kind === 'allocation') check(use.expr, doubts, facts, report);
      }),
    };
  },
};

function check(expr: Expr, doubts: UncheckedArithmetic, facts: Facts, report: ReportHit): void {
  const size = withoutCasts(expr);
  const value = facts.valueOf(expr);
  const { distortion } = facts.factsOf(value);
  if (distortion?.kind !== 'overflow') return;
  const text = (part: Expr): string => facts.text(part);
  const origin = doubts.origin(distortion);
  if (doubts.isVerified(size, text) || (origin !== undefined && doubts.isVerified(origin, text)))
    return;
  const trust = taintOriginOf(facts, value);
  const taint = facts.taint(value);
  const confidence = size.kind === 'binary' ? ofSum(size, trust, facts) : ofStored(trust);
  if (confidence === 0) return;
  report(expr, `the size \`${facts.text(expr)}\`${fromSource(taint)} can overflow`, {
    confidence,
    event: eventOf(taint),
    trace: traceOf(taint, distortion.step),
  });
}

function ofStored(trust: ReturnType<typeof taintOriginOf>): number {
  return trust === 'external' ? 0.8 : trust === 'parameter' ? 0.6 : 0;
}

/** How likely a sum or product overflows, by what limits its operands. */
function ofSum(expr: BinaryExpr, trust: ReturnType<typeof taintOriginOf>, facts: Facts): number {
  const left = facts.valueOf(expr.left);
  const right = facts.valueOf(expr.right);
  const operands = [left, right].filter((operand) => !isConstant(operand));
  const checked = operands.map((operand) => isCheckedAbove(facts, operand));
  if (trust === 'external') {
    if (checked.every(Boolean)) return isBeyondDespiteLimits(expr, operands, facts) ? 0.7 : 0;
    return checked.some(Boolean) ? 0.5 : 0.85;
  }
  if (trust !== 'parameter' || checked.some(Boolean)) return 0;
  const inner = withoutCasts(expr.left);
  if (expr.op !== '*')
    return inner.kind === 'binary' && inner.op === '*' ? ofSum(inner, trust, facts) : 0.42;
  // On 64 bits an int times a constant fits; only its sign can spoil the size.
  const fits =
    operands.every((operand) => facts.range(operand).hi < 2 ** 32) && operands.length === 1;
  if (fits) return expr.type.kind === 'int' && expr.type.bits === 64 ? 0.42 : 0.6;
  return operands.length === 2 ? 0.65 : 0.55;
}

/** Whether every operand has a number as its limit, and a product within these limits still wraps around. */
function isBeyondDespiteLimits(
  { op, type, left, right }: BinaryExpr,
  operands: readonly Value[],
  facts: Facts,
): boolean {
  if (op !== '*' || type.kind !== 'int') return false;
  const top = 2 ** (type.bits - (type.signed ? 1 : 0)) - 1;
  const highest = (value: Value): number => facts.range(value).hi;
  if (operands.some((operand) => highest(operand) >= top)) return false;
  return highest(facts.valueOf(left)) * highest(facts.valueOf(right)) > top;
}
