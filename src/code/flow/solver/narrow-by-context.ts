import type { ParameterTest } from '../../c/cfg/tested-parameters.ts';
import { calledAs } from '../../c/ir/called-as.ts';
import type { ParameterContext } from '../domain/parameter-context.ts';
import type { Range, RootFacts } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/**
 * What the callers pass: all of it where every caller was seen, else only what is bad. What the function tests for and
 * they never pass is added to that.
 */
export function narrowByContext(
  interpreter: Interpreter,
  facts: RootFacts,
  context: ParameterContext | undefined,
  { isPointer, tests }: { isPointer: boolean; tests: readonly ParameterTest[] },
): RootFacts {
  if (context === undefined) return facts;
  // A pointer to untrusted content is not itself untrusted.
  const real = !isPointer && context.taint !== undefined && context.taint.kind !== 'parameter';
  const taint = real ? context.taint : facts.taint;
  const checkedAbove = facts.checkedAbove || (real && context.isLimited);
  // Null from some callers only may be what another parameter tells the function.
  const passedNull =
    context.mayBeNull && (!context.mayBeNonNull || context.nullOrigin?.kind === 'failure');
  const nullOrigin = passedNull ? context.nullOrigin : facts.nullOrigin;
  if (!interpreter.environment.isClosed(calledAs(interpreter.function)))
    return { ...facts, taint, checkedAbove };
  // That a function tests for null is no reason to doubt its callers: where it does not, none is passed.
  const known = {
    ...facts,
    taint: real ? taint : undefined,
    checkedAbove,
    nullOrigin: context.mayBeNull ? nullOrigin : undefined,
  };
  if (isPointer && tests.some(({ op, value }) => op === '==' && value === 0)) return known;
  return {
    ...known,
    ...testedRange(facts, context, tests),
    mayBeNull: facts.mayBeNull && (context.mayBeNull || tests.length > 0),
    mayBeNonNull: context.mayBeNonNull || tests.length > 0,
  };
}

/** The numbers that callers pass, as far as each test of them comes out both ways. */
function testedRange(typed: Range, passed: Range, tests: readonly ParameterTest[]): Range {
  let lo = Math.max(typed.lo, passed.lo);
  let hi = Math.min(typed.hi, passed.hi);
  for (const { op, value: written } of tests) {
    // `(size_t)-1` is the greatest number of its type.
    const value = written < typed.lo ? typed.hi : written;
    if (op !== '==') {
      if (lo >= value) lo = typed.lo;
      if (hi <= value) hi = typed.hi;
    } else if (lo === hi && lo === value) hi = typed.hi;
    else {
      lo = Math.min(lo, value);
      hi = Math.max(hi, value);
    }
  }
  return { lo, hi };
}
