import {
  bothConditions,
  type EntryCondition,
  type EntryConditions,
  meets,
} from '../domain/entry-condition.ts';
import type { Value } from '../domain/value.ts';
import { entryConditions } from '../interpreter/entry-conditions.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** What the conditions of a callee mean for one call of it. */
export interface MetConditions {
  /** Whether what it does under them happens, as far as this function knows its own parameters. */
  readonly here: 'yes' | 'no' | 'maybe';
  /** Whether it happens for certain wherever `entry` holds of the parameters of this function. */
  readonly isTold: boolean;
  readonly entry: EntryConditions;
}

/**
 * Whether a call meets the conditions under which its callee does something.
 * @param besides a parameter of the callee that decides how much it does, rather than whether
 */
export function metConditions(
  interpreter: Interpreter,
  args: readonly Value[],
  conditions: EntryConditions,
  besides = -1,
): MetConditions {
  let entry = entryConditions(interpreter);
  let here: MetConditions['here'] = 'yes';
  let isTold = true;
  for (const condition of conditions) {
    const value = args[condition.parameter];
    if (value === undefined) continue;
    const met = meets(interpreter.factsOf(value), condition);
    if (met === 'no') return { here: 'no', isTold: false, entry };
    if (met === 'yes') continue;
    const own = interpreter.parameterRoots.get(value.root);
    if (own !== undefined && value.scale === 1) entry = withOwn(entry, own, value.add, condition);
    else if (condition.parameter !== besides) isTold = false;
    if (condition.parameter !== besides) here = 'maybe';
  }
  return { here, isTold, entry };
}

/** The condition of a callee on what it gets is one on the parameter that it forwards. */
function withOwn(
  entry: EntryConditions,
  parameter: number,
  add: number,
  condition: EntryCondition,
): EntryConditions {
  const { lo, hi, isPointer } = condition;
  const isSame = add === 0;
  const own: EntryCondition = {
    parameter,
    lo: lo - add,
    hi: hi - add,
    mayBeZero: isSame ? condition.mayBeZero : true,
    mayBeNonZero: isSame ? condition.mayBeNonZero : true,
    isPointer,
  };
  const before = entry.find((one) => one.parameter === parameter);
  return [
    ...entry.filter((one) => one !== before),
    before === undefined ? own : bothConditions(before, own),
  ];
}
