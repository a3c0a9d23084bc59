import { messageOf, UsageError } from '../errors.ts';
import type { Skip } from '../workspace/files/skip.ts';
import { scanRootOf } from '../workspace/files/source-files.ts';
import { revisionOf } from '../workspace/git/revision.ts';
import { loadBaseline } from './baseline/baseline.ts';
import { buildReport } from './build-report.ts';
import type { Candidate } from './candidates/candidate.ts';
import { writeCandidates } from './candidates/candidates-file.ts';
import { toolNameOf } from './import/foreign-names.ts';
import { importResults } from './import/import-results.ts';
import { loadSarif, type SarifLog } from './import/load-sarif.ts';
import {
  importNotice,
  NO_MODEL_NOTICE,
  reviewNotice,
  scanNotice,
  shardNotice,
  triageNotice,
} from './notice.ts';
import { isOpen } from './report/groups.ts';
import type { Report } from './report/report.ts';
import type { FailOn } from './report/verdict.ts';
import { type ScanDeps, type ScanOptions, type ScanOutcome, scan } from './scan/scan.ts';
import { type Change, changeSince, skippedChanges } from './selection/change.ts';
import type { ReviewScope } from './selection/review-scope.ts';
import { selectCandidates } from './selection/select-candidates.ts';
import { outcomeOfShard, type Shard } from './selection/shard.ts';
import { loadSuppressionFile, type SuppressionEntry } from './selection/suppression-file.ts';
import type { TriageResults } from './triage/triage-candidates.ts';

/** Has models look at candidates of a scan; undefined when none has looked, now or before. */
export type Triage = (
  candidates: readonly Candidate[],
  outcome: ScanOutcome,
) => Promise<TriageResults | undefined>;

export interface SecurityRequest {
  /** What the report calls itself; without it a review where there is a base, else a scan. */
  readonly mode?: Report['mode'];
  readonly scan: ScanOptions;
  /** A review reports only what concerns the change since this commit. */
  readonly base?: string;
  /** A file with an earlier result, or the name of a commit. */
  readonly baseline?: string;
  /** SARIF files of other scanners, whose results are imported. */
  readonly imports?: readonly string[];
  /** What was settled elsewhere, in place of the tree's own file of suppressions. */
  readonly suppressions?: readonly SuppressionEntry[];
  /** Files of the tree that are not in the folder, and why; `failed` where the change concerns them. */
  readonly leftOut?: readonly Skip[];
  /** Whether a stranger wrote the change: suppression comments that it adds count for nothing. */
  readonly strangersChange?: boolean;
  /** Report only what concerns these files; the others are scanned for what they tell of them. */
  readonly shard?: Shard;
  readonly onlyNew: boolean;
  readonly minConfidence: number;
  readonly failOn: FailOn;
  /** Where `.rustward/sec` goes: below the root, below this folder, or nowhere. */
  readonly state: 'root' | 'none' | { readonly folder: string };
  readonly version: string;
}

export interface SecurityDeps extends ScanDeps {
  /** Hears, on one line each, what a person should know and no report says. */
  readonly onWarning: (line: string) => void;
  /** Missing when no model is asked; then `whyNoModel` may say why, as a sentence. */
  readonly triage?: Triage | undefined;
  readonly whyNoModel?: string | undefined;
}

/**
 * Runs the stages of a scan or a review: scan, import, write the candidates, select, triage, report.
 * docs/design.md describes each.
 * @throws UsageError for a request that cannot be met
 */
export async function runSecurity(request: SecurityRequest, deps: SecurityDeps): Promise<Report> {
  const { rules, onWarning } = deps;
  // What can be wrong with the request comes before the work.
  const inputs = await loadInputs(request, deps);
  const { change } = inputs;
  const scanned = await scan(request.scan, deps);
  const imported = importResults(scanned, inputs.logs, { scan: request.scan, rules, onWarning });
  const outcome = withUnscannedChanges(imported.outcome, inputs);
  writeCandidatesArtifact(request, outcome, deps);
  const { candidates, scope } = selectCandidates({
    ...inputs,
    ...{ outcome, onlyNew: request.onlyNew, minConfidence: request.minConfidence, onWarning },
    strangersChange: request.strangersChange === true,
    ruleIds: new Set(rules.map(({ id }) => id)),
    shard: request.shard,
  });
  const revision = await revisionOf(inputs.root);
  const triageResults = await deps.triage?.(candidates.filter(isOpen), outcome);
  const reported = outcomeOfShard(outcome, request.shard);
  return buildReport({
    mode: request.mode ?? (scope === undefined ? 'scan' : 'review'),
    outcome: reported,
    candidates,
    ...(triageResults === undefined ? {} : { triageResults }),
    onlyNew: request.onlyNew,
    failOn: request.failOn,
    incomplete: isIncomplete(reported.skips, outcome, inputs, scope),
    notice: noticeOf(request, inputs, reported, scope, whoLooked(triageResults, deps)),
    rootName: request.scan.path,
    rules,
    foreignRules: imported.rules,
    version: request.version,
    ...(request.shard === undefined ? {} : { shard: request.shard }),
    ...(revision === undefined ? {} : { revision }),
    ...(change && scope ? { comparison: comparison(change, scope) } : {}),
  });
}

/** What a run reads besides the sources. */
interface Inputs {
  readonly root: string;
  readonly entries: readonly SuppressionEntry[];
  /** Results of other scanners, and the names of these. */
  readonly logs: readonly SarifLog[];
  readonly tools: ReadonlySet<string>;
  readonly leftOut: readonly Skip[];
  readonly change: Change | undefined;
  readonly baseline: readonly Candidate[] | undefined;
}

async function loadInputs(request: SecurityRequest, deps: SecurityDeps): Promise<Inputs> {
  const { root, file: single } = scanRootOf(request.scan.path);
  const entries = request.suppressions ?? loadSuppressionFile(root);
  const logs = (request.imports ?? []).map(loadSarif);
  const toolNames = logs.flatMap(({ runs }) =>
    runs.map(({ tool }) => toolNameOf(tool.driver.name)),
  );
  const { base, leftOut = [] } = request;
  const change = base === undefined ? undefined : await changeSince(base, root, leftOut);
  const { onProgress: _, ...quiet } = deps;
  const baseline =
    request.baseline === undefined
      ? undefined
      : await loadBaseline({ name: request.baseline, root, single, scan: request.scan }, quiet);
  return { root, entries, logs, tools: new Set(toolNames), leftOut, change, baseline };
}

function withUnscannedChanges(outcome: ScanOutcome, { leftOut, change }: Inputs): ScanOutcome {
  const skipped = skippedChanges(change?.files ?? [], outcome, leftOut);
  return { ...outcome, skips: [...outcome.skips, ...leftOut, ...skipped] };
}

/** Whether something was skipped that the report is about: all of the tree, or the change. */
function isIncomplete(
  skips: readonly Skip[],
  { files }: ScanOutcome,
  { change, leftOut }: Inputs,
  scope: ReviewScope | undefined,
): boolean {
  const changedPaths = new Set(change?.files.map(({ path }) => path));
  // A compiler may well read what is no text to us.
  const undecodedChanges = new Set(
    files
      .filter(({ file, language }) => language === undefined && changedPaths.has(file))
      .map(({ file }) => file),
  );
  const concerned = new Set([...(scope?.changedFiles ?? []), ...leftOut.map(({ file }) => file)]);
  return skips.some(
    ({ failed, file }) =>
      undecodedChanges.has(file) ||
      (failed && (scope === undefined || concerned.has(file) || file.endsWith('/'))),
  );
}

function whoLooked(results: TriageResults | undefined, { whyNoModel }: SecurityDeps): string {
  return results === undefined
    ? (whyNoModel ?? NO_MODEL_NOTICE)
    : triageNotice([...results.values()]);
}

function noticeOf(
  { shard }: SecurityRequest,
  { change, tools }: Inputs,
  outcome: ScanOutcome,
  scope: ReviewScope | undefined,
  who: string,
): string {
  const what = change && scope ? reviewNotice(scope, change.name, who) : scanNotice(outcome, who);
  return shardNotice(shard) + what + importNotice(tools);
}

function comparison(change: Change, scope: ReviewScope): NonNullable<Report['comparison']> {
  return {
    base: change.name,
    changed_files: scope.changedFiles.length,
    changed_functions: scope.changed.map(({ file, name }) => `${file}: ${name}`),
  };
}

/** A folder that we may not write to is no reason to stop; one that was asked for is. */
function writeCandidatesArtifact(
  { state }: SecurityRequest,
  outcome: ScanOutcome,
  deps: SecurityDeps,
): void {
  if (state === 'none' || (state === 'root' && outcome.single)) return;
  try {
    writeCandidates(state === 'root' ? outcome.root : state.folder, outcome.candidates);
  } catch (thrown) {
    if (state !== 'root' || !(thrown instanceof UsageError)) throw thrown;
    deps.onWarning(`no state is kept: ${messageOf(thrown)}`);
  }
}
