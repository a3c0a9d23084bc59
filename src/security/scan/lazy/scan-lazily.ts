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
  const differing = new Set([...touched, ...one, ...other]);
  const versions: Versions = { head, base, differing };
  const examined = new Set(differing);
  await reachAffected(versions, examined);
  // Mostly nothing is asked for behind it, so that this is what the base is compared by.
  const [first] = await examineInBoth(versions, examined);
  const changed = changedNames(first, differences);
  for (const path of await callersOf(head, changed)) examined.add(path);
  await reachAffected(versions, examined);
  const skipped = [...opened.skipped, ...includeNotes(opened, head.state.digest)];
  const [now, before] = await examineInBoth(versions, examined);
  if (head.hasGaps || base.hasGaps) return undefined;
  const compared = withoutUncompared(now, before, differences);
  return {
    head: outcomeOfTree(head, compared, { ...opened, skipped }),
    base: outcomeOfTree(base, before, openedBase),
  };
}

/** Both versions of a tree. */
interface Versions {
  readonly head: LazyTree;
  readonly base: LazyTree;
  /** Files whose text is not that of the other version, or that are not there. */
  readonly differing: ReadonlySet<string>;
}

function outcomeOfTree(
  tree: LazyTree,
  files: readonly ScannedFile[],
  opened: OpenedTree,
): ScanOutcome {
  return outcomeOf(opened, tree.state.knowledge, files, (path) => tree.outlinesIn(path));
}

/** Adds the files that see something else in the other version, with all that each of them sees. */
async function reachAffected(versions: Versions, examined: Set<string>) {
  const { head, base } = versions;
  for (;;) {
    await surveyNeeded(versions, examined);
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
    await surveyInBoth(versions, new Set(left));
    const affected = left.filter((path) => !isSeenAlike(path, head.view, base.view));
    if (affected.length === 0) return;
    for (const path of affected) examined.add(path);
  }
}

/** Surveys what the analysis of some files sees, the same files in both trees. */
async function surveyNeeded(versions: Versions, examined: ReadonlySet<string>) {
  const trees = [versions.head, versions.base];
  for (let isDone = false; !isDone; ) {
    const needed = new Set(trees.flatMap((tree) => [...neededFiles(tree, examined)]));
    isDone = !(await surveyInBoth(versions, needed));
  }
}

/**
 * Surveys files in both trees: at once where they differ, and otherwise in the head first, whose outcomes are then at hand
 * for the base. Gives whether there was any to survey.
 */
async function surveyInBoth(
  { head, base, differing }: Versions,
  paths: ReadonlySet<string>,
): Promise<boolean> {
  const atOnce = await Promise.all([
    head.survey(paths),
    base.survey(paths.intersection(differing)),
  ]);
  return (await base.survey(paths)) || atOnce.includes(true);
}

/** Examines files in both trees at once. */
async function examineInBoth({ head, base }: Versions, paths: ReadonlySet<string>) {
  return await Promise.all([head.examine(paths), base.examine(paths)]);
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
