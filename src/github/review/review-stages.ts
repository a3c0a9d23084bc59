import type { Stage } from '../publish/check-run.ts';

/** The steps of a review as people see them, by the name that the isolated worker has for each. */
const STEPS = [
  ['fetch', 'Fetch the change'],
  ['scan', 'Scan the sources'],
  ['discover', 'Look for defects in what was changed'],
  ['cluster', 'Group what was found'],
  ['review', 'Review the reasons to put things aside'],
  ['analyze', 'Derive how each is reached, and try to refute that'],
  ['reproduce', 'Run what stands, to show it'],
  ['publish', 'Publish'],
] as const;

/**
 * The list of steps with one of them under way.
 * @param current the isolated worker's name for it; one that is not known changes nothing
 */
export function reviewStages(current: string, done: number, total: number): Stage[] {
  const at = STEPS.findIndex(([name]) => name === current);
  return STEPS.map(([, name], index) => {
    if (index < at) return { name, state: 'done' };
    if (index > at) return { name, state: 'waiting' };
    return { name, state: 'running', detail: total === 0 ? undefined : `${done} of ${total}` };
  });
}
