import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { changedFiles } from '../../workspace/git/diff-ranges.ts';
import type { Baseline } from '../baseline/baseline.ts';
import { type BaselineMatch, matchBaseline } from '../baseline/match-baseline.ts';
import { matchVersions } from '../baseline/match-versions.ts';
import { TreeAlignment } from '../baseline/tree-alignment.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { toolOfPattern } from '../import/foreign-names.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import { reviewScope } from './review-scope.ts';
import { findSuppression, type SuppressionSources } from './suppressions.ts';

export interface CandidateComparison {
  readonly outcome: ScanOutcome;
  readonly baseline: Baseline;
  readonly suppressions: SuppressionSources;
  /** The ids of candidates that change rules speak for. */
  readonly weakened: ReadonlySet<string>;
  /** The other scanners whose results were imported. */
  readonly tools: ReadonlySet<string>;
}

/** Tells the state of each candidate against a baseline, and what of the baseline is gone. */
export function compareCandidates(comparison: CandidateComparison): BaselineMatch {
  const { states, absent } = matchOf(comparison);
  return { states, absent: absent.filter((candidate) => coversAbsent(candidate, comparison)) };
}

function matchOf({
  outcome,
  baseline,
  weakened,
  suppressions,
}: CandidateComparison): BaselineMatch {
  const { candidates, files } = outcome;
  if (baseline.kind === 'result') return matchBaseline(candidates, baseline.candidates);
  const { outcome: base, differences } = baseline;
  if (base === undefined) return { states: candidates.map(() => 'unchanged'), absent: [] };
  const scope = reviewScope(files, changedFiles(differences));
  const unknown = new Set(base.skips.filter(({ failed }) => failed).map(({ file }) => file));
  const settled: SuppressionSources = {
    inline: new Map(base.files.map((one) => [one.file, one.suppressions])),
    entries: [],
  };
  return matchVersions({
    head: { candidates, files },
    base: { candidates: base.candidates, files: base.files },
    alignment: new TreeAlignment(differences),
    isTouched: (candidate) => scope.includes(candidate),
    isUnknown: (file) => unknown.has(file),
    isWeakened: ({ id }) => weakened.has(id),
    // What a comment settled for the base is open again where the comment is gone or not believed.
    isReopened: (candidate, was) =>
      findSuppression(was, settled) !== undefined &&
      findSuppression(candidate, suppressions) === undefined,
  });
}

/** Whether this run would have found a candidate of the baseline again if it were still there. */
function coversAbsent(
  { file, pattern }: Candidate,
  { outcome, baseline, tools }: CandidateComparison,
): boolean {
  const tool = toolOfPattern(pattern);
  // Another scanner's result may well persist where its results were not imported this time.
  if (tool !== undefined && !tools.has(tool)) return false;
  const differences = baseline.kind === 'version' ? baseline.differences : [];
  const renamed = differences.find(({ oldPath }) => oldPath === file);
  const now = renamed === undefined ? file : renamed.path;
  if (now === undefined) return true;
  const scanned = outcome.files.find((known) => known.file === now);
  if (scanned !== undefined) return scanned.language !== undefined;
  return lstatSync(join(outcome.root, now), { throwIfNoEntry: false }) === undefined;
}
