import type { Expr } from '../../c/ir/ast.ts';
import { wrapToType } from '../../c/ir/constants.ts';
import type { CType } from '../../c/ir/types.ts';
import { libraryModelOf } from '../../library-models/lookup.ts';
import { rangeOfType } from '../domain/typed-facts.ts';
import { constant, NONE_EXCLUDED, TOP_FACTS, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { markEscaped } from '../memory/escape.ts';

/** A value as another type holds it. */
export function convertValue(
  interpreter: Interpreter,
  expr: Expr,
  from: CType,
  to: CType,
  value: Value,
): Value {
  if (to.kind !== 'int' || from.kind === 'pointer' || from.kind === 'array') return value;
  const cut = from.kind === 'float' ? truncated(value) : value;
  if (cut !== value) return convertValue(interpreter, expr, to, to, cut);
  const range = interpreter.range(value);
  const limits = rangeOfType(to);
  if (range.lo >= limits.lo && range.hi <= limits.hi) return value;
  interpreter.listener?.convert?.({ expr, from, to, value }, interpreter);
  if (value.root === 0 && Number.isSafeInteger(value.add))
    return constant(wrapToType(to, value.add));
  const facts = interpreter.factsOf(value);
  // The number of an address leads to what is there as the pointer does, but is not followed.
  if (!Number.isFinite(range.hi)) markEscaped(interpreter, value);
  const becomesUnsigned = limits.lo === 0 && range.lo < 0 && range.hi <= limits.hi;
  if (to.boolean === true)
    return interpreter.fresh(expr, 'boolean', { ...TOP_FACTS, lo: 0, hi: 1 });
  const step = interpreter.step(
    expr,
    becomesUnsigned ? 'a negative value becomes a huge one here' : 'the value is cut to fit here',
  );
  const evident = facts.taint !== undefined || facts.checkedAbove;
  const lossy =
    from.kind === 'int' && (to.bits < from.bits || (becomesUnsigned && to.bits >= from.bits));
  return interpreter.fresh(expr, 'converted', {
    ...facts,
    ...limits,
    targets: [],
    // What is as wide or wider holds zero for zero alone.
    excluded:
      from.kind === 'int' && to.bits >= from.bits && facts.excluded.includes(0)
        ? [0]
        : NONE_EXCLUDED,
    distortion: lossy
      ? { kind: becomesUnsigned ? 'sign' : 'truncation', step, evident }
      : facts.distortion,
    // A library function that brings no more than it was asked for is not checked once more.
    checkedAbove: facts.checkedAbove && isBounded(facts.from),
  });
}

/** Whether a library function returns at most the count that it is given. */
function isBounded(name: string): boolean {
  const result = libraryModelOf(name)?.result;
  return result?.kind === 'integer' && result.atMost !== undefined;
}

/** A number as an integer has it: without what is behind the point. */
function truncated(value: Value): Value {
  const isFraction = value.root === 0 && !Number.isInteger(value.add);
  return isFraction && Number.isFinite(value.add) ? constant(Math.trunc(value.add)) : value;
}
