import { statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { isSourcePath } from '../../workspace/files/source-files.ts';
import { TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import type { FileDifference } from '../../workspace/git/diff-ranges.ts';
import { withCommit } from '../../workspace/git/extract-commit.ts';
import { openRepository } from '../../workspace/git/repository.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { type ComparedVersions, compareVersions } from '../scan/compare-versions.ts';
import { type ScanDeps, type ScanOptions, type ScanOutcome, scan } from '../scan/scan.ts';
import { loadBaselineFile } from './baseline-file.ts';
import { LineAlignment } from './line-alignment.ts';

/** What is scanned now, so that a commit is scanned alike. */
export interface BaselineRequest {
  readonly root: string;
  /** The file below the root, where a single one is scanned. */
  readonly single: string | undefined;
  readonly scan: ScanOptions;
  /** What the scan gave: some of its files are sources only since others include them. */
  readonly head: ScanOutcome;
}

/** An earlier result. */
interface ResultBaseline {
  readonly kind: 'result';
  readonly candidates: readonly Candidate[];
}

/** What candidates are compared with. */
export type Baseline =
  | ResultBaseline
  /** A commit, scanned as the tree is. */
  | {
      readonly kind: 'version';
      /** Undefined where no source differs: then the tree has what the commit has. */
      readonly outcome: ScanOutcome | undefined;
      /** What change rules say of the head. */
      readonly compared: ComparedVersions;
      /** From the commit to the work tree. */
      readonly differences: readonly FileDifference[];
    };

/** A commit to compare with, and how the work tree differs from it. */
interface BaseVersion {
  readonly kind: 'commit';
  readonly commit: string;
  readonly differences: readonly FileDifference[];
}

/**
 * The baseline that a person named: a file with an earlier result, or a commit.
 * @throws UsageError when it is neither a usable file nor a commit
 */
export async function findBaseline(
  name: string,
  root: string,
  rules: ScanDeps['rules'],
): Promise<ResultBaseline | BaseVersion> {
  if (statSync(name, { throwIfNoEntry: false })?.isFile()) {
    return { kind: 'result', candidates: loadBaselineFile(name, rules) };
  }
  return await versionNamed(name, root);
}

/**
 * Scans a commit as the tree was scanned: its sources are written to a temporary folder, and nothing
 * of the repository runs.
 * @throws UsageError when the sources of the commit are not in the clone
 */
export async function scanBaseline(
  baseline: ResultBaseline | BaseVersion,
  request: BaselineRequest,
  deps: ScanDeps,
): Promise<Baseline> {
  if (baseline.kind === 'result') return baseline;
  const { commit, differences } = baseline;
  const files = new Set(request.head.files.map(({ file }) => file));
  if (!differences.some((difference) => concernsScan(difference, files))) {
    return {
      kind: 'version',
      outcome: undefined,
      compared: { drafts: [], skips: [] },
      differences,
    };
  }
  const git = await openRepository(request.root);
  const { maxBytes } = request.scan.limits ?? TEXT_LIMITS;
  const alignment = new LineAlignment(differences);
  const examined = new Set([...files].map((file) => alignment.baseFileOf(file)));
  const isWanted = (path: string) => examined.has(path);
  return await withCommit(git, commit, { maxBytes, isWanted }, async (folder) => {
    const path = request.single === undefined ? folder : join(folder, request.single);
    const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
    const outcome = isThere ? await scan({ ...request.scan, path }, deps) : emptyOutcome(folder);
    const { head } = request;
    const compared = await compareVersions(head, outcome, differences, request.scan, deps);
    return { kind: 'version', outcome, compared, differences };
  });
}

/** Whether a difference can change what a scan finds: in a source, or in which sources are ignored. */
function concernsScan(
  { oldPath = '', path = '' }: FileDifference,
  files: ReadonlySet<string>,
): boolean {
  return [oldPath, path].some(
    (name) => name.endsWith('.gitignore') || isSourcePath(name) || files.has(name),
  );
}

function emptyOutcome(root: string): ScanOutcome {
  return { root, single: true, candidates: [], files: [], skips: [] };
}

async function versionNamed(name: string, root: string): Promise<BaseVersion> {
  try {
    const git = await openRepository(root);
    const commit = await git.commit(name);
    return { kind: 'commit', commit, differences: await git.differences(commit) };
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    const what = `the baseline ${name} is neither a file nor a commit`;
    throw new UsageError(`${what}: ${thrown.message}`);
  }
}
