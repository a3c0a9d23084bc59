import type { Skip } from '../workspace/files/skip.ts';
import { scanRootOf } from '../workspace/files/source-files.ts';
import { patchBase } from '../workspace/git/patch-base.ts';
import {
  type CommitFiles,
  type GitRepository,
  openRepository,
} from '../workspace/git/repository.ts';
import { findBaseline } from './baseline/baseline.ts';
import { toolNameOf } from './import/foreign-names.ts';
import { loadSarif, type SarifLog } from './import/load-sarif.ts';
import { withoutChangedList } from './scan/build/without-changed-list.ts';
import type { SecurityDeps, SecurityRequest } from './security-request.ts';
import { type Change, changeOfPatch, changeSince } from './selection/change.ts';
import { movedSubmodules, submoduleSkips } from './selection/moved-submodules.ts';
import { type FileFilter, reportedFiles } from './selection/reported-files.ts';
import { loadSuppressionFile, type SuppressionEntry } from './selection/suppression-file.ts';

/** What a run reads besides the sources. */
export interface Inputs {
  readonly root: string;
  /** The file below the root, where a single one is scanned. */
  readonly single: string | undefined;
  readonly entries: readonly SuppressionEntry[];
  /** Results of other scanners, and the names of these. */
  readonly logs: readonly SarifLog[];
  readonly tools: ReadonlySet<string>;
  readonly leftOut: readonly Skip[];
  readonly change: Change | undefined;
  /** The repository that the change is of; undefined where there is none, or no change. */
  readonly git: GitRepository | undefined;
  /** What the change is compared with; undefined where there is none. */
  readonly before: CommitFiles | undefined;
  readonly baseline: Awaited<ReturnType<typeof findBaseline>> | undefined;
}

/**
 * Reads what a run needs besides the sources.
 * @throws UsageError for what cannot be read, or a commit that git does not know
 */
export async function loadInputs(request: SecurityRequest, deps: SecurityDeps): Promise<Inputs> {
  const { root, file: single } = scanRootOf(request.scan.path);
  const entries = request.suppressions ?? loadSuppressionFile(root);
  const logs = (request.imports ?? []).map(loadSarif);
  const toolNames = logs.flatMap(({ runs }) =>
    runs.map(({ tool }) => toolNameOf(tool.driver.name)),
  );
  const { base, patch, leftOut: unfetched = [] } = request;
  const git = base === undefined ? undefined : await openRepository(root);
  const before = patch === undefined ? git : patchBase(root, patch, request.scan.select);
  const all =
    patch !== undefined
      ? changeOfPatch(patch)
      : base === undefined || git === undefined
        ? undefined
        : await changeSince(base, git, unfetched, deps.onWarning);
  const change = all && changeWithin(all, reportedFiles(undefined, request.only));
  const moved =
    patch !== undefined
      ? submoduleSkips(patch.submodules, unfetched)
      : git && change
        ? await movedSubmodules(git, change.commit, unfetched)
        : [];
  const leftOut = [...unfetched, ...moved];
  const baseline =
    request.baseline === undefined
      ? before && change && { kind: 'commit' as const, git: before, ...change }
      : await findBaseline(request.baseline, root, deps.rules);
  const tools = new Set(toolNames);
  return { root, single, entries, logs, tools, leftOut, change, git, before, baseline };
}

/** What a stranger's change says of how files are compiled does not count. */
export function trustedRequest(
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

/** A change as it concerns some files: what else has changed is no part of the review. */
function changeWithin(change: Change, isReported: FileFilter | undefined): Change {
  if (isReported === undefined) return change;
  return { ...change, files: change.files.filter(({ path }) => isReported(path)) };
}
