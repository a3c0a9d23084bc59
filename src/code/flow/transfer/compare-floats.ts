import type { State } from '../domain/state.ts';
import type { Range, Value } from '../domain/value.ts';

/**
 * Splits a state by a comparison of floating-point numbers. Ranges are cut to whole numbers, so
 * that `d < 0.5` cannot narrow one; they only say which outcomes cannot be.
 */
export function compareFloats(
  state: State,
  op: string,
  left: Value,
  right: Value,
): [State | undefined, State | undefined] {
  const a = state.range(left);
  const b = state.range(right);
  return [canHold(op, a, b) ? state.copy() : undefined, canFail(op, a, b) ? state : undefined];
}

function canHold(op: string, a: Range, b: Range): boolean {
  switch (op) {
    case '<':
      return a.lo < b.hi;
    case '<=':
      return a.lo <= b.hi;
    case '>':
      return a.hi > b.lo;
    case '>=':
      return a.hi >= b.lo;
    case '==':
      return a.lo <= b.hi && b.lo <= a.hi;
    default:
      return !isSameNumber(a, b);
  }
}

function canFail(op: string, a: Range, b: Range): boolean {
  switch (op) {
    case '<':
      return a.hi >= b.lo;
    case '<=':
      return a.hi > b.lo;
    case '>':
      return a.lo <= b.hi;
    case '>=':
      return a.lo < b.hi;
    case '==':
      return !isSameNumber(a, b);
    default:
      return a.lo <= b.hi && b.lo <= a.hi;
  }
}

function isSameNumber(a: Range, b: Range): boolean {
  return a.lo === a.hi && b.lo === b.hi && a.lo === b.lo;
}
