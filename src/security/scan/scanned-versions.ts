import type {
  DependencyNames,
  ProjectKnowledge,
} from '../../code/flow/project/project-knowledge.ts';
import { languageOfPath } from '../../code/syntax/language.ts';
import type { SourceFile } from '../../workspace/files/source-files.ts';
import { changedFiles, type FileDifference, touches } from '../../workspace/git/diff-ranges.ts';
import type { FunctionOutline } from '../candidates/file-analysis.ts';
import { type ScanOutcome, scanOutcome } from './scan.ts';
import { type ScannedFile, unaffectedFile } from './scan-file.ts';
import type { OpenedTree } from './survey-tree.ts';

/** What both versions of a tree hold. */
export interface ScannedVersions {
  readonly head: ScanOutcome;
  readonly base: ScanOutcome;
}

/** The names of the functions with a changed line. */
export function changedNames(
  examined: readonly ScannedFile[],
  differences: readonly FileDifference[],
): ReadonlySet<string> {
  const ranges = new Map(changedFiles(differences).map(({ path, ranges }) => [path, ranges]));
  const names = examined.flatMap(({ file, functions }) =>
    functions
      .filter(({ line, endLine }) =>
        ranges.get(file)?.some((range) => touches(range, line, endLine)),
      )
      .map(({ name }) => name),
  );
  return new Set(names);
}

/**
 * Whether a file calls a function of one of these names.
 * @param own the functions that it defines: in C its calls of these names are calls of its own
 * @param mayHold whether a field may hold one of the functions
 */
export function callsAny(
  file: string,
  { calls, fields }: DependencyNames,
  own: readonly FunctionOutline[],
  functions: ReadonlySet<string>,
  mayHold: (field: string) => boolean,
): boolean {
  const defined = new Set(languageOfPath(file) === 'c' ? own.map(({ name }) => name) : []);
  return calls.some((name) => functions.has(name) && !defined.has(name)) || fields.some(mayHold);
}

/**
 * The outcome of a scan that examined these files alone.
 * @param outlinesIn the functions of a file, as far as they are known
 */
export function outcomeOf(
  tree: Pick<OpenedTree, 'root' | 'single' | 'files' | 'skipped' | 'limits' | 'builds'>,
  knowledge: ProjectKnowledge,
  examined: readonly ScannedFile[],
  outlinesIn: (path: string) => readonly FunctionOutline[] | undefined,
): ScanOutcome {
  const byPath = new Map(examined.map((file) => [file.file, file]));
  const { root, single, skipped, limits, builds } = tree;
  return scanOutcome(
    { root, single, skipped, knowledge, builds },
    tree.files.map(
      ({ path }: SourceFile) =>
        byPath.get(path) ?? unaffectedFile(path, root, limits, outlinesIn(path) ?? []),
    ),
  );
}
