import type { Expr } from '../../code/c/ir/ast.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { isConstant, type Value } from '../../code/flow/domain/value.ts';
import type { ArithmeticEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import {
  eventOf,
  fromSource,
  isCheckedAbove,
  taintOriginOf,
} from './support/expressions/untrusted.ts';
import { belowZero } from './support/sizes/below-zero.ts';
import { hasLearntBottom, hasLearntTop } from './support/sizes/extent.ts';
import { type SizeUse, sizeUses } from './support/sizes/size-uses.ts';
import { UncheckedArithmetic } from './support/sizes/unchecked-arithmetic.ts';

export const integerOverflow: CRule = {
  id: 'integer_overflow',
  title: 'Integer arithmetic can overflow',
  category: 'integer',
  cwe: [190],
  furtherCwe: [191, 680],
  severity: 'medium',
  precision: 'medium',
  help: 'The result of the operation does not fit its type for values that can occur here. Signed overflow is undefined; unsigned arithmetic wraps around. Either way the number that is used afterwards, often as a size or an index, is not the one that was meant.',
  suggestion:
    'Compare the operands with the limit before the operation, or compute in a wider type.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdint.h>
#include <string.h>
int take(const unsigned char *packet, uint32_t wanted, unsigned char *out) {
  if (wanted > 1024) return -1;
  memcpy(out, packet + 8, wanted - 8); // defect
  return 0;
}
unsigned sum(const unsigned char *block, unsigned size) {
  unsigned all = 0, body = size - 2; // defect
  for (unsigned i = 0; i < body; i++) all += block[i];
  return all;
}`,
      `#include <stdio.h>
#include <stdlib.h>
int twice(void) {
  int number;
  if (scanf("%d", &number) != 1) return 0;
  return number * 2; // defect
}
char *grow(int wanted) {
  int size = wanted + 64; // defect
  char *made = malloc(size);
  return made;
}
int late(void) {
  int seconds = 2147483600;
  return seconds + 100; // defect
}`,
    ],
    good: [
      `#include <stdint.h>
#include <string.h>
int take(const unsigned char *packet, uint32_t wanted, unsigned char *out) {
  if (wanted < 8 || wanted > 1024) return -1;
  memcpy(out, packet + 8, wanted - 8);
  return 0;
}
unsigned sum(const unsigned char *block, unsigned size) {
  unsigned all = 0, body = size < 2 ? 0 : size - 2;
  for (unsigned i = 0; i < body; i++) all += block[i];
  return all;
}`,
      `#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
int twice(void) {
  int number;
  if (scanf("%d", &number) != 1) return 0;
  if (number > INT_MAX / 2 || number < INT_MIN / 2) return 0;
  return number * 2;
}
char *grow(int wanted) {
  if (wanted < 0 || wanted > 100000) return NULL;
  int size = wanted + 64;
  return malloc(size);
}
unsigned hash(const char *text) {
  unsigned hash = 5381;
  while (*text != 0) hash = hash * 33 + (unsigned char)*text++;
  return hash;
}
int digits(const char *text) {
  int count = 0;
  for (int i = 0; text[i] != 0; i++) count += 1;
  return count;
}`,
    ],
  },
  listen: (report) => {
    const doubts = new UncheckedArithmetic();
    const below = belowZero(doubts, report);
    const sizes = sizeUses((use, facts) => checkSize(use, doubts, facts, report));
    return {
      ...sizes,
      enter(fn, facts) {
        doubts.listener.enter?.(fn, facts);
        below.enter?.(fn, facts);
      },
      branch(condition, assertion, facts) {
        doubts.listener.branch?.(condition, assertion, facts);
        below.branch?.(condition, assertion, facts);
      },
      call(event, facts) {
        sizes.call?.(event, facts);
        below.call?.(event, facts);
      },
      arithmetic(event, facts) {
        doubts.listener.arithmetic?.(event, facts);
        below.arithmetic?.(event, facts);
        if (event.overflows && /^[-+*]$/.test(event.op)) checkResult(event, facts, report);
      },
    };
  },
};

/** A number that is too great for its type, and then says how much memory there is or is used. */
function checkSize(
  use: SizeUse,
  doubts: UncheckedArithmetic,
  facts: Facts,
  report: ReportHit,
): void {
  const { distortion } = facts.factsOf(use.value);
  if (distortion?.kind !== 'overflow' || use.kind === 'index') return;
  const expr = doubts.origin(distortion);
  const text = (part: Expr): string => facts.text(part);
  if (doubts.isVerified(use.expr, text)) return;
  // What stands in the call itself is the size's own affair.
  if (expr === undefined || (use.expr.start <= expr.start && expr.end <= use.expr.end)) return;
  const trust = taintOriginOf(facts, use.value);
  if (trust === 'none' || doubts.isVerified(expr, text)) return;
  // Texts that memory has room for do not come to so many characters.
  if (expr.kind === 'assign' && isFormatted(withoutCasts(expr.value))) return;
  report(
    expr,
    `\`${facts.text(expr)}\` can overflow and is then used as ${use.kind === 'length' ? 'a length' : 'the size of an allocation'}`,
    {
      confidence: trust === 'external' ? 0.82 : isDifference(expr) ? 0.45 : 0.62,
      cwe: use.kind === 'allocation' ? 680 : 190,
      event: eventOf(facts.taint(use.value)),
      trace: traceOf(facts.taint(use.value), facts.step(use.expr, 'the result is used here')),
    },
  );
}

/** Whether a number is the length of a text that `snprintf` makes. */
function isFormatted(value: Expr): boolean {
  return value.kind === 'call' && /^v?snprintf$/.test(value.name);
}

function checkResult(event: ArithmeticEvent, facts: Facts, report: ReportHit): void {
  const { type, range, left, right, expr, op } = event;
  if (type.kind !== 'int' || type.boolean === true) return;
  const top = 2 ** (type.bits - (type.signed ? 1 : 0)) - 1;
  const bottom = type.signed ? -top - 1 : 0;
  if (!type.signed) return;
  if (range.lo > top || range.hi < bottom) {
    report(expr, `\`${facts.text(expr)}\` does not fit its type`, {
      confidence: 0.88,
      cwe: range.lo > top ? 190 : 191,
    });
    return;
  }
  const over = range.hi > top;
  const operands = [left, right].filter((operand) => !isConstant(operand));
  if (operands.length > 0 && operands.every((operand) => isEvident(facts, operand, over))) {
    report(expr, `\`${facts.text(expr)}\` can exceed the range of its type`, {
      confidence:
        op !== '-' && operands.some((operand) => isCheckedAbove(facts, operand)) ? 0.6 : 0.45,
      cwe: over ? 190 : 191,
    });
    return;
  }
  const source = operands.find(
    (operand) =>
      taintOriginOf(facts, operand) === 'external' &&
      (over ? !isCheckedAbove(facts, operand) : !facts.factsOf(operand).checkedBelow) &&
      isWideEnough(facts, operand),
  );
  if (source === undefined) return;
  const taint = facts.taint(source);
  report(
    expr,
    `\`${facts.text(expr)}\` can overflow: no check bounds the number${fromSource(taint)}`,
    {
      // Adding or subtracting one rarely gives an attacker anything.
      confidence: op === '*' ? 0.65 : [left, right].some(isSmall) ? 0.45 : 0.58,
      cwe: over ? 190 : 191,
      event: eventOf(taint),
      trace: traceOf(taint, facts.step(expr, 'it is computed here')),
    },
  );
}

/** The code itself says how large the operand gets. */
function isEvident(facts: Facts, value: Value, over: boolean): boolean {
  return over
    ? hasLearntTop(facts, value) && facts.range(value).hi > 1
    : hasLearntBottom(facts, value) && facts.range(value).lo < -1;
}

/** Most code knows well which of two lengths is the larger one. */
function isDifference(expr: Expr): boolean {
  return (expr.kind === 'binary' || expr.kind === 'assign') && expr.op.startsWith('-');
}

function isSmall(value: Value): boolean {
  return isConstant(value) && Math.abs(value.add) <= 16;
}

function isWideEnough(facts: Facts, value: Value): boolean {
  return facts.range(value).hi >= 2 ** 31 - 1;
}
