import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Candidate } from '../candidates/candidate.ts';
import { toolOfPattern } from '../import/foreign-names.ts';
import type { ReportedCandidate } from '../report/report.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import { type InlineSuppression, splitByChange } from '../scan/suppression-comments.ts';
import type { Change } from './change.ts';
import { filterCandidates } from './filter-candidates.ts';
import { type ReviewScope, reviewScope } from './review-scope.ts';
import { inShard, type Shard } from './shard.ts';
import type { SuppressionEntry } from './suppression-file.ts';
import { suppressionWarnings } from './suppressions.ts';

/** What decides which candidates of a scan are reported, and how they are marked. */
export interface SelectionRequest {
  readonly outcome: ScanOutcome;
  /** In a review: candidates that it does not concern are not reported. */
  readonly change: Change | undefined;
  /** Whether comments that the change adds suppress nothing. */
  readonly strangersChange: boolean;
  /** The entries of the suppression file. */
  readonly entries: readonly SuppressionEntry[];
  /** The rules that ran, to warn of suppressions that name another one. */
  readonly ruleIds: ReadonlySet<string>;
  readonly baseline: readonly Candidate[] | undefined;
  /** The other scanners whose results were imported. */
  readonly tools: ReadonlySet<string>;
  readonly shard: Shard | undefined;
  readonly onlyNew: boolean;
  readonly minConfidence: number;
  readonly onWarning: (line: string) => void;
}

export interface Selection {
  readonly candidates: readonly ReportedCandidate[];
  /** Undefined where all of the tree is reported. */
  readonly scope: ReviewScope | undefined;
}

/** Selects the candidates to report by change, shard, baseline and confidence, and marks suppressed ones. */
export function selectCandidates(request: SelectionRequest): Selection {
  const { outcome, change, baseline, shard, entries, onlyNew, minConfidence } = request;
  const suppressions = { inline: trustedSuppressions(request), entries };
  for (const line of suppressionWarnings(suppressions, request.ruleIds)) request.onWarning(line);
  const scope = change && reviewScope(outcome.files, change.files);
  const isInShard = (file: string) => shard === undefined || inShard(file, shard);
  const covers = (candidate: Candidate) =>
    isInShard(candidate.file) && coversAbsent(candidate, request, scope);
  const candidates = filterCandidates({
    outcome,
    includes: (candidate) => isInShard(candidate.file) && (scope?.includes(candidate) ?? true),
    suppressions,
    ...(baseline === undefined ? {} : { baseline: { candidates: baseline, covers } }),
    ...{ onlyNew, minConfidence },
  });
  return { candidates, scope };
}

/** The comments that suppress, by file: a stranger's change must not silence what it brings. */
function trustedSuppressions({
  outcome,
  change,
  strangersChange,
  onWarning,
}: SelectionRequest): ReadonlyMap<string, readonly InlineSuppression[]> {
  const trusted = (file: string, comments: readonly InlineSuppression[]) => {
    if (!strangersChange) return comments;
    const ranges = change?.files.find(({ path }) => path === file)?.ranges ?? [];
    const { own, brought } = splitByChange(comments, ranges);
    for (const { line } of brought) {
      onWarning(`${file}:${line}: a rustward-ignore that the change itself brings is not believed`);
    }
    return own;
  };
  return new Map(
    outcome.files
      .map(({ file, suppressions }) => [file, trusted(file, suppressions)] as const)
      .filter(([, suppressions]) => suppressions.length > 0),
  );
}

/** Whether this run would have found a candidate of the baseline again if it were still there. */
function coversAbsent(
  { file, pattern }: Candidate,
  { outcome, tools }: SelectionRequest,
  scope: ReviewScope | undefined,
): boolean {
  const tool = toolOfPattern(pattern);
  // Another scanner's result may well persist where its results were not imported this time.
  if (tool !== undefined && !tools.has(tool)) return false;
  if (scope !== undefined) return scope.changedFiles.includes(file);
  const scanned = outcome.files.find((known) => known.file === file);
  if (scanned !== undefined) return scanned.language !== undefined;
  return lstatSync(join(outcome.root, file), { throwIfNoEntry: false }) === undefined;
}
