import { isPointerLike } from '../../c/ir/types.ts';
import {
  type EntryCondition,
  type EntryConditions,
  entryCondition,
} from '../domain/entry-condition.ts';
import type { State } from '../domain/state.ts';
import { rangeOfType } from '../domain/typed-facts.ts';
import type { Interpreter } from './interpreter.ts';

/**
 * What the parameters were on entry where control comes to a point.
 * @param state that of the point; where it is not given, where control is now
 */
export function entryConditions(
  interpreter: Interpreter,
  state: State = interpreter.state,
): EntryConditions {
  const found: EntryCondition[] = [];
  for (const [root, position] of interpreter.parameterRoots) {
    const type = interpreter.function.parameters[position]?.type;
    if (type === undefined || !state.hasFacts(root)) continue;
    const facts = state.facts(root);
    const one = entryCondition(position, facts, rangeOfType(type), isPointerLike(type));
    if (one !== undefined) found.push(one);
  }
  return found;
}
