import { leadsOutside } from '../../leads-outside.ts';
import type { LineStretch, Skip } from '../../workspace/files/skip.ts';
import { mayHoldSource } from '../../workspace/files/source-files.ts';
import type { Baseline } from '../baseline/baseline.ts';
import { TreeAlignment } from '../baseline/tree-alignment.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import type { Change } from './change.ts';
import type { ReviewScope } from './review-scope.ts';
import type { Shard } from './shard.ts';

/** What settles whether something that was not examined matters to a report. */
export interface Completeness {
  readonly outcome: ScanOutcome;
  readonly baseline: Baseline | undefined;
  /** Present in a review. */
  readonly change: Change | undefined;
  readonly scope: ReviewScope | undefined;
  /** Files of the tree that are not in the folder. */
  readonly leftOut: readonly Skip[];
}

/**
 * Whether there was nothing to examine where a person meant something: a tree without sources, or one of which
 * patterns leave out all. A change may well touch none, and so may a part of a tree.
 * @param within what was found in the files that the run reports on
 */
export function isEmpty(
  { files }: ScanOutcome,
  { scope }: Completeness,
  { shard, mayBeEmpty }: { readonly shard?: Shard; readonly mayBeEmpty?: boolean },
): boolean {
  if (scope !== undefined || shard !== undefined || mayBeEmpty === true) return false;
  return files.every(({ language }) => language === undefined);
}

/**
 * Whether something was not examined that the report is about: of a scan all of the tree. A review is
 * about the lines that the change touches, and about those that it keeps from being examined: what the
 * base could not be examined for either is not its doing.
 */
export function isIncomplete(skips: readonly Skip[], about: Completeness): boolean {
  const { outcome, change, scope } = about;
  if (scope === undefined) return skips.some(({ failed }) => failed);
  const changedPaths = new Set(change?.files.map(({ path }) => path));
  // A compiler may well read what is no text to us.
  const undecoded = new Set(
    outcome.files.filter(({ language }) => language === undefined).map(({ file }) => file),
  );
  if (skips.some(({ file }) => undecoded.has(file) && changedPaths.has(file))) return true;
  if (skips.some(({ file, unread }) => unread && changedPaths.has(file))) return true;
  const isDoing = doingOf(scope, about);
  return skips.some((skip) => skip.failed && isDoing(skip));
}

/**
 * What a review lists as not examined: what is in files that the change touches, what it keeps from being
 * examined, and what is said of the build or of folders. The rest is in files that are as they were.
 */
export function skipsOfChange(skips: readonly Skip[], about: Completeness): readonly Skip[] {
  const { change, scope, leftOut } = about;
  if (scope === undefined) return skips;
  // Of a file that is not in the folder nothing tells whether it is as it was.
  const touched = new Set([
    ...(change?.differences ?? []).flatMap((one) => [one.path, one.oldPath]),
    ...leftOut.map(({ file }) => file),
  ]);
  const isDoing = doingOf(scope, about);
  const isOld = ({ file }: Skip) =>
    mayHoldSource(file) && !leadsOutside(file) && !touched.has(file);
  return skips.filter((skip) => !isOld(skip) || (skip.failed && isDoing(skip)));
}

/** Whether it is a change's doing, or that of who left files out, that something could not be examined. */
function doingOf(
  scope: ReviewScope,
  { outcome, baseline, change, leftOut }: Completeness,
): (skip: Skip) => boolean {
  const version = baseline?.kind === 'version' ? baseline : undefined;
  const base = version && unexaminedLines(version.outcome ?? outcome);
  const alignment = new TreeAlignment(version?.differences ?? change?.differences ?? []);
  const leftOutFiles = new Set(leftOut.map(({ file }) => file));
  return ({ file, lines }) => {
    if (leftOutFiles.has(file) || file.endsWith('/')) return true;
    if (base === undefined || lines === undefined) return scope.changedFiles.includes(file);
    return lines.some((stretch) => isOfChange(file, stretch, base, alignment));
  };
}

/** By file, the lines that were not examined; undefined where that may be all of them. */
type UnexaminedLines = ReadonlyMap<string, readonly LineStretch[] | undefined>;

function unexaminedLines({ skips }: ScanOutcome): UnexaminedLines {
  const byFile = new Map<string, readonly LineStretch[] | undefined>();
  for (const { file, failed, lines } of skips) {
    if (!failed) continue;
    const known = byFile.has(file) ? byFile.get(file) : [];
    byFile.set(file, known && lines && [...known, ...lines]);
  }
  return byFile;
}

/** Whether a line is changed, or was examined in the base. */
function isOfChange(
  file: string,
  { first, last }: LineStretch,
  base: UnexaminedLines,
  alignment: TreeAlignment,
): boolean {
  for (let line = first; line <= last; line += 1) {
    const was = alignment.baseOf({ file, line });
    if (was === undefined) return true;
    const stretches = base.has(was.file) ? base.get(was.file) : [];
    // Where all of the file may be missing in the base, its lines were not examined either.
    if (stretches === undefined) continue;
    if (!stretches.some((one) => one.first <= was.line && was.line <= one.last)) return true;
  }
  return false;
}
