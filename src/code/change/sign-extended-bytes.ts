import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { type CType, isCharLike } from '../c/ir/types.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A byte of a signed type that is widened as it is, and was made unsigned first. */
export interface SignExtendedByte {
  /** In head. */
  readonly byte: Expr;
  /** In base. */
  readonly before: Expr;
}

/** A byte where it is widened. */
interface WidenedByte {
  /** Where it goes, and what is read. */
  readonly key: string;
  readonly byte: Expr;
  readonly isUnsigned: boolean;
}

const ALL_BITS = 0xff;

/**
 * The bytes of head that become negative numbers, lengths or indices from 128 on, and did not in base: `n = p[1]` for
 * `n = p[1] & 0xff`, or `table[*p]` for `table[(unsigned char)*p]`.
 */
export function signExtendedBytes(
  change: UnitChange,
  { base, head }: FunctionPair,
): SignExtendedByte[] {
  const before = Map.groupBy(widenedBytes(base), ({ key }) => key);
  const now = Map.groupBy(widenedBytes(head), ({ key }) => key);
  return [...now].flatMap(([key, uses]): SignExtendedByte[] => {
    const was = before.get(key)?.find(({ isUnsigned }) => isUnsigned);
    const use = uses.find(({ byte, isUnsigned }) => !isUnsigned && isWritten(change, byte));
    if (was === undefined || use === undefined) return [];
    return uses.some(({ isUnsigned }) => isUnsigned) ? [] : [{ byte: use.byte, before: was.byte }];
  });
}

/** The bytes of a signed type that a function widens: into a wider place, an index, or a sum. */
function widenedBytes(fn: LoweredFunction): WidenedByte[] {
  const declared = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) => {
      if (step.kind !== 'declare' || step.init === undefined) return [];
      const { name, type } = step.variable;
      return isWide(type) ? widened(`${name} =`, step.init) : [];
    }),
  );
  return [...declared, ...expressionsOf(fn.blocks).flatMap(widenedIn)];
}

function widenedIn(expr: Expr): WidenedByte[] {
  switch (expr.kind) {
    case 'assign':
      return isWide(expr.target.type)
        ? widened(`${expressionText(expr.target)} ${expr.op}`, expr.value)
        : [];
    case 'index':
      return widened(`${expressionText(expr.base)}[]`, expr.index);
    case 'binary': {
      if (!/^(?:[-+*|]|<<)$/.test(expr.op)) return [];
      return [
        ...widened(`${expr.op} ${expressionText(expr.right)}`, expr.left),
        ...widened(`${expressionText(expr.left)} ${expr.op}`, expr.right),
      ];
    }
    default:
      return [];
  }
}

function isWide(type: CType): boolean {
  return type.kind === 'int' && type.bits > 8;
}

function widened(where: string, value: Expr): WidenedByte[] {
  const { byte, isUnsigned } = withoutMask(value);
  const isByte = /^(?:index|deref|name|member)$/.test(byte.kind) && isCharLike(byte.type);
  if (!isByte || byte.type.kind !== 'int' || !byte.type.signed) return [];
  return [{ key: `${where} ${expressionText(byte)}`, byte: isUnsigned ? value : byte, isUnsigned }];
}

/** What is read, and whether a cast or `& 0xff` keeps it from being negative. */
function withoutMask(value: Expr): { readonly byte: Expr; readonly isUnsigned: boolean } {
  if (value.kind === 'cast') {
    const inner = withoutMask(value.operand);
    const isByteCast = isCharLike(value.type) && value.type.kind === 'int' && !value.type.signed;
    return { byte: inner.byte, isUnsigned: inner.isUnsigned || isByteCast };
  }
  if (value.kind === 'binary' && value.op === '&') {
    if (isMask(value.right)) return { byte: withoutCasts(value.left), isUnsigned: true };
    if (isMask(value.left)) return { byte: withoutCasts(value.right), isUnsigned: true };
  }
  return { byte: value, isUnsigned: false };
}

function isMask(expr: Expr): boolean {
  const mask = knownNumber(expr);
  return mask !== undefined && mask > 0 && mask <= ALL_BITS;
}
