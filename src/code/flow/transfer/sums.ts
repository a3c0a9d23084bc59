import { joinTaints } from '../domain/taint.ts';
import { TOP_FACTS, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** A sum that is linear in no single root. */
export function sum(
  interpreter: Interpreter,
  key: unknown,
  a: Value,
  b: Value,
  purpose: string,
): Value {
  const ra = interpreter.range(a);
  const rb = interpreter.range(b);
  const value = interpreter.fresh(key, purpose, {
    ...TOP_FACTS,
    lo: finite(ra.lo + rb.lo, false),
    hi: finite(ra.hi + rb.hi, true),
    taint: joinTaints(interpreter.taint(a), interpreter.taint(b)),
    assumed: interpreter.factsOf(a).assumed | interpreter.factsOf(b).assumed,
  });
  relateSum(interpreter, value, a, b);
  interpreter.ids.origins.recordSum(value.root, a, b, 1);
  return value;
}

/** root = a + b: with b >= 0, a is at most root, and so on. */
export function relateSum(interpreter: Interpreter, value: Value, a: Value, b: Value): void {
  const relate = (part: Value, other: Value): void => {
    if (part.root === 0 || part.scale !== 1) return;
    const range = interpreter.range(other);
    if (Number.isFinite(range.lo))
      interpreter.state.constrain(part.root, value.root, -range.lo - part.add);
    if (Number.isFinite(range.hi))
      interpreter.state.constrain(value.root, part.root, range.hi + part.add);
  };
  relate(a, b);
  relate(b, a);
}

/** An end of a range; infinite where infinities cancel out. */
function finite(value: number, up: boolean): number {
  if (!Number.isNaN(value)) return value;
  return up ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}
