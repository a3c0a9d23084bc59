import type { State } from './state.ts';
import type { RootFacts } from './value.ts';

/** The allocation failed: there is nothing to give back. */
export function noteFailure(state: State, facts: RootFacts): void {
  const [target, ...others] = facts.targets;
  const object = target === undefined ? undefined : state.object(target.object);
  if (object?.state !== 'live' || object.family === undefined || others.length > 0) return;
  if (object.name === facts.from) state.setObject({ ...object, state: 'gone' });
}
