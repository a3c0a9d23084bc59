import { forwardingOf } from '../../c/cfg/forwarding-functions.ts';
import type { LoweredFunction, Variable } from '../../c/ir/ast.ts';
import { calledAs } from '../../c/ir/called-as.ts';
import type { FunctionSummary, ParameterEffect } from '../domain/function-summary.ts';
import type { ReturnState } from '../domain/state.ts';
import { isExternal, joinTaints, parametersExcept, type Taint } from '../domain/taint.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { cellEffects } from './cell-effects.ts';
import { globalEffects } from './global-effects.ts';
import { releaseEffect } from './release-effect.ts';
import { resultCondition, returnCondition } from './return-condition.ts';
import { returnedParameter, valueEffect } from './value-effect.ts';
import { writtenPlaces } from './written-places.ts';

/** Reads off the states at its returns what a function does for its callers. */
export function summariseFunction(
  fn: LoweredFunction,
  interpreter: Interpreter,
  exits: readonly ReturnState[],
): FunctionSummary {
  const forwards = forwardingOf(fn);
  // What another file calls by a name of this one is something else.
  const isOwn = forwards?.to.some((to) => interpreter.unit.functionsByName.has(to)) !== false;
  return {
    ...(isOwn ? {} : { forwards }),
    name: calledAs(fn),
    parameters: fn.parameters.map((parameter) =>
      parameterEffect(fn, interpreter, parameter, exits),
    ),
    returns: fn.returns.kind === 'void' ? undefined : valueEffect(fn, interpreter, exits),
    globals: globalEffects(interpreter, exits),
    writtenPlaces: writtenPlaces(fn, interpreter, exits),
    neverReturns: exits.length === 0,
    callsUnseen: interpreter.callsUnseen,
  };
}

/** What the function does to what a parameter points to. */
function parameterEffect(
  fn: LoweredFunction,
  interpreter: Interpreter,
  parameter: Variable,
  exits: readonly ReturnState[],
): ParameterEffect {
  const root = interpreter.ids.root(parameter, 'parameter');
  const { position } = parameter;
  const id =
    exits[0]?.state.facts(root).targets[0]?.object ?? interpreter.ids.root(root, 'pointee');
  // Its caller may lose it where something else comes back.
  const isReturnedOnSomePaths =
    exits.some(({ value }) => value?.root === root) &&
    returnedParameter(fn, interpreter, exits) !== position;
  let writes = false;
  let taint: Taint | undefined;
  for (const { state } of exits) {
    const known = state.object(id);
    if (known === undefined) continue;
    taint = joinTaints(taint, known.taint);
    if (wasWritten(interpreter, id, 0)) writes = true;
  }
  return {
    ...releaseEffect(interpreter, id, exits, (state) => state.facts(root).mayBeNonNull),
    escapes: interpreter.escaped.has(root) || isReturnedOnSomePaths,
    writes,
    taint: isExternal(taint) && writes ? taint : undefined,
    taintFrom: parametersExcept(position, taint),
    dereferences: interpreter.dereferenced.has(root),
    accessExtents: interpreter.accessExtents.get(root) ?? [],
    cells: cellEffects(fn, interpreter, parameter, exits),
    // Only what every path looks through must not be null; a loop may not run at all.
    needsNonNull: exits.every(({ state }) => !state.facts(root).mayBeNull)
      ? interpreter.unchecked.get(root)
      : undefined,
    onReturn: returnCondition(interpreter, parameter, exits),
    onResult: resultCondition(interpreter, parameter, exits),
  };
}

/** Whether an object or a part of it was written. */
function wasWritten(interpreter: Interpreter, object: number, depth: number): boolean {
  if (interpreter.written.has(object)) return true;
  if (depth > 3) return false;
  return [...interpreter.ids.partsOf(object)].some((part) =>
    wasWritten(interpreter, part, depth + 1),
  );
}
