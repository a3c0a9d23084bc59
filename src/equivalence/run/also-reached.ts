import type { PartnerFunction } from '../plan/subject.ts';
import type { CoverageOf } from './parse-coverage.ts';

/** A C function, and others that have been migrated. */
interface AmongOthers {
  readonly function: { readonly name: string };
  readonly partners?: readonly PartnerFunction[] | undefined;
}

/**
 * Other migrated functions that the inputs reached, where the Rust calls what has taken their place.
 * @param called the paths of the Rust functions that it calls
 */
export function alsoReached(
  { function: { name: own }, partners = [] }: AmongOthers,
  called: readonly string[],
  coverageOf: CoverageOf | undefined,
) {
  return partners.flatMap(({ c, rust: other }) => {
    if (c === own || !called.includes(other)) return [];
    const found = coverageOf?.(c);
    if (found === undefined || found.coveredLines === 0) return [];
    return [{ c_name: c, lines: found.lines, covered_lines: found.coveredLines }];
  });
}

/** Says of a function that is called that these inputs hardly reached it. */
export function hardlyReachedText({
  c_name: name,
  lines,
  covered_lines: covered,
}: ReturnType<typeof alsoReached>[number]): string[] {
  if (covered * 2 >= lines) return [];
  return [`Of ${name}, which it calls, ${covered} of ${lines} lines were reached.`];
}
