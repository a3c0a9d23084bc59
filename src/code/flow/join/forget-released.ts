import type { State } from '../domain/state.ts';

/**
 * Forgets resources that were given back and that nothing points to any more: what becomes of them
 * sets no paths apart, and where the same call makes a new one it is not the one that was given back.
 */
export function forgetReleased(state: State): void {
  const released = new Set<number>();
  for (const id of state.ids.tracked.objects)
    if (state.object(id)?.lifetime === 'freed') released.add(id);
  if (released.size === 0) return;
  const roots = new Set<number>();
  state.cells.visit((_cell, value) => {
    roots.add(value.root);
  });
  state.ids.budget.spend(roots.size);
  for (const root of roots)
    for (const { object } of state.facts(root).targets) released.delete(object);
  for (const id of released) state.objectMap.delete(id);
}
