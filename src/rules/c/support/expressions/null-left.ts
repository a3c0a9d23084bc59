import type { CallExpr, Expr, Variable } from '../../../../code/c/ir/ast.ts';
import { expressionsIn, expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';
import { reachingValues } from './null-assignments.ts';
import { addressTaken } from './root-variable.ts';
import { blockOf, leadsTo } from './unavoidable.ts';

/**
 * Whether a pointer that was set to null still is where it is used, on a path on which nothing else is given to it. Where paths
 * meet, the state says only that it may be null. The assignment has to lead to the use whatever is asked on the way: a
 * condition around the use may be the one under which the pointer was given something.
 */
export function isLeftNull(base: Expr, at: Expr, facts: Facts): boolean {
  const { function: fn } = facts;
  const pointer = withoutCasts(base);
  const variable = pointer.kind === 'name' ? pointer.variable : undefined;
  if (variable?.type.kind !== 'pointer' || variable.scope !== 'local') return false;
  const block = blockOf(fn, at);
  if (block === undefined || addressTaken(fn).has(variable)) return false;
  const { nulls, hasOthers } = reachingValues(fn, variable, at, block);
  if (!hasOthers || !nulls.some((from) => from !== block && leadsTo(fn, from, block))) return false;
  return !isGivenElsewhere(variable, at, facts);
}

/** Whether something besides assignments may write a variable: a function that takes a reference, or what is not understood. */
function isGivenElsewhere(variable: Variable, at: Expr, facts: Facts): boolean {
  for (const part of expressionsOf(facts.function.blocks)) {
    if (part.kind === 'opaque' && new RegExp(`\\b${variable.name}\\b`).test(facts.text(part)))
      return true;
    if (part.kind !== 'call' || part === at || !mayTakeReferences(part, facts)) continue;
    if (part.args.some((arg) => isNamedIn(arg, variable))) return true;
  }
  return false;
}

function mayTakeReferences(call: CallExpr, { unit }: Facts): boolean {
  if (call.isMacro === true) return true;
  return unit.language === 'cpp' && libraryModelOf(call.name) === undefined;
}

function isNamedIn(arg: Expr, variable: Variable): boolean {
  for (const part of expressionsIn(arg))
    if (part.kind === 'name' && part.variable === variable) return true;
  return false;
}
