import type { MappedFunction } from './migration-records.ts';
import type { ReachedBy } from './migration-state.ts';

/** The comparisons that reached a function, those that reached most of it first; none of what has changed since. */
export function comparisonsReaching(
  own: Pick<MappedFunction, 'c_name'>,
  all: readonly Pick<MappedFunction, 'c_name' | 'evidence' | 'standing'>[],
): ReachedBy[] {
  // Two static functions may have one name.
  if (all.filter(({ c_name: name }) => name === own.c_name).length > 1) return [];
  const found = all.flatMap(({ c_name: name, evidence, standing }): ReachedBy[] => {
    if (evidence.kind !== 'equal' || name === own.c_name) return [];
    if (standing?.kind === 'changed') return [];
    const reached = evidence.also_reached?.find((one) => one.c_name === own.c_name);
    if (reached === undefined) return [];
    const { lines, covered_lines: coveredLines } = reached;
    return [{ name, cases: evidence.cases, lines, coveredLines }];
  });
  return found.toSorted((a, b) => b.coveredLines - a.coveredLines || b.cases - a.cases);
}
