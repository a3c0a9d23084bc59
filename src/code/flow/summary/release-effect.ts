import { LIMITS } from '../../limits.ts';
import type { Frees, ReleaseEffect } from '../domain/function-summary.ts';
import { givenSigns, mapSigns } from '../domain/result-sign.ts';
import type { ReturnState, State } from '../domain/state.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { groupBySign } from './group-by-sign.ts';

/**
 * Whether a function frees an object, at all and by what it returns. Of an argument that `realloc` moves the caller
 * keeps the old pointer; a part of a record, whose new pointer the callee has put in its place, is not freed by that.
 * @param isRelevant whether there is anything to free on a path: a null pointer does not count against the others
 */
export function releaseEffect(
  interpreter: Interpreter,
  object: number,
  exits: readonly ReturnState[],
  isRelevant: (state: State) => boolean,
  isPart = false,
): ReleaseEffect {
  const isMoved = !isPart && exits.some(({ state }) => state.object(object)?.lifetime === 'moved');
  const sure = freesAt(object, exits, isRelevant);
  const frees = sure === 'no' && isMoved ? 'maybe' : sure;
  if (frees !== 'maybe') return { frees, freesWhen: [], freesBy: undefined };
  if (isMoved) return { frees, freesWhen: [], freesBy: bySign(exits, movesAt(object)) };
  const places = interpreter.releases.get(object) ?? [];
  const freesWhen = places.length > LIMITS.releases ? [] : places;
  const freesBy = bySign(exits, (group) => freesAt(object, group, isRelevant));
  return { frees, freesWhen, freesBy };
}

function freesAt(
  object: number,
  exits: readonly ReturnState[],
  isRelevant: (state: State) => boolean,
): Frees {
  let freed = 0;
  let maybe = 0;
  for (const { state } of exits) {
    const lifetime = state.object(object)?.lifetime;
    if (lifetime === 'freed') freed += 1;
    if (lifetime === 'maybe-freed') maybe += 1;
  }
  const relevant = exits.filter(({ state }) => isRelevant(state)).length;
  return freed > 0 && freed >= relevant ? 'always' : freed + maybe > 0 ? 'maybe' : 'no';
}

/** Where `realloc` has failed on all paths, nothing was moved; where it was, the old block is gone perhaps. */
function movesAt(object: number): (exits: readonly ReturnState[]) => Frees {
  return (exits) =>
    exits.some(({ state }) => /moved|freed/.test(state.object(object)?.lifetime ?? ''))
      ? 'maybe'
      : 'no';
}

/** The same by what is returned; undefined where the results do not tell. */
function bySign(
  exits: readonly ReturnState[],
  freesOf: (group: readonly ReturnState[]) => Frees,
): ReleaseEffect['freesBy'] {
  const groups = groupBySign(exits);
  if (groups === undefined) return undefined;
  const by = mapSigns(groups, (group) => (group.length === 0 ? undefined : freesOf(group)));
  return givenSigns(by).some((sign) => by[sign] !== 'maybe') ? by : undefined;
}
