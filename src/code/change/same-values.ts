import type { LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { assignedValues } from './assigned-values.ts';
import type { FunctionPair } from './function-pairs.ts';

/** Whether both versions of a function give some places, by their texts, the same values. */
export function haveSameValues(places: ReadonlySet<string>, { base, head }: FunctionPair): boolean {
  return valuesOf(places, base) === valuesOf(places, head);
}

/** What is assigned to the places, counted up and down, and done by calls that get their addresses. */
function valuesOf(places: ReadonlySet<string>, fn: LoweredFunction): string {
  const assigned = assignedValues(fn).flatMap(({ target, value }) =>
    places.has(target) ? `${target} = ${expressionText(value)}` : [],
  );
  const others = expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind === 'incdec' || (expr.kind === 'assign' && expr.op !== '=')) {
      const target = expr.kind === 'incdec' ? expr.operand : expr.target;
      return places.has(expressionText(target)) ? expressionText(expr) : [];
    }
    if (expr.kind !== 'call') return [];
    const isGiven = expr.args.map(withoutCasts).some((arg) => {
      return arg.kind === 'address' && places.has(expressionText(arg.operand));
    });
    return isGiven ? expressionText(expr) : [];
  });
  return [...assigned, ...others].sort().join('\n');
}
