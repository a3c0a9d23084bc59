import type { Machine } from './machine.ts';
import { strongerTaint, UNKNOWN_FACTS, type Value } from './value.ts';

/** A sum that is linear in no single root. */
export function sum(machine: Machine, key: unknown, a: Value, b: Value, purpose: string): Value {
  const ra = machine.range(a);
  const rb = machine.range(b);
  const value = machine.fresh(key, purpose, {
    ...UNKNOWN_FACTS,
    lo: finite(ra.lo + rb.lo, false),
    hi: finite(ra.hi + rb.hi, true),
    taint: strongerTaint(machine.taint(a), machine.taint(b)),
  });
  relateSum(machine, value, a, b);
  return value;
}

/** root = a + b: with b >= 0, a is at most root, and so on. */
export function relateSum(machine: Machine, value: Value, a: Value, b: Value): void {
  const relate = (part: Value, other: Value): void => {
    if (part.root === 0 || part.scale !== 1) return;
    const range = machine.range(other);
    if (Number.isFinite(range.lo))
      machine.state.constrain(part.root, value.root, -range.lo - part.add);
    if (Number.isFinite(range.hi))
      machine.state.constrain(value.root, part.root, range.hi + part.add);
  };
  relate(a, b);
  relate(b, a);
}

/** An end of a range; infinite where infinities cancel out. */
function finite(value: number, up: boolean): number {
  if (!Number.isNaN(value)) return value;
  return up ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}
