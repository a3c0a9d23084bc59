import type { Expr } from '../../c/ir/ast.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import { linearSum, plus, type Target, TOP_FACTS, times, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { sum } from './sums.ts';

/** A pointer moved by a count of elements of a size. */
export function movePointer(
  interpreter: Interpreter,
  expr: Expr,
  pointer: Value,
  count: Value,
  size: number,
  sign: 1 | -1 = 1,
): Value {
  if (count.root === 0) {
    const moved = plus(pointer, sign * count.add * size);
    return pointer.root === 0 ? interpreter.unknown(expr) : moved;
  }
  const facts = interpreter.factsOf(pointer);
  if (pointer.root === 0) return interpreter.unknown(expr);
  const range = interpreter.range(times(count, size * sign));
  const targets: Target[] = [];
  for (const target of interpreter.targetsOf(pointer)) {
    const offset = linearSum(target.offset, times(count, size * sign), 1);
    targets.push({
      object: target.object,
      offset:
        offset ??
        sum(interpreter, expr, target.offset, times(count, size * sign), `offset ${target.object}`),
    });
  }
  return interpreter.fresh(expr, 'moved', {
    ...TOP_FACTS,
    mayBeNull: facts.mayBeNull && range.lo <= 0,
    nullOrigin: facts.nullOrigin,
    targets,
    taint: facts.taint,
    assumed: facts.assumed | interpreter.factsOf(count).assumed,
  });
}

/** The distance between two pointers in elements. */
export function pointerDifference(
  interpreter: Interpreter,
  expr: Expr,
  left: Value,
  right: Value,
  size: number,
): Value {
  const [a, ...moreA] = interpreter.targetsOf(left);
  const [b, ...moreB] = interpreter.targetsOf(right);
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
  return interpreter.fresh(expr, 'distance', factsOfType(expr.type));
}
