import type { FileDifference } from '../../../workspace/git/diff-ranges.ts';
import type { ScanOutcome } from '../scan.ts';
import type { ScannedFile } from '../scan-file.ts';
import { outlinesIn } from '../scan-rounds.ts';
import { callsAny, changedNames, outcomeOf, type ScannedVersions } from '../scanned-versions.ts';
import { includeNotes, type OpenedTree } from '../survey-tree.ts';
import { isSeenAlike } from '../tree-view.ts';
import { withoutUncompared } from '../without-uncompared.ts';
import { changedMeanings } from './changed-meanings.ts';
import { LazyTree, type WordIndexes } from './lazy-tree.ts';
import { neededFiles } from './needed-files.ts';

/**
 * Examines two versions of a tree where they can differ in what is found, and surveys what the analysis
 * of these files sees of others: the rest of the tree is not parsed. What is found is what
 * `scanVersions` finds.
 * @returns nothing where a file could not be surveyed, since what is missing in one version has to be missing in both
 */
export async function scanLazily(
  opened: OpenedTree,
  openedBase: OpenedTree,
  differences: readonly FileDifference[],
): Promise<ScannedVersions | undefined> {
  const known: WordIndexes = new Map();
  const head = await LazyTree.open(opened, known);
  const base = await LazyTree.open(openedBase, known);
  const touched = differences.flatMap(({ path = '', oldPath = '' }) => [path, oldPath]);
  const one = [...head.paths].filter((path) => !base.paths.has(path));
  const other = [...base.paths].filter((path) => !head.paths.has(path));
  const examined = new Set([...touched, ...one, ...other]);
  await reachAffected(head, base, examined);
  const changed = changedNames(await head.examine(examined), differences);
  for (const path of await callersOf(head, changed)) examined.add(path);
  await reachAffected(head, base, examined);
  const skipped = [...opened.skipped, ...includeNotes(opened, head.state.digest)];
  const now = await head.examine(examined);
  const before = await base.examine(examined);
  if (head.hasGaps || base.hasGaps) return undefined;
  const compared = withoutUncompared(now, before, differences);
  return {
    head: outcomeOfTree(head, compared, { ...opened, skipped }),
    base: outcomeOfTree(base, before, openedBase),
  };
}

function outcomeOfTree(
  tree: LazyTree,
  files: readonly ScannedFile[],
  opened: OpenedTree,
): ScanOutcome {
  return outcomeOf(opened, tree.state.knowledge, files, (path) => tree.outlinesIn(path));
}

/** Adds the files that see something else in the other version, with all that each of them sees. */
async function reachAffected(head: LazyTree, base: LazyTree, examined: Set<string>) {
  for (;;) {
    await surveyNeeded([head, base], examined);
    const { names, files } = changedMeanings(head, base);
    const candidates = new Set(files);
    for (const name of names) {
      for (const file of head.mentions.mentioning(name)) candidates.add(file);
    }
    // Headers are always surveyed.
    for (const path of head.paths) if (!head.indexes.has(path)) candidates.add(path);
    const left = [...candidates].filter(
      (path) => !examined.has(path) && head.paths.has(path) && base.paths.has(path),
    );
    await head.survey(left);
    await base.survey(left);
    const affected = left.filter((path) => !isSeenAlike(path, head.view, base.view));
    if (affected.length === 0) return;
    for (const path of affected) examined.add(path);
  }
}

/** Surveys what the analysis of some files sees, the same files in both trees. */
async function surveyNeeded(trees: readonly LazyTree[], examined: ReadonlySet<string>) {
  for (let isDone = false; !isDone; ) {
    const needed = new Set(trees.flatMap((tree) => [...neededFiles(tree, examined)]));
    isDone = true;
    for (const tree of trees) if (await tree.survey(needed)) isDone = false;
  }
}

/** The files that call a function of one of these names, also through a field. */
async function callersOf(tree: LazyTree, names: ReadonlySet<string>): Promise<string[]> {
  const { mentions } = tree;
  const byName = new Set([...names].flatMap((name) => [...mentions.mentioning(name)]));
  await tree.survey(byName);
  const fields = new Set(
    [...tree.state.knowledge.fieldTargets].flatMap(([field, targets]) =>
      targets.some((name) => names.has(name)) ? [field] : [],
    ),
  );
  const byField = [...fields].flatMap((field) => [...mentions.mentioning(field)]);
  await tree.survey(byField);
  return [...tree.paths].filter((path) => {
    const named = tree.surveyOf(path)?.survey.dependencyNames;
    const own = outlinesIn(tree.state, path) ?? [];
    return named !== undefined && callsAny(path, named, own, names, (field) => fields.has(field));
  });
}
