import type { Expr } from '../../c/ir/ast.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import { assumeNumbers } from '../domain/assume-numbers.ts';
import { assumePointers } from '../domain/assume-pointers.ts';
import { signsOf } from '../domain/result-sign.ts';
import type { ReturnState } from '../domain/state.ts';
import { ZERO } from '../domain/value.ts';

/**
 * A return of what another call has returned tells of the outputs of that call by its sign: it
 * counts as one return for each, so that a summary says of this function what it says of that one.
 */
export function toldReturns(exit: ReturnState, result: Expr): readonly ReturnState[] {
  const { state, value } = exit;
  if (value === undefined || value.root === 0) return [exit];
  const { conditionalOutcomes, conditionalReleases } = state.ids;
  if (!conditionalOutcomes.has(value.root) && !conditionalReleases.has(value.root)) return [exit];
  if (signsOf(state, value).length < 2) return [exit];
  const isPointer = isPointerLike(result.type);
  // That it is looked at here as null does not mean that this function has compared it with null.
  const { nullOrigin } = state.facts(value.root);
  const relations = isPointer ? ['==', '!='] : ['<', '==', '>'];
  return relations.flatMap((op): ReturnState[] => {
    const copy = state.copy();
    const told = isPointer
      ? assumePointers(copy, op, value, ZERO)
      : assumeNumbers(copy, op, value, ZERO, false);
    if (told === undefined) return [];
    told.setFacts(value.root, { ...told.facts(value.root), nullOrigin });
    return [{ ...exit, state: told }];
  });
}
