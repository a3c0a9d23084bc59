import type { Expr } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule } from './c-rule.ts';

export const signExtension: CRule = {
  id: 'sign_extension',
  title: 'A number is put together from bytes that have a sign',
  category: 'integer',
  cwe: [194],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'Where `char` has a sign, a byte from 0x80 on is negative. Put into a larger number, all bits above it become ones: `text[0] << 8 | text[1]` is -1 or less then, whatever the first byte is, and as a length it is huge.',
  suggestion: 'Read the bytes through `unsigned char`, or cast each to it first.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `unsigned length(const char *head) {
  return head[0] << 8 | head[1]; // defect
}
long number(const signed char *at) {
  long value = 0;
  value = value << 8 | *at; // defect
  return value;
}`,
    ],
    good: [
      `unsigned length(const unsigned char *head) { return head[0] << 8 | head[1]; }
unsigned cast(const char *head) { return (unsigned char)head[0] << 8 | (unsigned char)head[1]; }
unsigned cut(const char *head) { return (head[0] & 0xff) << 8 | (head[1] & 0xff); }
int pair(const char *text) { return text[0] << 8 | 1; }`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions)
      for (const expr of expressionsOf(fn.blocks)) {
        if (expr.kind !== 'binary' || !/^[|+]$/.test(expr.op)) continue;
        const sides = [expr.left, expr.right];
        const byte = sides.find(isSignedByte);
        if (byte === undefined || !sides.some((side) => side !== byte && isShiftedByByte(side)))
          continue;
        report(
          expr,
          `\`${unit.tree.textOf(byte)}\` is negative from 0x80 on, and then sets all bits above it`,
          { confidence: 0.65 },
        );
      }
  },
};

/** A character in memory that no cast to another type keeps from being negative. */
function isSignedByte(expr: Expr): boolean {
  let at = expr;
  while (at.kind === 'cast' && at.type.kind === 'int' && at.type.bits > 8) at = at.operand;
  if (at.kind !== 'index' && at.kind !== 'deref') return false;
  return at.type.kind === 'int' && at.type.bits === 8 && at.type.signed;
}

/** Whether an expression moves a byte, or what was put together so far, up by whole bytes. */
function isShiftedByByte(expr: Expr): boolean {
  const bare = withoutCasts(expr);
  if (bare.kind === 'binary' && /^[|+]$/.test(bare.op))
    return isShiftedByByte(bare.left) || isShiftedByByte(bare.right);
  if (bare.kind !== 'binary' || bare.op !== '<<') return false;
  const by = constantOf(bare.right) ?? 0;
  return by > 0 && by % 8 === 0 && withoutCasts(bare.left).kind !== 'number';
}
