import type { Expr, Variable } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { AccessEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/** The index counts the rounds of a loop, so that the ends of its range are met. */
export function isLoopIndex(event: AccessEvent, facts: Facts): boolean {
  const { index } = event;
  const counted = index?.kind === 'incdec' ? index.operand : index;
  if (counted?.kind !== 'name' || counted.variable === undefined) return false;
  const { variable } = counted;
  const isOwnCount = (part: Expr): boolean =>
    index?.kind === 'incdec' && part.kind === 'name' && part.variable === variable;
  return facts.function.loops.some(
    (loop) =>
      loop.start <= event.expr.start &&
      event.expr.end <= loop.end &&
      ([loop.update, ...comparedIn(loop.condition)].some((part) => isCounted(part, variable)) ||
        comparedIn(loop.condition).some(isOwnCount)),
  );
}

/** What the comparison with a number compares by which a loop goes on, as `i--` in `while (i-- >= 0)`. */
function comparedIn(condition: Expr | undefined): Expr[] {
  if (condition?.kind !== 'binary' || !/^(?:[<>]=?|!=)$/.test(condition.op)) return [];
  const { left, right } = condition;
  if (constantOf(right) !== undefined) return [withoutCasts(left)];
  return constantOf(left) === undefined ? [] : [withoutCasts(right)];
}

function isCounted(part: Expr | undefined, variable: Variable): boolean {
  return (
    part?.kind === 'incdec' && part.operand.kind === 'name' && part.operand.variable === variable
  );
}
