import type { Expr, Variable } from '../c/ir/ast.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { accessPaths } from './access-paths.ts';
import type { Constraint } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { leavesOn } from './leaves-on.ts';
import { lostConstraints } from './lost-constraints.ts';
import { onlyReports } from './only-reports.ts';
import { isTakenAway } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A number that the callers of a function gave it to be compared, and that head has no parameter for any more. */
export interface DroppedLimit {
  readonly parameter: Variable;
  /** The test of base. */
  readonly test: Expr;
  /** What of a pointer that they still give is used behind it, in head. */
  readonly use: Expr;
}

/**
 * The parameters that the change took away with the check that they were for: how much room there is behind a pointer
 * that the function still writes or reads through. Where a parameter came in their place the check may be there.
 */
export function droppedLimits(change: UnitChange, pair: FunctionPair): readonly DroppedLimit[] {
  const { base, head } = pair;
  const known = new Set(head.parameters.map(({ name }) => name));
  const before = new Set(base.parameters.map(({ name }) => name));
  const dropped = base.parameters.filter(
    ({ name, type }) =>
      name !== '' && !known.has(name) && type.kind !== 'record' && !isPointerLike(type),
  );
  if (dropped.length === 0 || head.parameters.some(({ name }) => !before.has(name))) return [];
  const pointers = head.parameters
    .filter(({ type }) => isPointerLike(type))
    .map(({ name }) => name);
  const lost = lostConstraints(pair, change.base, change.head, change.lines);
  return dropped.flatMap((parameter): DroppedLimit[] => {
    for (const { constraint, uses } of lost) {
      if (!isLimitBy(constraint, parameter) || !isTakenAway(change, constraint.test)) continue;
      if (!leavesOn(base, constraint.test)) continue;
      const use = uses.find(({ expr }) => {
        const read = accessPaths(expr);
        return !onlyReports(expr) && pointers.some((name) => read.has(name));
      });
      if (use !== undefined) return [{ parameter, test: constraint.test, use: use.expr }];
    }
    return [];
  });
}

function isLimitBy({ kind, alternatives, compared }: Constraint, { name }: Variable): boolean {
  return kind === 'bound' && alternatives.length === 1 && compared.has(name);
}
