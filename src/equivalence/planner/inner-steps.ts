import type { ClangUnit } from '../../code/clang/unit.ts';
import { reachableFunctions } from '../pairing/reachable-functions.ts';
import { makesObject, type PlannedCall } from '../plan/comparison-plan.ts';

/**
 * The calls of sequences without `static` functions that change an object by values: no caller in the C gives such a
 * function any value, so that sequences would make objects that the C never has. A function that calls it, and that is
 * among the calls, gives it the values that it is given, and so makes the same objects; where there is none, it stays.
 * @param subject the call of the function in question, which stays
 */
export function withoutInnerSteps(
  calls: readonly PlannedCall[],
  subject: PlannedCall,
  units: readonly ClangUnit[],
): PlannedCall[] {
  const reached = new Map(
    calls.map((call) => [
      call,
      new Set(reachableFunctions(call.function, units).map(({ name }) => name)),
    ]),
  );
  const reaches = (one: PlannedCall, other: PlannedCall) =>
    one !== other && reached.get(one)?.has(other.function.name) === true;
  return calls.filter((call) => {
    const isInner = call !== subject && call.function.isStatic && changesByValues(call);
    if (!isInner) return true;
    // Of functions that call each other, one has to stay.
    const caller = calls.find(
      (one) =>
        reaches(one, call) && (one === subject || !one.function.isStatic || !reaches(call, one)),
    );
    return caller === undefined;
  });
}

/** Whether a call changes an object, and is given more than objects. */
function changesByValues({ plan }: PlannedCall): boolean {
  if (makesObject(plan) || plan.inputs.length === 0) return false;
  return plan.rust.some(
    ({ pair, type }) => pair === undefined && (type.kind !== 'reference' || type.mutable),
  );
}
