import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { accessPaths } from './access-paths.ts';
import { assignedValues } from './assigned-values.ts';
import { isTested } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { leavesOn } from './leaves-on.ts';
import { lostConstraints } from './lost-constraints.ts';
import { isMovedOut } from './moved-code.ts';
import { onlyReports } from './only-reports.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** What a call gave through one pointer, used without the test of what it gave through another. */
export interface UntestedOutput {
  /** In base. */
  readonly test: Expr;
  /** In head. */
  readonly use: Expr;
  readonly call: CallExpr;
  /** The variables that the call is given: what was tested, and what is used. */
  readonly tested: string;
  readonly used: string;
}

/** The flags that calls fill in for their callers, and that head no longer asks: `read(&value, &has_value); use(value);`. */
export function untestedOutputs(change: UnitChange, pair: FunctionPair): UntestedOutput[] {
  const { base, head } = pair;
  const calls = outputCalls(head);
  if (calls.length === 0) return [];
  const written = new Set(
    testsOf(head).flatMap((test) => (isWritten(change, test) ? [...accessPaths(test)] : [])),
  );
  const given = assignedValues(head);
  return lostConstraints(pair, change.base, change.head, change.lines).flatMap(
    ({ constraint, uses }): UntestedOutput[] => {
      const { test, compared, alternatives } = constraint;
      const [tested, ...others] = [...compared];
      if (tested === undefined || others.length > 0 || alternatives.length > 1) return [];
      if (!isTested(constraint) || !isTakenAway(change, test) || written.has(tested)) return [];
      if (!leavesOn(base, test) || isMovedOut(change, test, head)) return [];
      for (const { expr: use } of uses) {
        if (onlyReports(use)) continue;
        const call = calls.findLast(
          ({ expr, outputs }) => expr.end <= use.start && outputs.has(tested),
        );
        if (call === undefined) continue;
        const isGivenSince = (name: string) =>
          given.some(
            ({ target, value }) =>
              target === name && call.expr.end <= value.start && value.end <= use.start,
          );
        const used = [...call.outputs].find(
          (name) => name !== tested && accessPaths(use).has(name) && !isGivenSince(name),
        );
        if (used !== undefined) return [{ test, use, call: call.expr, tested, used }];
      }
      return [];
    },
  );
}

interface OutputCall {
  readonly expr: CallExpr;
  /** The local variables whose addresses it gets. */
  readonly outputs: ReadonlySet<string>;
}

/** The calls that get the addresses of two or more variables that hold one value each. */
function outputCalls({ blocks }: LoweredFunction): OutputCall[] {
  return expressionsOf(blocks).flatMap((expr): OutputCall[] => {
    if (expr.kind !== 'call') return [];
    const outputs = new Set(
      expr.args.map(withoutCasts).flatMap((argument) => {
        if (argument.kind !== 'address' || argument.operand.kind !== 'name') return [];
        const { type, variable, name } = argument.operand;
        return variable?.scope === 'local' && type.kind !== 'record' && type.kind !== 'array'
          ? name
          : [];
      }),
    );
    return outputs.size > 1 ? [{ expr, outputs }] : [];
  });
}
