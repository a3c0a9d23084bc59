import { readSourceText } from '../../workspace/files/source-text.ts';
import type { FileDifference } from '../../workspace/git/diff-ranges.ts';
import type { Deadline } from '../../workspace/process/deadline.ts';
import { callsAny, changedNames, outcomeOf, type ScannedVersions } from './scanned-versions.ts';
import { mentionsSuppression } from './suppression-comments.ts';
import type { SurveyedTree } from './survey-tree.ts';
import { isSeenAlike } from './tree-view.ts';
import { withoutUncompared } from './without-uncompared.ts';

/**
 * Examines two versions of a tree where they can differ in what is found: files whose text differs, files
 * that see something else of the others, and files that call a changed function, which a review counts
 * what exists in. Any other file has the same candidates in both, so that none of them is introduced and
 * none is fixed.
 * @param forModels whether the outcome of the head has to tell of every file what it defines, and which
 *   comments in it suppress: a question or a claim of a model can be about any
 * @param deadline when the run is to end
 */
export async function scanVersions(
  head: SurveyedTree,
  base: SurveyedTree,
  differences: readonly FileDifference[],
  forModels = false,
  deadline?: Deadline,
): Promise<ScannedVersions> {
  const touched = new Set(differences.flatMap(({ path = '', oldPath = '' }) => [path, oldPath]));
  const inBase = new Set(base.files.map(({ path }) => path));
  const isAffected = (path: string) =>
    touched.has(path) || !inBase.has(path) || !isSeenAlike(path, head.view, base.view);
  const affected = head.files.filter(({ path }) => isAffected(path));
  // What the base was is examined in the other half of the time: without it nothing can be compared.
  const first = deadline?.half();
  const examined = await head.examine(affected, first);
  const known = new Set(affected.map(({ path }) => path));
  const changed = changedNames(examined, differences);
  const mayHold = (field: string) =>
    (head.knowledge.fieldTargets.get(field) ?? []).some((name) => changed.has(name));
  const callers = head.files.filter(({ path }) => {
    const named = known.has(path) ? undefined : head.namesIn(path);
    const own = head.outlinesIn(path) ?? [];
    return named !== undefined && callsAny(path, named, own, changed, mayHold);
  });
  for (const { path } of callers) known.add(path);
  const untold = forModels
    ? head.files.filter(({ path }) => !known.has(path) && !isToldBySurvey(head, path))
    : [];
  const told = (await head.examine(untold, first)).map((file) => ({ ...file, drafts: [] }));
  const all = [...examined, ...(await head.examine(callers, first)), ...told];
  const inHead = new Set(head.files.map(({ path }) => path));
  const wanted = base.files.filter(({ path }) => known.has(path) || !inHead.has(path));
  const before = await base.examine(wanted);
  const compared = withoutUncompared(all, before, differences);
  return {
    head: outcomeOf(head, head.knowledge, compared, head.outlinesIn),
    base: outcomeOf(base, base.knowledge, before, base.outlinesIn),
  };
}

/** Whether the survey of a file tells all that questions and claims need of it. */
function isToldBySurvey({ root, limits, outlinesIn }: SurveyedTree, path: string): boolean {
  if (outlinesIn(path) === undefined) return false;
  const source = readSourceText(root, path, limits);
  return 'skip' in source || !mentionsSuppression(source.text);
}
