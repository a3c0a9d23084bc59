import { LIMITS } from '../../limits.ts';
import type { GlobalEffect } from '../domain/function-summary.ts';
import type { ReturnState } from '../domain/state.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** What a function leaves in the global variables that it writes. */
export function globalEffects(
  interpreter: Interpreter,
  exits: readonly ReturnState[],
): readonly GlobalEffect[] | 'any' {
  if (interpreter.writesAnyGlobal) return 'any';
  const effects = new Map<string, GlobalEffect>();
  const { statics, budget } = interpreter.ids;
  budget.spend(statics.size * exits.length);
  for (const { state } of exits) {
    for (const id of statics) {
      const object = state.object(id);
      if (object === undefined || object.name === '' || /[.[]/.test(object.name)) continue;
      const cell = interpreter.ids.cell(object.id, '');
      const value = state.get(cell);
      const initial = interpreter.ids.initial(cell);
      const pointee = state.object(interpreter.ids.root(value?.root ?? initial, 'pointee'));
      const frees = pointee?.lifetime === 'freed' && pointee.family === undefined;
      if (!frees && !interpreter.written.has(object.id)) continue;
      const facts = value === undefined ? state.facts(initial) : state.factsOfValue(value);
      const { lo, hi, mayBeNull, mayBeNonNull, nullOrigin, taint } = facts;
      const before = effects.get(object.name);
      effects.set(object.name, {
        name: object.name,
        lo: Math.min(lo, before?.lo ?? lo),
        hi: Math.max(hi, before?.hi ?? hi),
        mayBeNull: mayBeNull || (before?.mayBeNull ?? false),
        mayBeNonNull: mayBeNonNull || (before?.mayBeNonNull ?? false),
        nullOrigin:
          nullOrigin?.kind === 'parameter' ? undefined : (nullOrigin ?? before?.nullOrigin),
        taint: taint?.kind === 'parameter' ? before?.taint : (taint ?? before?.taint),
        frees: frees || (before?.frees ?? false),
      });
    }
  }
  if (effects.size > LIMITS.globals) return 'any';
  // A path on which a global was not written leaves it as it was.
  for (const { state } of exits) {
    for (const [name, effect] of effects) {
      const variable = interpreter.unit.symbols.global(name);
      if (variable === undefined) continue;
      const cell = interpreter.ids.cell(interpreter.ids.root(variable.id, 'variable'), '');
      const value = state.get(cell);
      if (value !== undefined && value.root !== interpreter.ids.initial(cell)) continue;
      effects.set(name, {
        ...effect,
        lo: Number.NEGATIVE_INFINITY,
        hi: Number.POSITIVE_INFINITY,
        mayBeNull: true,
        mayBeNonNull: true,
      });
    }
  }
  return [...effects.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
