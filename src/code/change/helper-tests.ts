import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { isWritten } from './place-of-change.ts';
import { conditionParts, testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A test that a function of the file makes for another one. */
export interface HelperTest {
  readonly call: CallExpr;
  readonly helper: LoweredFunction;
  readonly test: Expr;
}

/**
 * The tests that functions of head's file make for one function since the change: it wrote the call, or
 * the test. What a call gives back is looked at, or it gives nothing back and may not return.
 */
export function helperTests(change: UnitChange, fn: LoweredFunction): readonly HelperTest[] {
  const dropped = new Set(
    fn.blocks.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'eval' ? withoutCasts(step.expr) : [])),
    ),
  );
  return expressionsOf(fn.blocks).flatMap((call) => {
    if (call.kind !== 'call') return [];
    const helper = change.head.functionsByName.get(call.name);
    if (helper === undefined || helper === fn) return [];
    if (dropped.has(call) && helper.returns.kind !== 'void') return [];
    const isNew = isWritten(change, call);
    return testsIn(helper).flatMap((test) =>
      isNew || isWritten(change, test) ? { call, helper, test } : [],
    );
  });
}

/** The tests of a function, and those whose answers it gives back. */
function testsIn(fn: LoweredFunction): readonly Expr[] {
  const answers = fn.blocks.flatMap(({ end }) =>
    end.kind === 'return' && end.value !== undefined ? conditionParts(end.value) : [],
  );
  return [...new Set([...testsOf(fn), ...answers])];
}
