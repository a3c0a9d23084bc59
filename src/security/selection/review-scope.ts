import { type ChangedFile, touches } from '../../workspace/git/diff-ranges.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import type { FunctionOutline } from '../candidates/file-analysis.ts';
import type { ScannedFile } from '../scan/scan-file.ts';

/** A function in its file. */
interface PlacedFunction extends FunctionOutline {
  readonly file: string;
}

/** What a change makes worth looking at. */
export interface ReviewScope {
  /** Changed files that the scan examines, in the order of paths. */
  readonly changedFiles: readonly string[];
  /** Functions with a changed line, in the order of files and lines. */
  readonly changed: readonly PlacedFunction[];
  /** Unchanged functions that call a changed one. */
  readonly affected: readonly PlacedFunction[];
  /** Whether a candidate lies in one of these functions, or on a changed line outside of all. */
  includes(candidate: CandidateDraft): boolean;
}

/**
 * Works out which functions a change touches and which call them. Calls are known
 * by name; a call through a field means each function that is stored in a field of
 * that name. Within a file that defines the name itself it means that definition,
 * elsewhere any changed function of the name. That errs on the side of looking.
 */
export function reviewScope(
  files: readonly ScannedFile[],
  changes: readonly ChangedFile[],
): ReviewScope {
  const ranges = new Map(changes.map(({ path, ranges }) => [path, ranges]));
  const functions = files.flatMap(({ file, functions }) =>
    functions.map((outline): PlacedFunction => ({ file, ...outline })),
  );
  const isChanged = ({ file, line, endLine }: PlacedFunction) =>
    ranges.get(file)?.some((range) => touches(range, line, endLine)) ?? false;
  const changed = functions.filter(isChanged);
  const affected = callersOf(changed, functions);
  const inScope = byFile([...changed, ...affected]);
  const all = byFile(functions);
  return {
    changedFiles: files.map(({ file }) => file).filter((file) => ranges.has(file)),
    changed,
    affected,
    includes(candidate) {
      const places = [candidate, ...candidate.trace];
      if (places.some(({ file, line }) => isInside(inScope, file, line))) return true;
      const { file, line } = candidate;
      const isChangedLine = ranges.get(file)?.some((range) => touches(range, line, line)) ?? false;
      return isChangedLine && !isInside(all, file, line);
    },
  };
}

function callersOf(
  changed: readonly PlacedFunction[],
  functions: readonly PlacedFunction[],
): PlacedFunction[] {
  const changedNames = new Set(changed.map(({ name }) => name));
  const changedHere = new Set(changed.map(({ file, name }) => `${file}\0${name}`));
  const definedHere = new Set(functions.map(({ file, name }) => `${file}\0${name}`));
  const known = new Set(changed);
  return functions.filter((caller) => {
    if (known.has(caller)) return false;
    return [...caller.calls, ...caller.fieldCalls].some((name) => {
      const here = `${caller.file}\0${name}`;
      return changedNames.has(name) && (!definedHere.has(here) || changedHere.has(here));
    });
  });
}

function byFile(functions: readonly PlacedFunction[]): Map<string, PlacedFunction[]> {
  return Map.groupBy(functions, ({ file }) => file);
}

function isInside(
  functions: ReadonlyMap<string, readonly PlacedFunction[]>,
  file: string,
  at: number,
): boolean {
  return functions.get(file)?.some(({ line, endLine }) => line <= at && at <= endLine) ?? false;
}
