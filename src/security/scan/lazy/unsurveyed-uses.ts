import type { FileNames } from '../../../code/flow/project/file-names.ts';
import type { ResultUses } from '../../../code/flow/project/result-uses.ts';
import { libraryModelOf } from '../../../code/library-models/lookup.ts';
import type { WordIndex } from '../../../code/syntax/word-index.ts';

/**
 * How files that are not surveyed treat pointers that functions of the project return, by what their words tell: a
 * custom of testing them or not shows in all callers together.
 * @param names of the files that are surveyed, of which some declare the functions
 */
export function unsurveyedUses(
  indexes: Iterable<WordIndex>,
  names: readonly FileNames[],
): ResultUses[] {
  const pointers = new Set(
    names.flatMap(({ names: { functions } }) =>
      functions.flatMap(({ name, returns }) => (returns.kind === 'pointer' ? name : [])),
    ),
  );
  return [...indexes].flatMap(({ results }) =>
    [...results].flatMap(([callee, counts]) =>
      pointers.has(callee) && libraryModelOf(callee) === undefined ? { callee, ...counts } : [],
    ),
  );
}
