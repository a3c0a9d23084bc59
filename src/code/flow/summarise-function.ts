import type { CFunction, Variable } from '../c/ast.ts';
import { cellEffects } from './cell-effects.ts';
import type { Exit } from './exit.ts';
import { globalEffects } from './global-effects.ts';
import type { Machine } from './machine.ts';
import type { FunctionSummary, ParameterEffect } from './summary.ts';
import { isReal, othersThan, strongerTaint, type Taint } from './value.ts';
import { valueEffect } from './value-effect.ts';

/** Reads off the states at its returns what a function does for its callers. */
export function summariseFunction(
  fn: CFunction,
  machine: Machine,
  exits: readonly Exit[],
): FunctionSummary {
  return {
    name: fn.name,
    parameters: fn.parameters.map((parameter) => parameterEffect(fn, machine, parameter, exits)),
    returns: fn.returns.kind === 'void' ? undefined : valueEffect(fn, machine, exits),
    globals: globalEffects(machine, exits),
    neverReturns: exits.length === 0,
  };
}

/** What the function does to what a parameter points to. */
function parameterEffect(
  fn: CFunction,
  machine: Machine,
  parameter: Variable,
  exits: readonly Exit[],
): ParameterEffect {
  const root = machine.ids.root(parameter, 'parameter');
  const { position } = parameter;
  let freed = 0;
  let maybe = 0;
  let writes = false;
  let taint: Taint | undefined;
  for (const { state } of exits) {
    const id = state.facts(root).targets[0]?.object ?? machine.ids.root(root, 'pointee');
    const known = state.object(id);
    if (known === undefined) continue;
    if (known.state === 'freed') freed += 1;
    if (known.state === 'maybe-freed' || known.state === 'moved') maybe += 1;
    taint = strongerTaint(taint, known.taint);
    if (wasWritten(machine, id, 0)) writes = true;
  }
  // A null pointer has nothing to free: a path on which it is null does not count against the others.
  const relevant = exits.filter(({ state }) => state.facts(root).mayBeNonNull).length;
  return {
    frees: freed > 0 && freed >= relevant ? 'always' : freed + maybe > 0 ? 'maybe' : 'no',
    escapes: machine.escaped.has(root),
    writes,
    taint: isReal(taint) && writes ? taint : undefined,
    taintFrom: othersThan(position, taint),
    dereferences: machine.dereferenced.has(root),
    reaches: [...(machine.reaches.get(root)?.values() ?? [])],
    cells: cellEffects(fn, machine, parameter, exits),
    // Only what every path looks through must not be null; a loop may not run at all.
    needsNonNull: exits.every(({ state }) => !state.facts(root).mayBeNull)
      ? machine.unchecked.get(root)
      : undefined,
  };
}

/** Whether an object or a part of it was written. */
function wasWritten(machine: Machine, object: number, depth: number): boolean {
  if (machine.written.has(object)) return true;
  if (depth > 3) return false;
  return [...machine.ids.partsOf(object)].some((part) => wasWritten(machine, part, depth + 1));
}
