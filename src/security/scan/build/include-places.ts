import { dirname, join, normalize } from 'node:path/posix';
import type { MeantInclude } from '../../../code/flow/project/included-paths.ts';
import type { ProjectKnowledge } from '../../../code/flow/project/project-knowledge.ts';
import { ELSEWHERE } from '../../../code/flow/project/reached-headers.ts';

/**
 * The paths of the headers that a text includes. Where its build says in which folders these lie, they are places below
 * the root, as far as they are files that others tell of.
 */
export function placesOf(
  file: string,
  includes: readonly MeantInclude[],
  folders: readonly string[] | undefined,
  { names }: ProjectKnowledge,
): string[] {
  const known = namedFiles(names);
  return includes.flatMap(({ path, isOfSystem, isElsewhere }) => {
    const place =
      folders &&
      [dirname(file), ...folders]
        .map((folder) => normalize(join(folder, path)))
        .find((one) => known.has(one));
    if (place === undefined && isOfSystem) return [];
    return `${isElsewhere ? ELSEWHERE : ''}${place === undefined ? path : `/${place}`}`;
  });
}

/** By the names of a project, the files that they are of. */
const files = new WeakMap<ProjectKnowledge['names'], ReadonlySet<string>>();

function namedFiles(names: ProjectKnowledge['names']): ReadonlySet<string> {
  const known = files.get(names) ?? new Set(names.map(({ file }) => file));
  files.set(names, known);
  return known;
}
