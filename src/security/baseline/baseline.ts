import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { DATABASE_FILES } from '../../code/compile-commands/compile-database.ts';
import { UsageError } from '../../errors.ts';
import { isFileAt } from '../../workspace/files/is-file.ts';
import { isSourcePath } from '../../workspace/files/source-files.ts';
import { TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import type { FileDifference } from '../../workspace/git/diff-ranges.ts';
import { withCommit } from '../../workspace/git/extract-commit.ts';
import { type CommitFiles, openRepository } from '../../workspace/git/repository.ts';
import type { Deadline } from '../../workspace/process/deadline.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { type ComparedVersions, compareVersions } from '../scan/compare-versions.ts';
import { scanLazily } from '../scan/lazy/scan-lazily.ts';
import { type ScanOutcome, scanOutcome } from '../scan/scan.ts';
import { isSurveyedOnce } from '../scan/scan-rounds.ts';
import { scanVersions } from '../scan/scan-versions.ts';
import type { ScannedVersions } from '../scan/scanned-versions.ts';
import {
  type OpenedTree,
  openTree,
  type ScanDeps,
  type ScanOptions,
  surveyBoth,
  surveyOpened,
} from '../scan/survey-tree.ts';
import { withoutUncompared } from '../scan/without-uncompared.ts';
import { loadBaselineFile } from './baseline-file.ts';
import { TreeAlignment } from './tree-alignment.ts';

/** What is scanned now, so that a commit is scanned alike. */
export interface BaselineRequest {
  readonly root: string;
  /** The file below the root, where a single one is scanned. */
  readonly single: string | undefined;
  readonly scan: ScanOptions;
  /** The tree: some of its files are sources only since others include them. */
  readonly head: OpenedTree;
  /** Whether files are left out in which both versions are bound to have the same candidates. */
  readonly onlyAffected: boolean;
  /** Whether models will look at the outcome, who ask about files that are left out too. */
  readonly forModels: boolean;
}

/** The scan of a tree, and what it is compared with. */
export interface ScanWithBaseline {
  readonly head: ScanOutcome;
  readonly baseline: Baseline | undefined;
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
  readonly git: CommitFiles;
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
  if (isFileAt(name)) {
    return { kind: 'result', candidates: loadBaselineFile(name, rules) };
  }
  return await versionNamed(name, root);
}

/**
 * Examines a tree, and what it is compared with. A commit is scanned as the tree is: its sources are
 * written to a temporary folder, and nothing of the repository runs.
 * @throws UsageError when the sources of the commit are not in the clone
 */
export async function scanWithBaseline(
  baseline: ResultBaseline | BaseVersion | undefined,
  request: BaselineRequest,
  deps: ScanDeps,
): Promise<ScanWithBaseline> {
  const { head } = request;
  const whole = async () => {
    const tree = await surveyOpened(head);
    return scanOutcome(tree, await tree.examine(tree.files));
  };
  if (baseline?.kind !== 'commit') return { head: await whole(), baseline };
  const { git, commit, differences } = baseline;
  const files = new Set(head.files.map(({ path }) => path));
  if (!differences.some((difference) => concernsScan(difference, files))) {
    const compared = { drafts: [], skips: [] };
    return {
      head: await whole(),
      baseline: { kind: 'version', outcome: undefined, compared, differences },
    };
  }
  const { maxBytes } = request.scan.limits ?? TEXT_LIMITS;
  const alignment = new TreeAlignment(differences);
  const examined = new Set([...files].map((file) => alignment.baseFileOf(file)));
  const lists = [...DATABASE_FILES, ...databasesOf(request)];
  const isWanted = (path: string) => examined.has(path) || lists.includes(path);
  return await withCommit(git, commit, { maxBytes, isWanted }, async (folder) => {
    const path = request.single === undefined ? folder : join(folder, request.single);
    const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
    const both = isThere
      ? await withTree({ ...request.scan, path }, deps, head, request.root, (base) =>
          request.onlyAffected
            ? scanAffected(head, base, differences, request)
            : scanBoth(head, base, differences, request.scan.deadline),
        )
      : { head: await whole(), base: emptyOutcome(folder) };
    const compared = await compareVersions(both.head, both.base, differences, head.runner);
    const { head: scanned, base: outcome } = both;
    return { head: scanned, baseline: { kind: 'version', outcome, compared, differences } };
  });
}

async function scanBoth(
  head: OpenedTree,
  base: OpenedTree,
  differences: readonly FileDifference[],
  deadline: Deadline | undefined,
): Promise<ScannedVersions> {
  const [now, before] = await surveyBoth(head, base);
  const files = await now.examine(now.files, deadline?.half());
  const filesBefore = await before.examine(before.files);
  return {
    head: scanOutcome(now, withoutUncompared(files, filesBefore, differences)),
    base: scanOutcome(before, filesBefore),
  };
}

/**
 * Of a large tree, what the change does not reach is not even surveyed. A small one is surveyed whole: there files know
 * of each other what takes all of them to find out. So is one that models look at, who ask about any of its files.
 */
async function scanAffected(
  head: OpenedTree,
  base: OpenedTree,
  differences: readonly FileDifference[],
  { forModels, scan }: BaselineRequest,
): Promise<ScannedVersions> {
  const isLarge = ({ files, outside }: OpenedTree) => isSurveyedOnce([...files, ...outside]);
  // A run that may end early keeps time for both versions, and tells what it did not come to in either.
  if (!forModels && scan.deadline === undefined && isLarge(head) && isLarge(base)) {
    const lazily = await scanLazily(head, base, differences);
    if (lazily !== undefined) return lazily;
  }
  const [now, before] = await surveyBoth(head, base);
  return await scanVersions(now, before, differences, forModels, scan.deadline);
}

async function withTree<Result>(
  options: ScanOptions,
  deps: ScanDeps,
  { runner, deps: { nameDigests } }: OpenedTree,
  root: string,
  use: (tree: OpenedTree) => Promise<Result>,
): Promise<Result> {
  const tree = await openTree(options, deps, { root, runner, nameDigests });
  try {
    return await use(tree);
  } finally {
    await tree.close();
  }
}

/** The lists of compile commands that a person names, as paths below the root. */
function databasesOf({ root, scan }: BaselineRequest): string[] {
  return (scan.build?.compileCommands ?? []).map((list) => relative(root, resolve(root, list)));
}

/** Whether a difference can change what a scan finds: in a source, or in which sources are ignored. */
function concernsScan(
  { oldPath = '', path = '' }: FileDifference,
  files: ReadonlySet<string>,
): boolean {
  return [oldPath, path].some(
    (name) =>
      name.endsWith('.gitignore') ||
      DATABASE_FILES.includes(name) ||
      isSourcePath(name) ||
      files.has(name),
  );
}

function emptyOutcome(root: string): ScanOutcome {
  return { root, single: true, candidates: [], files: [], skips: [] };
}

async function versionNamed(name: string, root: string): Promise<BaseVersion> {
  try {
    const git = await openRepository(root);
    const commit = await git.commit(name);
    return { kind: 'commit', git, commit, differences: await git.differences(commit) };
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    const what = `the baseline ${name} is neither a file nor a commit`;
    throw new UsageError(`${what}: ${thrown.message}`);
  }
}
