import { messageOf, UsageError } from '../errors.ts';
import type { Skip } from '../workspace/files/skip.ts';
import { isSourcePath, scanRootOf } from '../workspace/files/source-files.ts';
import { revisionOf } from '../workspace/git/revision.ts';
import {
  type Baseline,
  findBaseline,
  type ScanWithBaseline,
  scanWithBaseline,
} from './baseline/baseline.ts';
import { withChangeHits } from './baseline/with-change-hits.ts';
import { buildReport } from './build-report.ts';
import type { Candidate } from './candidates/candidate.ts';
import { writeCandidates } from './candidates/candidates-file.ts';
import { MODEL_SOURCE } from './candidates/model-source.ts';
import type { Reproduction } from './candidates/reproduction.ts';
import { claimRules, worstSeverity } from './discover/claim-rule.ts';
import { categoryFinder } from './import/category-finder.ts';
import { toolNameOf } from './import/foreign-names.ts';
import { importResults } from './import/import-results.ts';
import { loadSarif, type SarifLog } from './import/load-sarif.ts';
import {
  discoveryNotice,
  importNotice,
  NO_MODEL_NOTICE,
  reproductionNotice,
  reviewNotice,
  scanNotice,
  shardNotice,
  triageNotice,
} from './notice.ts';
import type { FailOn } from './report/fail-on.ts';
import { isIntroduced, isOpen } from './report/groups.ts';
import type { Report, ReportedCandidate } from './report/report.ts';
import { withoutChangedList } from './scan/build/without-changed-list.ts';
import type { ScanOutcome } from './scan/scan.ts';
import type { ScanDeps, ScanOptions } from './scan/survey-tree.ts';
import { openTree } from './scan/survey-tree.ts';
import { type Change, changeSince, skippedChanges } from './selection/change.ts';
import {
  type FindingSettings,
  leastConfidence,
  severityCeiling,
} from './selection/finding-settings.ts';
import { isIncomplete } from './selection/is-incomplete.ts';
import type { ReviewScope } from './selection/review-scope.ts';
import { type Selection, selectCandidates } from './selection/select-candidates.ts';
import { type FileFilter, outcomeWithin, reportedFiles, type Shard } from './selection/shard.ts';
import { loadSuppressionFile, type SuppressionEntry } from './selection/suppression-file.ts';
import { loadSourceChange, type SourceChange } from './slice/source-change.ts';
import type { ClaimSettings } from './triage/claimed-candidates.ts';
import type { TriageOutcome } from './triage/triage-candidates.ts';
import { withCallPaths } from './with-call-paths.ts';
import { withStepLines } from './with-step-lines.ts';

/** What models look at. */
export interface TriageSubject {
  readonly candidates: readonly Candidate[];
  readonly outcome: ScanOutcome;
  /** Both sides of what a review is about; undefined where that is all of a tree. */
  readonly change: SourceChange | undefined;
  /** The commit that the change is compared with. */
  readonly baseCommit: string | undefined;
  /** What becomes of what models claim themselves. */
  readonly claims: ClaimSettings;
  /** Whether a file is one that this run reports on. */
  includes(file: string): boolean;
}

/** Has models look at a scan; undefined when none has looked, now or before. */
export type Triage = (subject: TriageSubject) => Promise<TriageOutcome | undefined>;

/** Runs what a change introduces where no model looks at it; by gid, what came of it. */
export type RunFindings = (subject: TriageSubject) => Promise<ReadonlyMap<number, Reproduction>>;

export interface SecurityRequest {
  /** What the report calls itself; without it a review where there is a base, else a scan. */
  readonly mode?: Report['mode'];
  readonly scan: ScanOptions;
  /** A review reports what the change since this commit introduces: the commit is scanned as well. */
  readonly base?: string;
  /** A file with an earlier result, or the name of a commit, instead of the base of a review. */
  readonly baseline?: string;
  /** SARIF files of other scanners, whose results are imported. */
  readonly imports?: readonly string[];
  /** The day in UTC, as `2027-01-31`; today's when missing. */
  readonly today?: string;
  /** What was settled elsewhere, in place of the tree's own file of suppressions. */
  readonly suppressions?: readonly SuppressionEntry[];
  /** Files of the tree that are not in the folder, and why; `failed` where the change concerns them. */
  readonly leftOut?: readonly Skip[];
  /** Whether a stranger wrote the change: suppression comments that it adds count for nothing. */
  readonly strangersChange?: boolean;
  /** Whether a review examines also the files in which the change can make no difference. */
  readonly whole?: boolean;
  /** Whether a review of a large tree surveys only what the change reaches. */
  readonly lazy?: boolean;
  /** What is scanned, as a person named it; the path of the scan when missing. */
  readonly rootName?: string | undefined;
  /** What tells the results in code scanning from those of others. */
  readonly category?: string | undefined;
  /** Report only what concerns these files; the others are scanned for what they tell of them. */
  readonly shard?: Shard;
  /** Report only on these files; headers that they include are scanned for what they tell of them. */
  readonly only?: readonly string[] | undefined;
  /** Report what the baseline has as well, and what is gone since; counted it is in any case. */
  readonly includeExisting: boolean;
  readonly minConfidence: number;
  /** What the configuration says of rules and of folders; nothing when missing. */
  readonly findingSettings?: readonly FindingSettings[];
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
  /** Missing where nothing is run without a model. */
  readonly runFindings?: RunFindings | undefined;
}

/**
 * Runs the stages of a scan or a review: scan, import, write the candidates, select, triage, report.
 * docs/design.md describes each.
 * @throws UsageError for a request that cannot be met
 */
export async function runSecurity(asked: SecurityRequest, deps: SecurityDeps): Promise<Report> {
  const { rules, onWarning } = deps;
  // What can be wrong with the request comes before the work.
  const inputs = await loadInputs(asked, deps);
  const request = trustedRequest(asked, inputs, deps);
  const { root, change, leftOut } = inputs;
  const { head: scanned, baseline } = await scanTrees(request, inputs, deps);
  const changed = withChangeHits(scanned, baseline, rules);
  const { weakened } = changed;
  const settings = request.findingSettings ?? [];
  const isReported = reportedFiles(request.shard, request.only);
  const imported = importResults(changed.outcome, inputs.logs, {
    scan: request.scan,
    rules,
    onWarning,
  });
  const outcome = withUnscannedChanges(imported.outcome, inputs);
  writeCandidatesArtifact(request, outcome, deps);
  const { candidates, scope, known, settle } = selectCandidates({
    ...inputs,
    ...{ baseline, weakened, outcome, onWarning },
    ...{ includeExisting: request.includeExisting, minConfidence: request.minConfidence },
    settings,
    strangersChange: request.strangersChange === true,
    ruleIds: new Set(rules.map(({ id }) => id)),
    today: request.today ?? new Date().toISOString().slice(0, 10),
    isReported,
    isPart: (request.scan.select?.exclude ?? []).length > 0,
  });
  const revision = await revisionOf(root);
  const introduced = candidates.filter((one) => isOpen(one) && isIntroduced(one));
  const subject = {
    candidates: introduced,
    outcome,
    change: change && (await sourceChange(root, change, baseline)),
    baseCommit: change?.commit,
    claims: claimSettings(outcome, settle, rules),
    includes: (file: string) => isReported?.(file) ?? true,
  };
  const triaged = await deps.triage?.(subject);
  const ran = triaged === undefined ? await deps.runFindings?.(subject) : triaged.reproductions;
  const reported = outcomeWithin(outcome, isReported);
  const report = buildReport({
    mode: request.mode ?? (scope === undefined ? 'scan' : 'review'),
    outcome: reported,
    candidates: withClaims(candidates, triaged, settle, request),
    ...(triaged === undefined ? {} : { triageResults: triaged.results }),
    ...(ran === undefined ? {} : { reproductions: ran }),
    ceiling: (candidate) => severityCeiling(settings, candidate),
    failOn: request.failOn,
    incomplete:
      isIncomplete(reported.skips, { outcome, baseline, change, leftOut, scope }) ||
      (triaged?.discovery?.failed.groups ?? 0) > 0,
    notice: noticeOf(request, inputs, reported, scope, whoLooked(triaged, ran, deps)),
    rootName: request.rootName ?? request.scan.path,
    rules,
    foreignRules: [...imported.rules, ...claimRules(triaged?.claimed ?? [], rules)],
    version: request.version,
    category: request.category,
    ...(request.shard === undefined ? {} : { shard: request.shard }),
    ...(revision === undefined ? {} : { revision }),
    ...(change && scope ? { comparison: comparison(change, scope) } : {}),
    ...(known === undefined ? {} : { known }),
  });
  const shown = withStepLines(report, root);
  return shown.mode === 'review' ? withCallPaths(shown, reported, deps.grammars) : shown;
}

/** What a run reads besides the sources. */
interface Inputs {
  readonly root: string;
  /** The file below the root, where a single one is scanned. */
  readonly single: string | undefined;
  readonly entries: readonly SuppressionEntry[];
  /** Results of other scanners, and the names of these. */
  readonly logs: readonly SarifLog[];
  readonly tools: ReadonlySet<string>;
  readonly leftOut: readonly Skip[];
  readonly change: Change | undefined;
  readonly baseline: Awaited<ReturnType<typeof findBaseline>> | undefined;
}

async function loadInputs(request: SecurityRequest, deps: SecurityDeps): Promise<Inputs> {
  const { root, file: single } = scanRootOf(request.scan.path);
  const entries = request.suppressions ?? loadSuppressionFile(root);
  const logs = (request.imports ?? []).map(loadSarif);
  const toolNames = logs.flatMap(({ runs }) =>
    runs.map(({ tool }) => toolNameOf(tool.driver.name)),
  );
  const { base, leftOut = [] } = request;
  const change =
    base === undefined
      ? undefined
      : changeWithin(
          await changeSince(base, root, leftOut, deps.onWarning),
          reportedFiles(undefined, request.only),
        );
  const baseline =
    request.baseline === undefined
      ? change && { kind: 'commit' as const, ...change }
      : await findBaseline(request.baseline, root, deps.rules);
  return { root, single, entries, logs, tools: new Set(toolNames), leftOut, change, baseline };
}

/** What a stranger's change says of how files are compiled does not count. */
function trustedRequest(
  request: SecurityRequest,
  { root, change }: Inputs,
  { onWarning }: SecurityDeps,
): SecurityRequest {
  if (request.strangersChange !== true || change === undefined) return request;
  const build = withoutChangedList(root, change.differences, request.scan.build);
  if (build === undefined) return request;
  onWarning(
    'the change touches the list of compile commands, which is left alone: all code counts',
  );
  return { ...request, scan: { ...request.scan, build } };
}

/** Scans the tree, and the commit that it is compared with. */
async function scanTrees(
  request: SecurityRequest,
  { root, single, baseline, change }: Inputs,
  deps: SecurityDeps,
): Promise<ScanWithBaseline> {
  const { onProgress: _, ...quiet } = deps;
  // Other scanners and reports of what exists need to know all of the tree.
  const needsAll =
    change === undefined ||
    request.baseline !== undefined ||
    request.whole === true ||
    request.includeExisting ||
    (request.imports ?? []).length > 0;
  const head = openTree(request.scan, deps);
  try {
    const tree = {
      root,
      single,
      head,
      scan: request.scan,
      onlyAffected: !needsAll,
      lazy: request.lazy === true,
      forModels: deps.triage !== undefined,
    };
    return await scanWithBaseline(baseline, tree, quiet);
  } finally {
    await head.close();
  }
}

/** Both sides of the change, with what change rules say of it. */
function sourceChange(
  root: string,
  change: Change,
  baseline: Baseline | undefined,
): Promise<SourceChange> {
  const compared = baseline?.kind === 'version' ? baseline.compared.drafts : [];
  return loadSourceChange(root, change, compared);
}

function withUnscannedChanges(outcome: ScanOutcome, { leftOut, change }: Inputs): ScanOutcome {
  const skipped = skippedChanges(change?.files ?? [], outcome, leftOut);
  return { ...outcome, skips: [...outcome.skips, ...leftOut, ...skipped] };
}

function whoLooked(
  triaged: TriageOutcome | undefined,
  ran: ReadonlyMap<number, Reproduction> | undefined,
  { whyNoModel = NO_MODEL_NOTICE }: SecurityDeps,
): string {
  if (triaged === undefined) {
    const run = reproductionNotice([...(ran?.values() ?? [])], 'Of functions on data alone');
    return run === '' ? whyNoModel : `${whyNoModel} ${run}`;
  }
  const { results, discovery, reproductions } = triaged;
  const sentences = [
    triageNotice([...results.values()], discovery !== undefined),
    ...(discovery === undefined ? [] : [discoveryNotice(discovery)]),
    reproductionNotice([...reproductions.values()]),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** A change as it concerns some files: what else has changed is no part of the review. */
function changeWithin(change: Change, isReported: FileFilter | undefined): Change {
  if (isReported === undefined) return change;
  return { ...change, files: change.files.filter(({ path }) => isReported(path)) };
}

/** What claims are numbered and classified by, and which of them are examined. */
function claimSettings(
  outcome: ScanOutcome,
  settle: Selection['settle'],
  rules: SecurityDeps['rules'],
): ClaimSettings {
  const languages = new Map(outcome.files.map(({ file, language }) => [file, language]));
  const categoryOf = categoryFinder(rules);
  return {
    firstGid: outcome.candidates.length + 1,
    isOpen(draft) {
      const settled = settle(draft);
      return settled.suppression === undefined && isIntroduced(settled);
    },
    language: (file) => languages.get(file),
    category: (cwe, language) => categoryOf([cwe], language),
    severity: (cwe) => worstSeverity(cwe, rules),
  };
}

/** The candidates of the scan with what models claim; what is gone since the base is numbered behind. */
function withClaims(
  candidates: readonly ReportedCandidate[],
  triaged: TriageOutcome | undefined,
  settle: Selection['settle'],
  { includeExisting, minConfidence, findingSettings = [] }: SecurityRequest,
): readonly ReportedCandidate[] {
  if (triaged === undefined || triaged.claimed.length + triaged.alsoClaimed.size === 0)
    return candidates;
  const { claimed, alsoClaimed } = triaged;
  const own = claimed
    .map((claim): ReportedCandidate => ({ ...claim, ...settle(claim) }))
    .filter((claim) => includeExisting || isIntroduced(claim))
    // A verifier that lets it stand makes it surer than any such limit.
    .filter(
      ({ gid, file, confidence }) =>
        confidence >= leastConfidence(findingSettings, file, minConfidence) ||
        triaged.results.get(gid)?.kind === 'verified',
    );
  const scanned = candidates.map((one): ReportedCandidate => {
    if (one.baseline === 'absent') return { ...one, gid: one.gid + claimed.length };
    if (!alsoClaimed.has(one.gid)) return one;
    return { ...one, sources: [...one.sources, MODEL_SOURCE].sort() };
  });
  const isGone = ({ baseline }: ReportedCandidate) => baseline === 'absent';
  return [...scanned.filter((one) => !isGone(one)), ...own, ...scanned.filter(isGone)];
}

function noticeOf(
  { shard, lazy }: SecurityRequest,
  { change, tools }: Inputs,
  outcome: ScanOutcome,
  scope: ReviewScope | undefined,
  who: string,
): string {
  const what =
    change && scope
      ? reviewNotice(scope, change.name, who, {
          lazy: lazy === true,
          leftOut: leftOutOf(change, scope),
        })
      : scanNotice(outcome, who);
  const build = outcome.builds?.description;
  return shardNotice(shard) + what + importNotice(tools) + (build === undefined ? '' : ` ${build}`);
}

/** How many changed sources are no part of the scan. */
function leftOutOf(change: Change, scope: ReviewScope): number {
  const scanned = new Set(scope.changedFiles);
  return change.files.filter(({ path }) => isSourcePath(path) && !scanned.has(path)).length;
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
  { state, only }: SecurityRequest,
  outcome: ScanOutcome,
  deps: SecurityDeps,
): void {
  // What a run over some files found must not stand for the whole folder.
  if (only !== undefined || state === 'none' || (state === 'root' && outcome.single)) return;
  try {
    writeCandidates(state === 'root' ? outcome.root : state.folder, outcome.candidates);
  } catch (thrown) {
    if (state !== 'root' || !(thrown instanceof UsageError)) throw thrown;
    deps.onWarning(`no state is kept: ${messageOf(thrown)}`);
  }
}
