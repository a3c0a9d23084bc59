import { lstatSync } from 'node:fs';
import { extname, join } from 'node:path';
import { messageOf, UsageError } from '../errors.ts';
import type { Skip } from '../workspace/files/skip.ts';
import { SOURCE_EXTENSIONS, scanRootOf } from '../workspace/files/source-files.ts';
import type { ChangedFile } from '../workspace/git/diff-ranges.ts';
import { type GitRepository, openRepository } from '../workspace/git/repository.ts';
import { loadBaseline } from './baseline/baseline.ts';
import { buildReport } from './build-report.ts';
import type { Candidate } from './candidates/candidate.ts';
import { writeCandidates } from './candidates/candidates-file.ts';
import { toolNameOf, toolOfPattern } from './import/foreign-names.ts';
import { importResults } from './import/import-results.ts';
import { loadSarif } from './import/load-sarif.ts';
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
import { type InlineSuppression, splitByChange } from './scan/suppression-comments.ts';
import { filterCandidates } from './selection/filter-candidates.ts';
import { reviewScope } from './selection/review-scope.ts';
import { inShard, outcomeOfShard, type Shard } from './selection/shard.ts';
import { loadSuppressionFile, type SuppressionEntry } from './selection/suppression-file.ts';
import { suppressionWarnings } from './selection/suppressions.ts';
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
  /** SARIF files of other scanners, whose alarms are taken in. */
  readonly imports?: readonly string[];
  /** What was settled elsewhere, in place of the tree's own file of suppressions. */
  readonly suppressions?: readonly SuppressionEntry[];
  /** Files of the tree that are not in the folder, and why; `failed` where the change concerns them. */
  readonly leftOut?: readonly Skip[];
  /** Where a stranger wrote the change: comments that it brings silence nothing. */
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
 * From sources to a report: scan, leave the artifact, compare, weigh, have models look, assess.
 * @throws UsageError for a request that cannot be met
 */
export async function runSecurity(request: SecurityRequest, deps: SecurityDeps): Promise<Report> {
  const { root, file: single } = scanRootOf(request.scan.path);
  // What can be wrong with the request comes before the work.
  const entries = request.suppressions ?? loadSuppressionFile(root);
  const logs = (request.imports ?? []).map(loadSarif);
  const { base, leftOut = [] } = request;
  const change = base === undefined ? undefined : await changeSince(base, root, leftOut);
  const { onProgress: _, ...quiet } = deps;
  const baseline =
    request.baseline === undefined
      ? undefined
      : await loadBaseline({ name: request.baseline, root, single, scan: request.scan }, quiet);

  const scanned = await scan(request.scan, deps);
  const { rules, onWarning } = deps;
  const imported = importResults(scanned, logs, { scan: request.scan, rules, onWarning });
  const outcome = withSkips(imported.outcome, [
    ...leftOut,
    ...skippedChanges(change?.files ?? [], imported.outcome, leftOut),
  ]);
  writeCandidatesArtifact(request, outcome, deps);

  const inline = new Map(
    outcome.files
      .map(({ file, suppressions }) => [file, trustedSuppressions(file, suppressions)] as const)
      .filter(([, suppressions]) => suppressions.length > 0),
  );
  const suppressions = { inline, entries };
  const tools = new Set(
    logs.flatMap(({ runs }) => runs.map(({ tool }) => toolNameOf(tool.driver.name))),
  );
  const ruleIds = new Set(deps.rules.map(({ id }) => id));
  for (const line of suppressionWarnings(suppressions, ruleIds)) deps.onWarning(line);

  const scope = change && reviewScope(outcome.files, change.files);
  const changed = new Set(scope?.changedFiles);
  const isLeftOut = new Set(leftOut.map(({ file }) => file));
  const isChanged = new Set(change?.files.map(({ path }) => path));
  // A compiler may well read what is no text to us.
  const read = outcome.files.filter(({ language }) => language !== undefined);
  const isRead = new Set(read.map(({ file }) => file));
  const isListed = new Set(imported.outcome.files.map(({ file }) => file));
  const undecodedChanges = new Set(
    [...isListed].filter((path) => isChanged.has(path) && !isRead.has(path)),
  );
  const { shard } = request;
  const shardOutcome = outcomeOfShard(outcome, shard);
  const isInShard = (file: string) => shard === undefined || inShard(file, shard);
  const revision = await revisionOf(root);
  const candidates = filterCandidates({
    outcome,
    includes: (candidate) => isInShard(candidate.file) && (scope?.includes(candidate) ?? true),
    suppressions,
    ...(baseline === undefined ? {} : { baseline: { candidates: baseline, covers } }),
    onlyNew: request.onlyNew,
    minConfidence: request.minConfidence,
  });
  const triageResults = await deps.triage?.(candidates.filter(isOpen), outcome);
  const who =
    triageResults === undefined
      ? (deps.whyNoModel ?? NO_MODEL_NOTICE)
      : triageNotice([...triageResults.values()]);
  return buildReport({
    mode: request.mode ?? (scope === undefined ? 'scan' : 'review'),
    outcome: shardOutcome,
    candidates,
    ...(triageResults === undefined ? {} : { triageResults }),
    onlyNew: request.onlyNew,
    failOn: request.failOn,
    incomplete: shardOutcome.skips.some(
      ({ failed, file }) =>
        undecodedChanges.has(file) ||
        (failed &&
          (scope === undefined || changed.has(file) || file.endsWith('/') || isLeftOut.has(file))),
    ),
    notice:
      shardNotice(shard) +
      (change && scope ? reviewNotice(scope, change.name, who) : scanNotice(shardOutcome, who)) +
      importNotice(tools),
    rootName: request.scan.path,
    rules: deps.rules,
    foreignRules: imported.rules,
    version: request.version,
    ...(shard === undefined ? {} : { shard }),
    ...(revision === undefined ? {} : { revision }),
    ...(change && scope ? { comparison: comparison(change, scope) } : {}),
  });

  function trustedSuppressions(file: string, comments: readonly InlineSuppression[]) {
    if (request.strangersChange !== true) return comments;
    const ranges = change?.files.find(({ path }) => path === file)?.ranges ?? [];
    const { own: shardOutcome, brought } = splitByChange(comments, ranges);
    for (const { line } of brought) {
      deps.onWarning(
        `${file}:${line}: a rustward-ignore that the change itself brings is not believed`,
      );
    }
    return shardOutcome;
  }

  function covers({ file, pattern }: Candidate): boolean {
    const tool = toolOfPattern(pattern);
    // Without its results, nobody can tell that another scanner's alarm is gone.
    if (!isInShard(file) || (tool !== undefined && !tools.has(tool))) return false;
    if (scope !== undefined) return changed.has(file);
    const examined = outcome.files.find((known) => known.file === file);
    if (examined !== undefined) return examined.language !== undefined;
    return lstatSync(join(root, file), { throwIfNoEntry: false }) === undefined;
  }
}

interface Change {
  readonly name: string;
  readonly files: readonly ChangedFile[];
}

async function changeSince(base: string, root: string, leftOut: readonly Skip[]): Promise<Change> {
  const git = await openRepository(root);
  const named = await git.commit(base);
  const commit = await git.mergeBase(named);
  const shownBase = /^[0-9a-f]{40,}$/.test(base) ? base.slice(0, 10) : base;
  const at =
    commit === named ? shownBase : `${shownBase} (where it parted, ${commit.slice(0, 10)})`;
  const except = leftOut.map(({ file }) => file);
  return { name: at, files: await git.changes(commit, except) };
}

function comparison(
  change: Change,
  scope: ReturnType<typeof reviewScope>,
): NonNullable<Report['comparison']> {
  return {
    base: change.name,
    changed_files: scope.changedFiles.length,
    changed_functions: scope.changed.map(({ file, name }) => `${file}: ${name}`),
  };
}

function withSkips(outcome: ScanOutcome, more: readonly Skip[]): ScanOutcome {
  return { ...outcome, skips: [...outcome.skips, ...more] };
}

/** Changed sources that the scan was told to leave out: whoever reads the report must know. */
function skippedChanges(
  changes: readonly ChangedFile[],
  { files, skips }: ScanOutcome,
  leftOut: readonly Skip[],
): Skip[] {
  const named = new Set([...files, ...skips, ...leftOut].map(({ file }) => file));
  const isSource = (path: string) => SOURCE_EXTENSIONS.includes(extname(path).toLowerCase());
  return changes
    .filter(({ path }) => isSource(path) && !named.has(path))
    .map(({ path }) => ({ file: path, reason: LEFT_OUT, failed: false }));
}

const LEFT_OUT = 'is left out: by a pattern, or since it is in a folder such as vendor';

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

/** What the sources are a state of; undefined outside of git, which is nobody's fault. */
async function revisionOf(root: string): Promise<Report['revision']> {
  let git: GitRepository;
  try {
    git = await openRepository(root);
  } catch {
    return undefined;
  }
  const [commit, branch, repository] = [await git.head(), await git.branch(), await git.remote()];
  if (commit === undefined) return undefined;
  return {
    commit,
    ...(branch === undefined ? {} : { branch }),
    ...(repository === undefined ? {} : { repository }),
  };
}
