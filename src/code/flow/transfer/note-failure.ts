import type { State } from '../domain/state.ts';
import type { RootFacts } from '../domain/value.ts';

/** The allocation failed: there is nothing to give back. */
export function markAllocationFailed(state: State, facts: RootFacts): void {
  const [target, ...others] = facts.targets;
  const object = target === undefined ? undefined : state.object(target.object);
  if (object?.lifetime !== 'live' || object.family === undefined || others.length > 0) return;
  if (object.name === facts.from) state.setObject({ ...object, lifetime: 'gone' });
}
