import type { CType } from '../../c/ir/types.ts';
import { rangeOfType } from '../domain/typed-facts.ts';
import type { Range, Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** The range of a result as mathematics has it. */
export function resultRange(
  interpreter: Interpreter,
  op: string,
  type: CType,
  left: Value,
  right: Value,
): Range {
  const converts = convertsOperands(op);
  const a = converts ? asUnsigned(type, interpreter.range(left)) : interpreter.range(left);
  const b = converts ? asUnsigned(type, interpreter.range(right)) : interpreter.range(right);
  switch (op) {
    case '+':
      return { lo: a.lo + b.lo, hi: a.hi + b.hi };
    case '-': {
      const hi = Math.min(a.hi - b.lo, interpreter.state.upperDifference(left, right));
      const lo = Math.max(a.lo - b.hi, -interpreter.state.upperDifference(right, left));
      return { lo, hi };
    }
    case '*':
      return corners(a, b, (x, y) => (x === 0 || y === 0 ? 0 : x * y));
    case '/':
      if (b.lo <= 0 && b.hi >= 0) {
        const magnitude = Math.max(Math.abs(a.lo), Math.abs(a.hi));
        return { lo: a.lo >= 0 && b.lo >= 0 ? 0 : -magnitude, hi: magnitude };
      }
      return corners(a, b, (x, y) => (Number.isFinite(y) ? Math.trunc(x / y) : 0));
    case '%': {
      // Zero alone has no remainders: nothing is upside down for it either.
      const most = Math.max(Math.abs(b.lo), Math.abs(b.hi), 1) - 1;
      const lo = a.lo >= 0 ? 0 : Math.max(a.lo, -most);
      return { lo, hi: Math.min(Math.max(a.hi, 0), most) };
    }
    case '&':
      if (a.lo >= 0 && b.lo >= 0) return { lo: 0, hi: Math.min(a.hi, b.hi) };
      if (b.lo >= 0) return { lo: 0, hi: b.hi };
      if (a.lo >= 0) return { lo: 0, hi: a.hi };
      return { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
    case '|':
    case '^':
      if (a.lo >= 0 && b.lo >= 0) return { lo: 0, hi: nextPower(Math.max(a.hi, b.hi)) - 1 };
      return { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
    case '<<':
      return b.lo >= 0 && b.hi < 64
        ? corners(a, { lo: 2 ** b.lo, hi: 2 ** b.hi }, (x, y) => x * y)
        : { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
    case '>>':
      return {
        lo: Math.min(0, a.lo),
        hi: Math.max(0, Math.floor(a.hi / 2 ** Math.max(0, Math.min(b.lo, 64)))),
      };
    default:
      return { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
  }
}

/** The range of a function that is monotonous in both operands. */
function corners(a: Range, b: Range, f: (x: number, y: number) => number): Range {
  const all = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
  return { lo: Math.min(...all), hi: Math.max(...all) };
}

/** Where it matters what an operand becomes in the common type; sums and products are the same modulo. */
export function convertsOperands(op: string): boolean {
  return /^[/%&|^]$/.test(op);
}

/** A range as an unsigned type holds it; other types are left alone. */
function asUnsigned(type: CType, range: Range): Range {
  if (type.kind !== 'int' || type.signed || range.lo >= 0) return range;
  const { hi } = rangeOfType(type);
  return range.hi < 0 ? { lo: range.lo + hi + 1, hi: range.hi + hi + 1 } : { lo: 0, hi };
}

/** The least power of two above a number. */
function nextPower(value: number): number {
  return Number.isFinite(value) ? 2 ** Math.ceil(Math.log2(value + 1)) : value;
}
