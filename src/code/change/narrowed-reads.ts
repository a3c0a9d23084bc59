import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import type { CType } from '../c/ir/types.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A place that a call fills with fewer bits than the call that was there before, of the same arguments. */
export interface NarrowedRead {
  readonly target: Expr;
  readonly from: CallExpr;
  readonly to: CallExpr;
  readonly bits: { readonly before: number; readonly now: number };
}

/** The places that head reads with fewer bits, as `size = read_u32(p)` for `size = read_u64(p)`, and still has room for all. */
export function narrowedReads(change: UnitChange, { base, head }: FunctionPair): NarrowedRead[] {
  const before = readsOf(base);
  return readsOf(head).flatMap(({ target, call, key }): NarrowedRead[] => {
    if (!isWritten(change, call)) return [];
    const was = before.filter((one) => one.key === key);
    const [from, ...others] = was.map((one) => one.call);
    if (from === undefined || others.length > 0 || from.name === call.name) return [];
    const [wide, narrow, room] = [bitsOf(from.type), bitsOf(call.type), bitsOf(target.type)];
    if (wide === undefined || narrow === undefined || room === undefined) return [];
    if (narrow < 8 || narrow >= wide || room < wide) return [];
    return [{ target, from, to: call, bits: { before: wide, now: narrow } }];
  });
}

/** Assignments of what a call gives, with what they have in common when another function is called. */
function readsOf(fn: LoweredFunction): { target: Expr; call: CallExpr; key: string }[] {
  return expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind !== 'assign' || expr.op !== '=') return [];
    const call = withoutCasts(expr.value);
    if (call.kind !== 'call' || call.name === '' || call.args.length === 0) return [];
    const given = call.args.map(expressionText).join(', ');
    return { target: expr.target, call, key: `${expressionText(expr.target)} = (${given})` };
  });
}

function bitsOf(type: CType): number | undefined {
  return type.kind === 'int' && type.boolean !== true ? type.bits : undefined;
}
