import { calleesOf, type MigrationStep } from './step.ts';

/**
 * Functions, and all of the project that these call, directly or through others.
 * @param steps of the whole project, callees before callers
 * @returns the names in the order of the steps; those that no step has are left out
 */
export function withCallees(names: readonly string[], steps: readonly MigrationStep[]): string[] {
  const wanted = new Set(names);
  const needed = steps.toReversed().filter((step) => {
    if (!step.functions.some(({ name }) => wanted.has(name))) return false;
    for (const callee of calleesOf(step)) wanted.add(callee);
    return true;
  });
  return needed.toReversed().flatMap(({ functions }) => functions.map(({ name }) => name));
}
