import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isWritten } from './place-of-change.ts';
import { isWide } from './size-uses.ts';
import type { UnitChange } from './unit-change.ts';

/** A size of 64 bits that the change casts to fewer before it asks for as much memory. */
export interface CutSize {
  readonly call: CallExpr;
  /** The cast, in head. */
  readonly size: Expr;
  readonly bits: number;
}

const ALLOCATES = /alloc|resize|reserve|grow/i;
const WIDE = 64;

/** The sizes that the change cuts in calls that allocate, which base gave whole. */
export function cutSizes(change: UnitChange, { base, head }: FunctionPair): readonly CutSize[] {
  const whole = new Set(
    sizesOf(base).flatMap(({ key, value }) => (cutBits(value) === undefined ? key : [])),
  );
  return sizesOf(head).flatMap(({ key, call, value }) => {
    const bits = cutBits(value);
    return bits === undefined || !whole.has(key) || !isWritten(change, value)
      ? []
      : { call, size: value, bits };
  });
}

/** What calls that allocate are given, by the function, the position and the text without casts. */
function sizesOf(fn: LoweredFunction): { key: string; call: CallExpr; value: Expr }[] {
  return expressionsOf(fn.blocks).flatMap((call) => {
    if (call.kind !== 'call' || !ALLOCATES.test(call.name)) return [];
    return call.args.flatMap((value, position) => {
      const plain = withoutCasts(value);
      if (!isWide(plain) || knownNumber(plain) !== undefined) return [];
      return { key: `${call.name} ${position} ${expressionText(plain)}`, call, value };
    });
  });
}

/** The bits of a cast that cuts a value, undefined where nothing is cut. */
function cutBits(value: Expr): number | undefined {
  if (value.kind !== 'cast' || value.type.kind !== 'int') return undefined;
  return value.type.bits < WIDE ? value.type.bits : cutBits(value.operand);
}
