import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { builtText } from '../../code/c/built-text.ts';
import type { UnitBuild } from '../../code/c/ir/unit-build.ts';
import {
  choosesHeaders,
  includedPaths,
  requiredPaths,
} from '../../code/flow/project/included-paths.ts';
import type {
  DependencyNames,
  ProjectKnowledge,
} from '../../code/flow/project/project-knowledge.ts';
import { languageOfPath } from '../../code/syntax/language.ts';
import type { Skip } from '../../workspace/files/skip.ts';
import {
  findSourceFiles,
  type SourceFile,
  type SourceFileOptions,
  scanRootOf,
} from '../../workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS, type TextLimits } from '../../workspace/files/source-text.ts';
import { withTracked } from '../../workspace/git/with-tracked.ts';
import type { Deadline } from '../../workspace/process/deadline.ts';
import type { FunctionOutline } from '../candidates/file-analysis.ts';
import { NO_CACHE } from './analysis-cache.ts';
import { type BuildOptions, NO_BUILD_OPTIONS } from './build/build-options.ts';
import { loadBuilds } from './build/load-builds.ts';
import { buildOf, type TreeBuilds } from './build/tree-builds.ts';
import { includedFiles } from './included-files.ts';
import { missingHeaders } from './missing-headers.ts';
import { NameDigestPool } from './name-digests.ts';
import { outsideHeaders } from './outside-headers.ts';
import type { ScannedFile } from './scan-file.ts';
import {
  examineFiles,
  type KnowledgeState,
  outlinesIn,
  type RoundDeps,
  stateWithout,
  surveyInRounds,
  surveyTasks,
} from './scan-rounds.ts';
import { type RunnerDeps, type RunnerOptions, ScanRunner } from './scan-runner.ts';
import type { TreeView } from './tree-view.ts';
import { unreadIncludes } from './unread-includes.ts';

export interface ScanOptions extends RunnerOptions {
  /** A folder or one source file. */
  readonly path: string;
  readonly select?: SourceFileOptions;
  readonly limits?: TextLimits;
  /** How the files are compiled, as far as a person says so. */
  readonly build?: BuildOptions;
}

export interface ScanDeps extends RunnerDeps {
  /** What earlier scans have found out of the files below a root, which are compiled in some way. */
  readonly cache?: (root: string, limits: TextLimits, builds: TreeBuilds) => RoundDeps['cache'];
  /** Hears how many files are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A tree whose files know of each other; which of them are examined is still open. */
export interface SurveyedTree {
  /** The folder that paths are relative to: absolute, links resolved. */
  readonly root: string;
  /** Whether one file was named rather than a folder. */
  readonly single: boolean;
  /** In the order of paths, those last that are sources only since others include them. */
  readonly files: readonly SourceFile[];
  /** What was listed and is not examined. */
  readonly skipped: readonly Skip[];
  readonly knowledge: ProjectKnowledge;
  readonly limits: TextLimits;
  /** How the files are compiled. */
  readonly builds: TreeBuilds;
  /** What the analysis of its files depends on. */
  readonly view: TreeView;
  /** The functions and fields that a C or C++ file names. */
  namesIn(path: string): DependencyNames | undefined;
  /** The functions that a C or C++ file defines; undefined where nothing was found out of it. */
  outlinesIn(path: string): readonly FunctionOutline[] | undefined;
  /**
   * Runs every rule on some of the files; the outcomes are in their order.
   * @param deadline where it is earlier than that of the run
   */
  examine(files: readonly SourceFile[], deadline?: Deadline): Promise<ScannedFile[]>;
  close(): Promise<void>;
}

/** A tree whose files are listed, and nothing more is known of them. */
export interface OpenedTree
  extends Pick<
    SurveyedTree,
    'root' | 'single' | 'files' | 'skipped' | 'limits' | 'builds' | 'close'
  > {
  /** Performs tasks for the files of this tree and of others. */
  readonly runner: ScanRunner;
  /** Headers outside of the tree that its files are told of, and that are not examined. */
  readonly outside: readonly SourceFile[];
  readonly deps: RoundDeps;
}

/**
 * Lists the sources at a path.
 * @param other another version of the tree, whose build counts where this one has none, and whose threads this
 *   one uses: it has to be closed last
 * @throws UsageError when the path cannot be listed, or what is said of the build cannot be meant
 */
export async function openTree(
  options: ScanOptions,
  deps: ScanDeps,
  other?: {
    readonly root: string;
    readonly runner: ScanRunner;
    readonly nameDigests: NameDigestPool;
  },
): Promise<OpenedTree> {
  const select = await withTracked(scanRootOf(options.path).root, options.select);
  const { root, single, files: found, skipped } = findSourceFiles(options.path, select);
  const limits = options.limits ?? TEXT_LIMITS;
  const included = single ? [] : includedFiles(root, found, limits);
  const files = [...found, ...included];
  const build = options.build ?? NO_BUILD_OPTIONS;
  const outside = outsideHeaders(root, files, build.outside ?? [], limits);
  const paths = [...files, ...outside].map(({ path }) => path);
  const builds = loadBuilds({ root, files: paths, limits, otherRoot: other?.root }, build);
  const runner = other?.runner ?? new ScanRunner(limits, options, deps);
  const cache = deps.cache?.(root, limits, builds) ?? NO_CACHE;
  const onProgress = deps.onProgress ?? (() => undefined);
  const close = async () => (other === undefined ? await runner.close() : undefined);
  return {
    ...{ root, single, files, outside, limits, builds, runner, close },
    skipped: [...skipped, ...builds.notes],
    deps: {
      runner: runner.ofTree({ root, builds }),
      cache,
      deadline: options.deadline,
      configurations: builds.configurations,
      nameDigests: other?.nameDigests ?? new NameDigestPool(),
      onProgress,
    },
  };
}

/**
 * Lists the sources at a path and surveys them.
 * @throws UsageError when the path cannot be listed
 */
export async function surveyTree(options: ScanOptions, deps: ScanDeps): Promise<SurveyedTree> {
  const opened = await openTree(options, deps);
  try {
    return await surveyOpened(opened);
  } catch (thrown) {
    await opened.close();
    throw thrown;
  }
}

/** Surveys all files of a tree, and says which files that they include were not read. */
export async function surveyOpened(opened: OpenedTree): Promise<SurveyedTree> {
  const tree = await surveyBase(opened);
  const notes = includeNotes(opened, tree.view.state.digest);
  return { ...tree, skipped: [...tree.skipped, ...notes] };
}

/** Surveys all files of a tree that another one is compared with, and that is not reported on. */
async function surveyBase(opened: OpenedTree): Promise<SurveyedTree> {
  const { files, outside, deps } = opened;
  return surveyedTree(opened, await surveyInRounds([...files, ...outside], deps));
}

/**
 * Surveys two versions of a tree. What could not be surveyed in one of them tells nothing in the other either: what is
 * found with it there would seem to come with the change.
 */
export async function surveyBoth(
  head: OpenedTree,
  base: OpenedTree,
): Promise<readonly [SurveyedTree, SurveyedTree]> {
  const [now, before] = [await surveyOpened(head), await surveyBase(base)];
  const [ours, theirs] = [now.view.state, before.view.state];
  if (ours.unsurveyed.size + theirs.unsurveyed.size === 0) return [now, before];
  const { nameDigests } = head.deps;
  return [
    {
      ...surveyedTree(head, stateWithout(ours, theirs.unsurveyed, nameDigests)),
      skipped: now.skipped,
    },
    surveyedTree(base, stateWithout(theirs, ours.unsurveyed, nameDigests)),
  ];
}

function surveyedTree({ deps, outside, ...tree }: OpenedTree, state: KnowledgeState): SurveyedTree {
  const { root, files, limits, builds } = tree;
  const surveyed = [...files, ...outside];
  const surveys = surveyTasks(surveyed);
  let examined = 0;
  return {
    ...tree,
    knowledge: state.knowledge,
    view: { root, limits, builds, state },
    namesIn: (path) => state.digest.namesIn(path),
    outlinesIn: (path) => outlinesIn(state, path),
    async examine(wanted, deadline = deps.deadline) {
      const before = surveys + examined;
      examined += wanted.length;
      const total = surveys + files.length;
      return await examineFiles(wanted, state, {
        ...{ ...deps, deadline },
        onProgress: (done) => deps.onProgress(before + done, total),
      });
    },
  };
}

/**
 * Says which files that are included were not read.
 * @param known what files name that were surveyed: one alone is not, nor what a change does not reach
 */
export function includeNotes(
  { root, files, outside, limits, builds }: OpenedTree,
  known: { namesIn(path: string): DependencyNames | undefined },
): Skip[] {
  const surveyed = [...files, ...outside];
  const includedIn = (file: string) =>
    known.namesIn(file)?.included ?? includedPaths(textOfC(root, file, limits));
  const missing = missingHeaders(
    surveyed.map(({ path }) => path),
    (file) => requiredPaths(compiledText(file, textOfC(root, file, limits), buildOf(builds, file))),
    {
      folders: [...new Set(builds.builds.flatMap(({ folders }) => folders))],
      isThere: (path) => lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined,
    },
  );
  return [...unreadIncludes(surveyed, includedIn), ...missing];
}

/** The text of a file of C or C++; empty where it is none, or cannot be read. */
function textOfC(root: string, file: string, limits: TextLimits): string {
  const source = languageOfPath(file) === 'rust' ? undefined : readSourceText(root, file, limits);
  return source === undefined || 'skip' in source ? '' : source.text;
}

/** As much of a text of C or C++ as its build is known to compile, where that may decide what it includes. */
function compiledText(file: string, text: string, build: UnitBuild | undefined): string {
  if (build === undefined || !choosesHeaders(text)) return text;
  return builtText(text, build, undefined, languageOfPath(file) === 'cpp').text;
}
