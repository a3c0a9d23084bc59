import { type Forwarding, forwardingsIn } from '../../c/cfg/forwarding-functions.ts';
import type { TranslationUnit } from '../../c/unit.ts';
import { ownIncludedPaths } from './included-paths.ts';
import { definitionsSeenFrom, NO_PROJECT, type ProjectKnowledge } from './project-knowledge.ts';

/**
 * What the functions pass on that a file calls, its own and those of other files, where they call what is no function of the
 * project.
 * @param included the paths in its `#include` directives, where they are known better than by its text
 */
export function forwardingsSeenFrom(
  unit: TranslationUnit,
  file: string,
  project: ProjectKnowledge = NO_PROJECT,
  included?: readonly string[],
): (name: string) => Forwarding | undefined {
  const own = forwardingsIn(unit.functions);
  const names = new Set(unit.functions.map(({ name }) => name));
  const isAlone = project === NO_PROJECT;
  const seen = isAlone ? [] : (included ?? ownIncludedPaths(unit.tree.text));
  const definitions = definitionsSeenFrom(project, file, seen);
  return (name) => {
    const forwarding = names.has(name)
      ? own.get(name)
      : definitions.nearest(project.functions.get(name))?.summary.forwards;
    return forwarding?.to.some((to) => project.functions.has(to)) === true ? undefined : forwarding;
  };
}
