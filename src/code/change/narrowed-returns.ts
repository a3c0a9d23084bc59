import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import type { CType } from '../c/ir/types.ts';
import { placeOfChange } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A function whose result holds less than it did, although it computed values that need what it held. */
export interface NarrowedReturn {
  readonly fn: LoweredFunction;
  readonly from: CType & { readonly kind: 'int' };
  readonly to: CType & { readonly kind: 'int' };
  /** A value that base returned. */
  readonly value: Expr;
}

const WIDE = 64;

/** The functions that return 64 bits in base and fewer in head, where base computed one of their values in 64 bits. */
export function narrowedReturns(change: UnitChange): readonly NarrowedReturn[] {
  return change.functions.flatMap(({ base, head }): NarrowedReturn[] => {
    const [from, to] = [base.returns, head.returns];
    if (from.kind !== 'int' || to.kind !== 'int') return [];
    if (from.bits < WIDE || to.bits >= WIDE || to.boolean === true) return [];
    if (placeOfChange(change, { start: head.start, end: head.start + 1 }) === undefined) return [];
    // Where it returns something else now, such as whether it could be done, that is no size.
    const left = new Set(returnedValues(head).map(expressionText));
    const value = returnedValues(base).find(
      (each) => isWideValue(each) && left.has(expressionText(each)),
    );
    return value === undefined ? [] : [{ fn: head, from, to, value }];
  });
}

function returnedValues({ blocks }: LoweredFunction): readonly Expr[] {
  return blocks.flatMap(({ end }) => (end.kind === 'return' ? (end.value ?? []) : []));
}

/** A value of 64 bits before it is converted to what the function returns. */
function isWideValue(value: Expr): boolean {
  if (knownNumber(value) !== undefined) return false;
  return value.type.kind === 'int' && value.type.bits >= WIDE;
}
