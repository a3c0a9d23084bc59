import type { Expr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import { sum } from './sums.ts';
import { factsOfType } from './typed-facts.ts';
import { linearSum, plus, type Target, times, UNKNOWN_FACTS, type Value } from './value.ts';

/** A pointer moved by a count of elements of a size. */
export function movePointer(
  machine: Machine,
  expr: Expr,
  pointer: Value,
  count: Value,
  size: number,
  sign: 1 | -1 = 1,
): Value {
  if (count.root === 0) {
    const moved = plus(pointer, sign * count.add * size);
    return pointer.root === 0 ? machine.unknown(expr) : moved;
  }
  const facts = machine.of(pointer);
  if (pointer.root === 0) return machine.unknown(expr);
  const range = machine.range(times(count, size * sign));
  const targets: Target[] = [];
  for (const target of machine.targetsOf(pointer)) {
    const offset = linearSum(target.offset, times(count, size * sign), 1);
    targets.push({
      object: target.object,
      offset:
        offset ??
        sum(machine, expr, target.offset, times(count, size * sign), `offset ${target.object}`),
    });
  }
  return machine.fresh(expr, 'moved', {
    ...UNKNOWN_FACTS,
    mayBeNull: facts.mayBeNull && range.lo <= 0,
    nullOrigin: facts.nullOrigin,
    targets,
    taint: facts.taint,
  });
}

/** The distance between two pointers in elements. */
export function pointerDifference(
  machine: Machine,
  expr: Expr,
  left: Value,
  right: Value,
  size: number,
): Value {
  const [a, ...moreA] = machine.targetsOf(left);
  const [b, ...moreB] = machine.targetsOf(right);
  if (
    a !== undefined &&
    b !== undefined &&
    moreA.length + moreB.length === 0 &&
    a.object === b.object
  ) {
    const distance = linearSum(a.offset, b.offset, -1);
    if (distance !== undefined && (size === 1 || distance.root === 0))
      return times(distance, 1 / size);
  }
  return machine.fresh(expr, 'distance', factsOfType(expr.type));
}
