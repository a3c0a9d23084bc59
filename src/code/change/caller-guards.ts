import type { LoweredFunction } from '../c/ir/ast.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { inTermsOf } from './call-terms.ts';
import { type Constraint, isImplied } from './constraint.ts';
import { guardedUses } from './guarded-uses.ts';

/**
 * Whether all calls of a function are made where a constraint on its parameters holds, so that a test
 * of it within the function was moved to the callers, or is made by them as well. Only of functions
 * of one file, whose addresses are not taken, all calls are known.
 */
export function isGuardedByCallers(
  unit: TranslationUnit,
  fn: LoweredFunction,
  wanted: Constraint,
): boolean {
  if (fn.exported || isAddressTaken(unit.tree.text, fn.name)) return false;
  const calls = unit.functions.flatMap((caller) =>
    caller === fn
      ? []
      : guardedUses(caller).flatMap(({ expr, constraints }) =>
          expr.kind === 'call' && expr.name === fn.name ? [{ call: expr, constraints }] : [],
        ),
  );
  if (calls.length === 0) return false;
  return calls.every(({ call, constraints }) => {
    const atCall = inTermsOf(wanted, fn, call);
    return atCall !== undefined && isImplied(atCall, constraints);
  });
}

function isAddressTaken(text: string, name: string): boolean {
  return new RegExp(`(?<!->|\\.)\\b${name}\\b(?!\\s*\\()`).test(text);
}
