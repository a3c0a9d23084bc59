import { firstOf, secondOf } from '../domain/difference-bounds.ts';
import type { State } from '../domain/state.ts';

/** Drops roots that no cell, object or fact mentions any more. */
export function collectGarbage(state: State): void {
  const used = new Set<number>();
  state.cells.visit((_cell, value) => {
    used.add(value.root);
  });
  state.objectMap.visit((_id, object) => {
    if (object.size !== undefined) used.add(object.size.root);
    if (object.length !== undefined) used.add(object.length.root);
    if (object.tail !== undefined) used.add(object.tail.at.root).add(object.tail.length.root);
  });
  const work = [...used];
  for (let root = work.pop(); root !== undefined; root = work.pop()) {
    for (const target of state.facts(root).targets) {
      if (!used.has(target.offset.root)) {
        used.add(target.offset.root);
        work.push(target.offset.root);
      }
    }
  }
  const dead: number[] = [];
  state.rootFacts.visit((root) => {
    if (!used.has(root)) dead.push(root);
  });
  for (const root of dead) state.rootFacts.delete(root);
  if (state.differences.size > 0) {
    const remaining = new Map<number, number>();
    for (const [key, bound] of state.differences.entries()) {
      if (used.has(firstOf(key)) && used.has(secondOf(key))) remaining.set(key, bound);
    }
    state.differences.replace(remaining);
  }
}
