import type { SourceFile } from '../../workspace/files/source-files.ts';
import { changedFiles, type FileDifference, touches } from '../../workspace/git/diff-ranges.ts';
import { type ScanOutcome, scanOutcome } from './scan.ts';
import { type ScannedFile, unaffectedFile } from './scan-file.ts';
import type { SurveyedTree } from './survey-tree.ts';

/** What both versions of a tree hold. */
export interface ScannedVersions {
  readonly head: ScanOutcome;
  readonly base: ScanOutcome;
}

/**
 * Examines two versions of a tree where they can differ in what is found: files whose text differs, files
 * that see something else of the others, and files that call a changed function, which a review counts
 * what exists in. Any other file has the same candidates in both, so that none of them is introduced and
 * none is fixed.
 */
export async function scanVersions(
  head: SurveyedTree,
  base: SurveyedTree,
  differences: readonly FileDifference[],
): Promise<ScannedVersions> {
  const touched = new Set(differences.flatMap(({ path = '', oldPath = '' }) => [path, oldPath]));
  const inBase = new Set(base.files.map(({ path }) => path));
  const isAffected = (path: string) =>
    touched.has(path) || !inBase.has(path) || head.viewOf(path) !== base.viewOf(path);
  const affected = head.files.filter(({ path }) => isAffected(path));
  const examined = await head.examine(affected);
  const known = new Set(affected.map(({ path }) => path));
  const changed = changedNames(examined, differences);
  const callers = head.files.filter(
    ({ path }) => !known.has(path) && callsAny(head, path, changed),
  );
  const all = [...examined, ...(await head.examine(callers))];
  for (const { path } of callers) known.add(path);
  const inHead = new Set(head.files.map(({ path }) => path));
  const wanted = base.files.filter(({ path }) => known.has(path) || !inHead.has(path));
  return {
    head: outcomeOf(head, all),
    base: outcomeOf(base, await base.examine(wanted)),
  };
}

/** The names of the functions with a changed line. */
function changedNames(
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

/** Whether a file calls a function of one of these names, also through a field. */
function callsAny(tree: SurveyedTree, path: string, names: ReadonlySet<string>): boolean {
  const named = tree.namesIn(path);
  if (named === undefined) return false;
  return (
    named.calls.some((name) => names.has(name)) ||
    named.fields.some((field) =>
      (tree.knowledge.fieldTargets.get(field) ?? []).some((name) => names.has(name)),
    )
  );
}

/** The outcome of a scan that examined these files alone. */
function outcomeOf(tree: SurveyedTree, examined: readonly ScannedFile[]): ScanOutcome {
  const byPath = new Map(examined.map((file) => [file.file, file]));
  const { root, limits } = tree;
  return scanOutcome(
    tree,
    tree.files.map(
      ({ path }: SourceFile) => byPath.get(path) ?? unaffectedFile(path, root, limits),
    ),
  );
}
