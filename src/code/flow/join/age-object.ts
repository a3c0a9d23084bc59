import { joinObjects } from '../domain/memory-object.ts';
import type { State } from '../domain/state.ts';
import { ZERO } from '../domain/value.ts';
import { killObject } from './rename-root.ts';

/**
 * What a pointer of unknown origin led to before is another object than what it leads to from here on: what still points
 * there points to one that stands for all the earlier ones, with what became of it.
 */
export function ageObject(state: State, object: number): void {
  const { ids } = state;
  const known = state.object(object);
  const aged = ids.root(object, 'earlier');
  const holders = new Set<number>();
  let isAgedHeld = false;
  for (const [, { root }] of state.cells.entries()) {
    if (root === 0) continue;
    for (const target of state.facts(root).targets) {
      if (target.object === object) holders.add(root);
      isAgedHeld ||= target.object === aged;
    }
  }
  const before = isAgedHeld ? state.object(aged) : undefined;
  if (known !== undefined && holders.size > 0) {
    killObject(state, aged);
    const moved = { ...known, id: aged };
    state.setObject(before === undefined ? moved : { ...joinObjects(before, moved), id: aged });
    for (const root of holders) {
      const facts = state.facts(root);
      const others = facts.targets.filter((target) => target.object !== object);
      const offset = facts.targets.find((target) => target.object === object)?.offset ?? ZERO;
      const isThere = others.some((target) => target.object === aged);
      const targets = isThere ? others : [...others, { object: aged, offset }];
      state.setFacts(root, { ...facts, targets });
    }
  }
  killObject(state, object);
}
