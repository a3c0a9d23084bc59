import { messageOf, UsageError } from '../errors.ts';
import type { CommitFiles } from '../workspace/git/repository.ts';
import { revisionOf } from '../workspace/git/revision.ts';
import { type Baseline, type ScanWithBaseline, scanWithBaseline } from './baseline/baseline.ts';
import { withChangeHits } from './baseline/with-change-hits.ts';
import { buildReport } from './build-report.ts';
import { writeCandidates } from './candidates/candidates-file.ts';
import { settledCode } from './candidates/settled-code.ts';
import { claimRules } from './discover/claim-rule.ts';
import { idleSettings } from './idle-settings.ts';
import { importResults } from './import/import-results.ts';
import { type Inputs, loadInputs, trustedRequest } from './load-inputs.ts';
import { isIntroduced, isOpen } from './report/groups.ts';
import type { Report } from './report/report.ts';
import { withRevision } from './report/reported-revision.ts';
import { leftOutOf, noticeOf, whoLooked } from './run-notice.ts';
import type { ScanOutcome } from './scan/scan.ts';
import { openTree } from './scan/survey-tree.ts';
import type { SecurityDeps, SecurityRequest } from './security-request.ts';
import { type Change, skippedChanges } from './selection/change.ts';
import { checkChosenRules } from './selection/check-chosen-rules.ts';
import { severityCeiling } from './selection/finding-settings.ts';
import { isEmpty, isIncomplete, skipsOfChange } from './selection/is-incomplete.ts';
import { checkOnlyFiles, onlyFilter } from './selection/only-files.ts';
import { readByModels } from './selection/read-by-models.ts';
import { outcomeWithin, reportedFiles } from './selection/reported-files.ts';
import type { ReviewScope } from './selection/review-scope.ts';
import { selectCandidates } from './selection/select-candidates.ts';
import { inShard } from './selection/shard.ts';
import { loadSourceChange, type SourceChange } from './slice/source-change.ts';
import { withCallPaths } from './with-call-paths.ts';
import { withChangedLines } from './with-changed-lines.ts';
import { claimSettings, withClaims, withUnchosen } from './with-claims.ts';
import { withDigests } from './with-digests.ts';
import { withFixes } from './with-fixes.ts';
import { withImported } from './with-imported.ts';
import { withStepLines } from './with-step-lines.ts';

/**
 * Runs the stages of a scan or a review: scan, import, write the candidates, select, triage, report.
 * docs/design.md describes each.
 * @throws UsageError for a request that cannot be met
 */
export async function runSecurity(asked: SecurityRequest, deps: SecurityDeps): Promise<Report> {
  const { rules, onWarning } = deps;
  // What can be wrong with the request comes before the work.
  const ruleIds = new Set(rules.map(({ id }) => id));
  checkChosenRules(asked.findingSettings ?? [], ruleIds, {
    hasImports: (asked.imports ?? []).length > 0,
    hasModels: deps.triage !== undefined,
  });
  const inputs = await loadInputs(asked, deps);
  for (const line of idleSettings(asked, inputs, deps)) onWarning(line, 'settings');
  const request = trustedRequest(asked, inputs, deps);
  const { root, change, git, before, leftOut } = inputs;
  const { head: scanned, baseline } = await scanTrees(request, inputs, deps);
  const changed = withChangeHits(scanned, baseline, rules);
  const { weakened } = changed;
  const settings = request.findingSettings ?? [];
  const { onlyFiles = [] } = request;
  const fits = onlyFiles.length === 0 ? undefined : onlyFilter(onlyFiles);
  if (fits && change === undefined && request.mayBeEmpty !== true)
    checkOnlyFiles(onlyFiles, scanned.files);
  const isReported = reportedFiles(request.shard, request.only, fits);
  const imported = importResults(changed.outcome, inputs.logs, {
    scan: request.scan,
    rules,
    onWarning,
  });
  const outcome = withUnscannedChanges(imported.outcome, inputs, request);
  writeCandidatesArtifact(request, outcome, deps);
  const digestOf = settledCode(root, outcome.files);
  const selection = selectCandidates({
    ...inputs,
    ...{ baseline, weakened, outcome, onWarning, digestOf },
    ...{ includeExisting: request.includeExisting, minConfidence: request.minConfidence },
    rateAsNew: request.rateAsNew === true,
    settings,
    strangersChange: request.strangersChange === true,
    rules,
    today: request.today ?? new Date().toISOString().slice(0, 10),
    isReported,
    isPart: (request.scan.select?.exclude ?? []).length > 0,
  });
  const { candidates, scope, known, settle, whyUnreported } = selection;
  const revision = await revisionOf(root, git);
  const introduced = candidates.filter((one) => isOpen(one) && isIntroduced(one));
  const subject = {
    candidates: introduced,
    outcome,
    change: before && change && (await sourceChange(before, change, baseline)),
    // Of a patch there is no commit that could be checked out and run.
    baseCommit: request.patch === undefined ? change?.commit : undefined,
    claims: claimSettings(outcome, selection, rules),
    includes: (file: string) => isReported?.(file) ?? true,
  };
  const answered = await deps.triage?.(subject);
  const triaged = answered && withUnchosen(answered, selection);
  const ran = triaged === undefined ? await deps.runFindings?.(subject) : triaged.reproductions;
  const within = outcomeWithin(outcome, isReported);
  const about = { outcome, baseline, change, leftOut, scope };
  const read = scope === undefined ? [] : (triaged?.discovery?.read ?? []);
  const skips = readByModels(skipsOfChange(within.skips, about), read);
  const reported = { ...within, skips };
  const report = buildReport({
    mode: request.mode ?? (scope === undefined ? 'scan' : 'review'),
    outcome: reported,
    candidates: withClaims(candidates, triaged, settle, request),
    lessSure: selection.lessSure,
    ...(triaged === undefined ? {} : { triageResults: triaged.results }),
    ...(ran === undefined ? {} : { reproductions: ran }),
    ceiling: (candidate) => severityCeiling(settings, candidate),
    gate: request,
    incomplete:
      isEmpty(within, about, request) ||
      isIncomplete(readByModels(within.skips, read), about) ||
      (triaged?.discovery?.failed.groups ?? 0) > 0,
    notice: noticeOf(request, inputs, reported, {
      scope,
      who: whoLooked(triaged, ran, deps),
      unlisted: within.skips.length - reported.skips.length,
      idle: selection.idle,
    }),
    rootName: request.rootName ?? request.scan.path,
    rules,
    foreignRules: [...imported.rules, ...claimRules(triaged?.claimed ?? [], rules)],
    version: request.version,
    category: request.category,
    ...(request.shard === undefined ? {} : { shard: request.shard }),
    ...(change && scope ? { comparison: comparison(change, scope, reported) } : {}),
    ...(known === undefined ? {} : { known }),
  });
  const fates = imported.fates.filter(
    ({ file }) => request.shard === undefined || inShard(file, request.shard),
  );
  const decided = withImported(
    subject.change === undefined
      ? report
      : withChangedLines(report, {
          change: subject.change,
          named: triaged?.causes ?? new Map(),
          files: outcome.files,
        }),
    ...[fates, whyUnreported],
  );
  const files = outcome.files.map(({ file }) => file);
  const dated = withRevision(withDigests(withStepLines(decided, root), digestOf), revision);
  const shown = await withFixes(dated, { root, files }, deps.grammars);
  return shown.mode === 'review' ? withCallPaths(shown, reported, deps.grammars) : shown;
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
  const head = await openTree(request.scan, deps);
  try {
    const tree = {
      root,
      single,
      head,
      scan: request.scan,
      onlyAffected: !needsAll,
      forModels: deps.triage !== undefined,
    };
    return await scanWithBaseline(baseline, tree, quiet);
  } finally {
    await head.close();
  }
}

/** Both sides of the change, with what change rules say of it. */
function sourceChange(
  git: CommitFiles,
  change: Change,
  baseline: Baseline | undefined,
): Promise<SourceChange> {
  const compared = baseline?.kind === 'version' ? baseline.compared.drafts : [];
  return loadSourceChange(git, change, compared);
}

function withUnscannedChanges(
  outcome: ScanOutcome,
  { leftOut, change }: Inputs,
  { scan }: SecurityRequest,
): ScanOutcome {
  const skipped = skippedChanges(change?.files ?? [], outcome, leftOut, scan.select);
  return { ...outcome, skips: [...outcome.skips, ...leftOut, ...skipped] };
}

function comparison(
  change: Change,
  scope: ReviewScope,
  { skips }: ScanOutcome,
): NonNullable<Report['comparison']> {
  const leftOut = leftOutOf(change, scope, skips).length;
  return {
    base: change.name,
    changed_files: scope.changedFiles.length,
    ...(leftOut === 0 ? {} : { left_out_files: leftOut }),
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
