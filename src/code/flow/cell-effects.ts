import type { CFunction } from '../c/ast.ts';
import type { Exit } from './exit.ts';
import type { Machine } from './machine.ts';
import type { CellEffect } from './summary.ts';
import { rootValue, type Taint } from './value.ts';
import { valueEffect } from './value-effect.ts';

/** What the parts of the memory behind a parameter hold at the returns, where that is not what they held before. */
export function cellEffects(
  fn: CFunction,
  machine: Machine,
  root: number,
  exits: readonly Exit[],
): CellEffect[] {
  const effects: CellEffect[] = [];
  const object =
    exits[0]?.state.facts(root).targets[0]?.object ?? machine.ids.root(root, 'pointee');
  for (const [path, cell] of machine.ids.cellsOf(object)) {
    if (path.includes('[]')) continue;
    const initial = machine.ids.initial(cell);
    const pointee = machine.ids.root(initial, 'pointee');
    const freed = exits.filter(({ state }) => state.object(pointee)?.state === 'freed').length;
    const relevant = exits.filter(
      ({ state }) => state.facts(initial).mayBeNonNull && state.facts(root).mayBeNonNull,
    ).length;
    const frees = freed === 0 ? 'no' : freed >= relevant ? 'always' : 'maybe';
    const values = exits.map(({ state }) => ({
      state,
      value: state.get(cell) ?? rootValue(initial),
    }));
    const changed = values.some(({ value }) => value.root !== initial || value.add !== 0);
    const value = changed ? valueEffect(fn, machine, values) : undefined;
    const taint = changed ? undefined : pointeeTaint(pointee, exits);
    if (changed || frees !== 'no' || taint !== undefined)
      effects.push({ path, value, frees, taint });
  }
  return effects;
}

/** Taint from a real source in an object at any of the returns. */
function pointeeTaint(object: number, exits: readonly Exit[]): Taint | undefined {
  for (const { state } of exits) {
    const taint = state.object(object)?.taint;
    if (taint !== undefined && taint.kind !== 'parameter') return taint;
  }
  return undefined;
}
