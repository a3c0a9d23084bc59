import type { CType } from '../../code/clang/c-type.ts';
import { argumentVariable, RETURNED } from '../c/variables.ts';
import { NotComparable } from '../not-comparable.ts';
import type { ResultFacts } from './infer-meaning.ts';

/**
 * The type of what C leaves at a place: what it returns, or what a parameter points at.
 * @throws NotComparable where the place is no parameter that is given
 */
export function typeAt(facts: ResultFacts, place: string): CType {
  if (place === 'return') return facts.function.returns;
  const isGiven = facts.arguments.some(({ name }) => name === place);
  const param = facts.function.params.find(({ name }) => name === place);
  if (!isGiven || param === undefined) throw unknownPlace(place);
  if (param.type.kind === 'pointer') return param.type.to;
  if (param.type.kind === 'array') return param.type.of;
  return param.type;
}

/**
 * The C expression of the value at a place.
 * @throws NotComparable where the place is no parameter
 */
export function valueAt(facts: ResultFacts, place: string): string {
  if (place === 'return') return RETURNED;
  const param = facts.function.params.find(({ name }) => name === place);
  if (param === undefined) throw unknownPlace(place);
  const isPointer = param.type.kind === 'pointer' || param.type.kind === 'array';
  return isPointer ? `(*${argumentVariable(place)})` : argumentVariable(place);
}

function unknownPlace(place: string): NotComparable {
  return new NotComparable(`the result names ${place}, which is no C parameter`);
}
