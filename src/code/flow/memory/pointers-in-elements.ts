import { type Target, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { AbstractLocation } from './lvalue.ts';
import { overlappingObjects, pathsOverlap } from './overlap.ts';

/**
 * The variables that some elements of an array lead to: a pointer that is read from one of them may lead to any. What was
 * allocated is left out, for one block that was stored in one element must not count as that of all of them.
 */
export function variablesInElements(
  interpreter: Interpreter,
  { object, path }: AbstractLocation,
): readonly Target[] {
  const { ids, state } = interpreter;
  const found: Target[] = [];
  for (const each of [object, ...overlappingObjects(ids, object)]) {
    for (const [known, cell] of ids.cellsOf(each)) {
      const value = pathsOverlap(known, path) ? state.get(cell) : undefined;
      if (value !== undefined && value.root !== 0)
        found.push(...variablesAmong(interpreter, state.facts(value.root).targets));
    }
  }
  return withoutRepeats(found);
}

/** Those of some targets that are variables. */
export function variablesAmong(
  { state }: Interpreter,
  targets: readonly Target[],
): readonly Target[] {
  return targets.filter(({ object }) => {
    const kind = state.object(object)?.kind;
    return kind === 'variable' || kind === 'static';
  });
}

/** Has a pointer lead to some variables, or else to an object of its own. */
export function leadToVariables(
  { ids, state }: Interpreter,
  root: number,
  variables: readonly Target[],
): void {
  if (variables.length === 0) return;
  const own = ids.root(root, 'pointee');
  ids.recordPointer(own, root);
  ids.recordAnyElement(root);
  state.setFacts(root, {
    ...state.facts(root),
    targets: [...variables, { object: own, offset: ZERO }],
  });
}

function withoutRepeats(targets: readonly Target[]): readonly Target[] {
  return targets.filter(
    ({ object }, at) => targets.findIndex((other) => other.object === object) === at,
  );
}
