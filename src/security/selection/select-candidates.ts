import { changedFiles } from '../../workspace/git/diff-ranges.ts';
import type { Baseline } from '../baseline/baseline.ts';
import { matchBaseline } from '../baseline/match-baseline.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import type { DigestOf } from '../candidates/settled-code.ts';
import { toolOfPattern } from '../import/foreign-names.ts';
import { areRelated } from '../import/same-defect.ts';
import type { BaselineState, Report, ReportedCandidate, Suppression } from '../report/report.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import { type InlineSuppression, splitByChange } from '../scan/suppression-comments.ts';
import type { Change } from './change.ts';
import { compareCandidates } from './compare-candidates.ts';
import { filterCandidates } from './filter-candidates.ts';
import {
  type FindingSettings,
  isUnchosen,
  leastConfidence,
  suppressesGenerated,
} from './finding-settings.ts';
import { generatedFiles } from './generated-code.ts';
import type { FileFilter } from './reported-files.ts';
import { type ReviewScope, reviewScope } from './review-scope.ts';
import type { NamedRule } from './rule-names.ts';
import { staleEntries } from './stale-entries.ts';
import { isExpired, type SuppressionEntry } from './suppression-file.ts';
import { expiredEntries, suppressionWarnings, unusedSuppressions } from './suppression-warnings.ts';
import { findSuppression, type SuppressionSources } from './suppressions.ts';
import { whyUnreported } from './why-unreported.ts';

/** Below so many lines a tree is small: the large ones whose findings were judged have ten times as many. */
const SMALL_TREE_LINES = 20_000;

/** What decides which candidates of a scan are reported, and how they are marked. */
export interface SelectionRequest {
  readonly outcome: ScanOutcome;
  /** In a review: candidates that it does not concern are not reported. */
  readonly change: Change | undefined;
  /** Whether comments that the change adds suppress nothing. */
  readonly strangersChange: boolean;
  /** The entries of the suppression file. */
  readonly entries: readonly SuppressionEntry[];
  /** What entries of one place are bound to. */
  readonly digestOf: DigestOf;
  /** The rules that ran, to warn of suppressions that name another one. */
  readonly rules: readonly NamedRule[];
  readonly baseline: Baseline | undefined;
  /** The ids of candidates that change rules speak for. */
  readonly weakened: ReadonlySet<string>;
  /** The other scanners whose results were imported. */
  readonly tools: ReadonlySet<string>;
  /** The files that are reported on; undefined for all. */
  readonly isReported: FileFilter | undefined;
  /** Whether files of the tree are left out by name. */
  readonly isPart: boolean;
  readonly includeExisting: boolean;
  readonly minConfidence: number;
  /** Whether no candidate is ranked lower for the size of the tree. */
  readonly rateAsNew: boolean;
  /** What the configuration says of rules and of folders. */
  readonly settings: readonly FindingSettings[];
  /** The day, as `2027-01-31`, on which suppressions may be over. */
  readonly today: string;
  readonly onWarning: (line: string) => void;
}

export interface Selection {
  readonly candidates: readonly ReportedCandidate[];
  /** Undefined where all of the tree is reported. */
  readonly scope: ReviewScope | undefined;
  /** How many are no news; undefined without a baseline. */
  readonly known: Report['known'] | undefined;
  /** How many are left out since more confidence was asked for than usual. */
  readonly lessSure: number;
  /** One line for each suppression that is over, or fits nothing. */
  readonly idle: readonly string[];
  /** What is settled already of something that a model claims. */
  settle(claim: CandidateDraft): SettledClaim;
  /** Whether a claim is of no rule among those that were chosen, so that models do not examine it. */
  isUnchosen(claim: CandidateDraft): boolean;
  /** Why a candidate of the scan, by its number, is not among those to report. */
  whyUnreported(gid: number): string;
}

/** What a person has settled of a claim, and whether the base has it. */
type SettledClaim = Pick<ReportedCandidate, 'baseline' | 'suppression'>;

/** Selects the candidates to report by change, shard, baseline and confidence, and marks suppressed ones. */
export function selectCandidates(request: SelectionRequest): Selection {
  const { outcome, change, baseline, isReported, tools, settings, today } = request;
  const entries = request.entries.filter((entry) => !isExpired(entry, today));
  const { includeExisting, minConfidence, weakened } = request;
  const suppressions = {
    ...{ inline: trustedSuppressions(request), entries, settings, digestOf: request.digestOf },
    generated: unwantedFiles(request),
  };
  for (const line of suppressionWarnings(suppressions, request.rules)) request.onWarning(line);
  const idle = idleSuppressions(request, suppressions);
  for (const line of idle) request.onWarning(line);
  const scope = change && reviewScope(outcome.files, change.files);
  const match = baseline && compareCandidates({ outcome, baseline, weakened, suppressions, tools });
  const limits = {
    includes: ({ file }: Candidate) => isReported?.(file) ?? true,
    concernsChange: (candidate: Candidate) => scope?.includes(candidate) ?? true,
    minConfidence: (file: string) => leastConfidence(settings, file, minConfidence),
  };
  const { candidates, existing, fixed, lessSure } = filterCandidates({
    candidates: outcome.candidates,
    ...limits,
    ...{ suppressions, match, includeExisting },
    isSmallTree:
      request.rateAsNew || sum(outcome.files.map(({ lines }) => lines)) < SMALL_TREE_LINES,
  });
  const known = baseline && { existing, fixed, included: includeExisting };
  const isUnchosenClaim = (claim: CandidateDraft) => isUnchosen(settings, claim);
  const settle = (claim: CandidateDraft) => {
    // Who chose rules did not settle what a model sees beside them.
    const own = isUnchosenClaim(claim) ? { ...suppressions, settings: [] } : suppressions;
    const settled = candidates.filter((one) => !isUnchosen(settings, one));
    const suppression = findSuppression(claim, own) ?? suppressionBeside(claim, settled);
    const state = baseline && claimState(claim, baseline, scope);
    return {
      ...(state === undefined ? {} : { baseline: state }),
      ...(suppression === undefined ? {} : { suppression }),
    };
  };
  const positions = new Map(outcome.candidates.map(({ gid }, at) => [gid, at]));
  const whyNot = (gid: number) => {
    const at = positions.get(gid) ?? -1;
    return whyUnreported(outcome.candidates[at], match?.states[at], limits);
  };
  const claims = { settle, isUnchosen: isUnchosenClaim };
  return { candidates, scope, known, lessSure, idle, ...claims, whyUnreported: whyNot };
}

/** One line for each suppression that is over, or fits nothing as far as the run could see. */
function idleSuppressions(
  { outcome, change, isReported, isPart, entries, rules, today, tools, digestOf }: SelectionRequest,
  suppressions: SuppressionSources,
): string[] {
  const ids = new Set(rules.map(({ id }) => id));
  const couldRun = (rule: string) => ids.has(rule) || tools.has(toolOfPattern(rule) ?? rule);
  const failed = new Set(outcome.skips.filter((one) => one.failed).map(({ file }) => file));
  const changed = change && new Set(change.files.map(({ path }) => path));
  const isKnown = (file: string) =>
    !failed.has(file) && (changed?.has(file) ?? true) && (isReported?.(file) ?? true);
  const files = outcome.files
    .filter(({ file, language }) => language !== undefined && isKnown(file))
    .map(({ file }) => file);
  const isAll = change === undefined && isReported === undefined && failed.size === 0;
  const scan = { candidates: outcome.candidates, files, isPart: isPart || !isAll };
  return [
    ...expiredEntries(entries, today),
    ...(isAll ? unusedSuppressions(suppressions, couldRun, scan) : []),
    ...staleEntries(suppressions.entries, scan, couldRun, digestOf),
  ];
}

/** A person who settled what the scan proposes on a line has settled what a model says of it as well. */
function suppressionBeside(
  claim: CandidateDraft,
  candidates: readonly ReportedCandidate[],
): Suppression | undefined {
  return candidates.find(
    (one) =>
      one.suppression !== undefined &&
      one.file === claim.file &&
      one.line === claim.line &&
      areRelated(one, claim),
  )?.suppression;
}

/** Against a commit a claim is new where the change has to do with it; models look at the head alone. */
function claimState(
  claim: CandidateDraft,
  baseline: Baseline,
  scope: ReviewScope | undefined,
): BaselineState | undefined {
  if (baseline.kind === 'result') return matchBaseline([claim], baseline.candidates).states[0];
  return scope === undefined || scope.includes(claim) ? 'new' : 'unchanged';
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

/** The generated files in which findings are not wanted; only files with candidates are looked at. */
function unwantedFiles({ outcome, change, strangersChange, settings }: SelectionRequest) {
  const files = outcome.candidates
    .map(({ file }) => file)
    .filter((file) => suppressesGenerated(settings, file));
  // Files that were only renamed count as well: one can be made a `.gitattributes` so.
  const brought = strangersChange ? changedFiles(change?.differences ?? []) : [];
  return generatedFiles(outcome.root, files, brought);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
