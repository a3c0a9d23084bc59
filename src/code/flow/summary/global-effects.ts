import { LIMITS } from '../../limits.ts';
import type { GlobalEffect } from '../domain/function-summary.ts';
import type { ReturnState } from '../domain/state.ts';
import { globalNamed } from '../interpreter/global-named.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** What a function leaves in the global variables that it writes. */
export function globalEffects(
  interpreter: Interpreter,
  exits: readonly ReturnState[],
): readonly GlobalEffect[] | 'any' {
  if (interpreter.writesAnyGlobal) return 'any';
  const effects = new Map<string, GlobalEffect[]>();
  const { statics, budget } = interpreter.ids;
  budget.spend(statics.size * exits.length);
  for (const { state } of exits) {
    for (const id of statics) {
      const object = state.object(id);
      if (object === undefined || object.name === '' || /[.[]/.test(object.name)) continue;
      const { id: named, internalTo } = globalNamed(interpreter, object.name);
      // A variable of a function of that name is none that callers see.
      if (named !== id) continue;
      const cell = interpreter.ids.cell(object.id, '');
      const value = state.get(cell);
      const initial = interpreter.ids.initial(cell);
      const pointee = state.object(interpreter.ids.root(value?.root ?? initial, 'pointee'));
      const frees = pointee?.lifetime === 'freed' && pointee.family === undefined;
      if (!frees && !interpreter.written.has(object.id)) continue;
      const facts = value === undefined ? state.facts(initial) : state.factsOfValue(value);
      const { lo, hi, mayBeNull, mayBeNonNull, nullOrigin, taint } = facts;
      const effect: GlobalEffect = {
        name: object.name,
        internalTo,
        lo,
        hi,
        mayBeNull,
        mayBeNonNull,
        nullOrigin: nullOrigin?.kind === 'parameter' ? undefined : nullOrigin,
        taint: taint?.kind === 'parameter' ? undefined : taint,
        frees,
      };
      const isWritten = value !== undefined && value.root !== initial;
      const list = effects.get(object.name) ?? [];
      effects.set(object.name, [...list, isWritten ? effect : perhapsWritten(effect)]);
    }
  }
  const own = [...effects.values()].map((list) => joinGlobals(list, exits.length));
  const all = [...own, ...interpreter.internalGlobals.values()];
  if (all.length > LIMITS.globals) return 'any';
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What a global holds after any of so many paths or functions: one that does not write it leaves it as it was. */
export function joinGlobals(effects: readonly GlobalEffect[], paths: number): GlobalEffect {
  const joined = effects.reduce(joinTwo);
  return effects.length < paths ? perhapsWritten(joined) : joined;
}

function joinTwo(a: GlobalEffect, b: GlobalEffect): GlobalEffect {
  return {
    name: a.name,
    internalTo: a.internalTo,
    lo: Math.min(a.lo, b.lo),
    hi: Math.max(a.hi, b.hi),
    mayBeNull: a.mayBeNull || b.mayBeNull,
    mayBeNonNull: a.mayBeNonNull || b.mayBeNonNull,
    nullOrigin: a.nullOrigin ?? b.nullOrigin,
    taint: b.taint ?? a.taint,
    frees: a.frees || b.frees,
  };
}

/** A global that may also be as it was before the call. */
function perhapsWritten(effect: GlobalEffect): GlobalEffect {
  return {
    ...effect,
    lo: Number.NEGATIVE_INFINITY,
    hi: Number.POSITIVE_INFINITY,
    mayBeNull: true,
    mayBeNonNull: true,
  };
}
