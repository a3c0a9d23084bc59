import type { Expr } from '../c/ast.ts';
import { heldBy } from '../c/constants.ts';
import type { CType } from '../c/types.ts';
import type { Machine } from './machine.ts';
import { rangeOfType } from './typed-facts.ts';
import { constant, UNKNOWN_FACTS, type Value } from './value.ts';

/** A value as another type holds it. */
export function converted(
  machine: Machine,
  expr: Expr,
  from: CType,
  to: CType,
  value: Value,
): Value {
  if (to.kind !== 'int' || from.kind === 'pointer' || from.kind === 'array') return value;
  const range = machine.range(value);
  const limits = rangeOfType(to);
  if (range.lo >= limits.lo && range.hi <= limits.hi) return value;
  machine.listener?.convert?.({ expr, from, to, value }, machine);
  if (value.root === 0 && Number.isSafeInteger(value.add)) return constant(heldBy(to, value.add));
  const facts = machine.of(value);
  const becomesUnsigned = limits.lo === 0 && range.lo < 0 && range.hi <= limits.hi;
  if (to.boolean === true)
    return machine.fresh(expr, 'boolean', { ...UNKNOWN_FACTS, lo: 0, hi: 1 });
  const step = machine.step(
    expr,
    becomesUnsigned ? 'a negative value becomes a huge one here' : 'the value is cut to fit here',
  );
  const evident = facts.taint !== undefined || facts.checkedAbove;
  const lossy =
    from.kind === 'int' && (to.bits < from.bits || (becomesUnsigned && to.bits >= from.bits));
  return machine.fresh(expr, 'converted', {
    ...facts,
    ...limits,
    targets: [],
    distortion: lossy
      ? { kind: becomesUnsigned ? 'sign' : 'truncation', step, evident }
      : facts.distortion,
    checkedAbove: false,
  });
}
