import type { BinaryExpr, Expr, Loop, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { ArithmeticEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import { eventOf, isCheckedAbove, taintOriginOf } from './support/expressions/untrusted.ts';
import { hasLearntTop } from './support/sizes/extent.ts';

export const shiftPastWidth: CRule = {
  id: 'shift_past_width',
  title: 'Shift by the width of the number or more',
  category: 'integer',
  cwe: [1335],
  furtherCwe: [190],
  severity: 'medium',
  precision: 'high',
  help: 'A shift by as many bits as the number has, or by more, has no defined result: processors take the distance modulo the width, so that bits of one byte land on those of another. A decoder of numbers of variable length that goes on as long as a byte has its continuation bit lets its input choose the distance.',
  suggestion:
    'Refuse distances that are not below the width of the number, and limit how many bytes a number of variable length may have.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stddef.h>
#include <stdint.h>
uint64_t decode(const uint8_t *at, const uint8_t *end) {
  uint64_t value = 0;
  unsigned shift = 0;
  while (at < end) {
    uint8_t byte = *at++;
    value |= (uint64_t)(byte & 0x7f) << shift; // defect
    if ((byte & 0x80) == 0) break;
    shift += 7;
  }
  return value;
}
uint32_t all_ones(void) { return 0xffffffffu >> 32; } // defect`,
      `#include <stdio.h>
unsigned flag(void) {
  unsigned bit;
  if (scanf("%u", &bit) != 1) return 0;
  return 1u << bit; // defect
}`,
    ],
    good: [
      `#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
int decode(const uint8_t *at, const uint8_t *end, uint64_t *out) {
  uint64_t value = 0;
  unsigned shift = 0;
  while (at < end) {
    uint8_t byte = *at++;
    if (shift > 63) return -1;
    value |= (uint64_t)(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) break;
    shift += 7;
  }
  *out = value;
  return 0;
}
uint32_t of_five(const uint8_t *at) {
  uint32_t value = 0;
  unsigned shift = 0;
  for (int i = 0; i < 5; i++) {
    value |= (uint32_t)(at[i] & 0x7f) << shift;
    if ((at[i] & 0x80) == 0) break;
    shift += 7;
  }
  return value;
}
unsigned flag(void) {
  unsigned bit;
  if (scanf("%u", &bit) != 1 || bit > 31) return 0;
  return 1u << bit;
}
uint64_t top(void) { return (uint64_t)1 << 63; }
unsigned rest(unsigned bit) { return 1u << (bit & 31); }`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) reportUnlimitedGroups(fn, report);
  },
  listen: (report) => ({ arithmetic: (event, facts) => checkDistance(event, facts, report) }),
};

/** A distance that is too far for certain, or that comes from outside and was not compared with anything. */
function checkDistance(
  { expr, op, right, type }: ArithmeticEvent,
  facts: Facts,
  report: ReportHit,
): void {
  if ((op !== '<<' && op !== '>>') || type.kind !== 'int') return;
  const { lo, hi } = facts.range(right);
  const distance = facts.text(distanceOf(expr) ?? expr);
  // Branches for numbers of another width are not reached: `if (sizeof x > 4) x >> 32`.
  if (lo >= type.bits && right.root === 0) {
    // A macro may be meant for wider numbers than those of one of its uses, or of one configuration.
    if (!facts.text(expr).includes(op)) return;
    report(expr, `\`${distance}\` is no less than the ${type.bits} bits of what is shifted`, {
      confidence: 0.7,
      event: 'definite',
    });
    return;
  }
  if (hi < type.bits || taintOriginOf(facts, right) !== 'external') return;
  if (isCheckedAbove(facts, right) || hasLearntTop(facts, right)) return;
  const taint = facts.taint(right);
  report(
    expr,
    `the distance \`${distance}\` comes from outside and is not compared with the ${type.bits} bits of what is shifted`,
    {
      confidence: 0.65,
      event: eventOf(taint),
      trace: traceOf(taint, facts.step(expr, 'it is shifted here')),
    },
  );
}

function distanceOf(expr: Expr): Expr | undefined {
  if (expr.kind === 'binary') return expr.right;
  return expr.kind === 'assign' ? expr.value : undefined;
}

/**
 * Groups of bits that a loop puts one above the other, as long as each byte says that there are more: `value |= (byte &
 * 0x7f) << shift; shift += 7`. Nothing looks at how far it has come.
 */
function reportUnlimitedGroups(fn: LoweredFunction, report: ReportHit): void {
  if (fn.loops.length === 0) return;
  const all = expressionsOf(fn.blocks);
  for (const shift of all) {
    if (shift.kind !== 'binary' || shift.op !== '<<') continue;
    const { variable } = distanceName(shift);
    const loop = variable && innermost(fn.loops, shift);
    if (variable === undefined || loop === undefined) continue;
    const inside = all.filter((part) => contains(loop, part));
    if (!inside.some((part) => movesUp(part, variable))) continue;
    const isSet = inside.some(
      (part) => part.kind === 'assign' && part.op === '=' && isName(part.target, variable),
    );
    if (isSet || !inside.some(asksForMore)) continue;
    if (all.some((part) => comparesWith(part, variable)) || inside.some(countsTo)) continue;
    // What is left of the greatest number, shifted down in step, limits as well.
    if (inside.some((part) => part.kind === 'assign' && part.op === '>>=')) continue;
    report(
      shift,
      `\`${variable.name}\` grows with each byte that says that another one follows, and is not compared with the width of what is shifted`,
      { confidence: 0.65, event: 'shape' },
    );
  }
}

function distanceName(shift: BinaryExpr): { readonly variable?: Variable } {
  const bare = withoutCasts(shift.right);
  return bare.kind === 'name' && bare.variable !== undefined ? { variable: bare.variable } : {};
}

function innermost(loops: readonly Loop[], expr: Expr): Loop | undefined {
  return loops
    .filter((loop) => contains(loop, expr))
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

function contains(loop: Loop, { start, end }: Expr): boolean {
  return loop.start <= start && end <= loop.end;
}

/** `shift += 7` */
function movesUp(expr: Expr, variable: Variable): boolean {
  return (
    expr.kind === 'assign' &&
    expr.op === '+=' &&
    isName(expr.target, variable) &&
    (constantOf(expr.value) ?? 0) > 1
  );
}

function isName(expr: Expr, variable: Variable): boolean {
  const bare = withoutCasts(expr);
  return bare.kind === 'name' && bare.variable === variable;
}

/** Whether the top bit of a byte is asked: `byte & 0x80`, `byte < 0x80`. */
function asksForMore(expr: Expr): boolean {
  if (expr.kind !== 'binary') return false;
  const side = constantOf(expr.right) ?? constantOf(expr.left);
  return (expr.op === '&' || /^[<>]=?$/.test(expr.op)) && (side === 0x80 || side === 0x7f)
    ? expr.op !== '&' || side === 0x80
    : false;
}

/** Whether a variable is compared with something, or cut to some of its bits. */
function comparesWith(expr: Expr, variable: Variable): boolean {
  if (expr.kind !== 'binary' || !/^(?:[<>]=?|[=!]=|&|%)$/.test(expr.op)) return false;
  return [expr.left, expr.right].some((side) =>
    expressionsIn(side).some((part) => isName(part, variable)),
  );
}

/** Whether something other than the value of a byte is compared with a number, such as how many bytes there were. */
function countsTo(expr: Expr): boolean {
  if (expr.kind !== 'binary' || !/^(?:[<>]=?|[=!]=)$/.test(expr.op)) return false;
  const [number, other] = [expr.left, expr.right].map((side) => constantOf(side));
  const limit = number ?? other;
  return limit !== undefined && limit > 1 && limit < 0x7f;
}
