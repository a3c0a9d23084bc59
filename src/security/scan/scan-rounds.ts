import { joinSurveys } from '../../code/flow/project/join-surveys.ts';
import {
  type DependencyNames,
  NO_PROJECT,
  type ProjectKnowledge,
} from '../../code/flow/project/project-knowledge.ts';
import type { ResultUses } from '../../code/flow/project/result-uses.ts';
import { receivingFiles } from '../../code/rust/project/flows-between-files.ts';
import { isHeaderPath, languageOfPath } from '../../code/syntax/language.ts';
import type { SourceFile } from '../../workspace/files/source-files.ts';
import type { Deadline } from '../../workspace/process/deadline.ts';
import type { TaskOutcome } from '../../workspace/process/thread-pool.ts';
import type { FunctionOutline } from '../candidates/file-analysis.ts';
import type { AnalysisCache } from './analysis-cache.ts';
import type { TreeBuilds } from './build/tree-builds.ts';
import { outlineOf, type SurveyedFunction } from './function-outlines.ts';
import { joinConfigurations } from './join-configurations.ts';
import { KnowledgeDigest } from './knowledge-digest.ts';
import { NameDigestPool } from './name-digests.ts';
import { PartSurveys, withSurveyNote } from './part-surveys.ts';
import { RustDigests, rustKnowledgeOf, type SurveyedRust } from './rust-digests.ts';
import { failedAnalysis, type ScannedFile } from './scan-file.ts';
import type { FileStep, ScanTaskResult, TreeRunner } from './scan-runner.ts';
import type { SurveyedFile } from './surveyed-file.ts';

/** Above this size the files are surveyed once, so that chains over several files are followed less far. */
const MAX_BYTES_SURVEYED_TWICE = 3_000_000;

/** How often Rust files are surveyed: for their items first, then for what their functions do. */
const RUST_ROUNDS = 3;

/** What all files together tell each, and how to tell one state of it from another. */
export interface KnowledgeState {
  readonly knowledge: ProjectKnowledge;
  readonly digest: KnowledgeDigest;
  /** The functions that each file defines which was surveyed, by its path. */
  readonly functions: ReadonlyMap<string, readonly SurveyedFunction[]>;
  /** The same as `digest`, for Rust. */
  readonly rust: RustDigests;
  /** What it was made of, but for Rust. */
  readonly surveyed: readonly SurveyedFile[];
  /** Why files were not surveyed, or not whole, by their paths: the others were not told all of them. */
  readonly unsurveyed: ReadonlyMap<string, string>;
}

/** Before anything is surveyed. */
const NOTHING_KNOWN: KnowledgeState = {
  knowledge: NO_PROJECT,
  digest: new KnowledgeDigest(NO_PROJECT, [], new NameDigestPool()),
  functions: new Map(),
  rust: new RustDigests([]),
  surveyed: [],
  unsurveyed: new Map(),
};

/** What a round needs besides the files. */
export interface RoundDeps {
  readonly runner: TreeRunner;
  readonly cache: AnalysisCache;
  /** The ways in which files are examined that are compiled in several. */
  readonly configurations: TreeBuilds['configurations'];
  /** Shared by the versions of a project. */
  readonly nameDigests: NameDigestPool;
  /** When what is not done is given up. */
  readonly deadline?: Deadline | undefined;
  /** Hears how many tasks of the scan are done: one for each file and round. */
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Surveys the files of a project: headers first for their names, then every C and C++ file for what
 * its functions do for others. What the cache knows is not done again. Where there is a deadline, half of the time is
 * kept for the examination.
 */
export async function surveyInRounds(
  files: readonly SourceFile[],
  allDeps: RoundDeps,
): Promise<KnowledgeState> {
  const deps = { ...allDeps, deadline: allDeps.deadline?.half() };
  const state = await surveyParts(surveyGroups(files), files, deps);
  const total = surveyTasks(files) + files.length;
  const before = surveyTasks(files) - rustTasks(files);
  const rust = await surveyRust(files, {
    ...deps,
    onProgress: (done) => deps.onProgress(before + done, total),
  });
  return withRust(state, rust);
}

/**
 * Surveys the Rust files of a project, each again when it sees more of the others, so that data is followed
 * over as many calls between files as there are rounds. Gives nothing where one file is alone.
 */
export async function surveyRust(
  files: readonly SourceFile[],
  deps: RoundDeps,
): Promise<readonly SurveyedRust[]> {
  const { onProgress } = deps;
  const rustFiles = files.filter(isRust);
  const total = rustTasks(files);
  if (total === 0) return [];
  const known = new Map<string, SurveyedRust>();
  let surveyed: readonly SurveyedRust[] = [];
  for (let round = 0; round < RUST_ROUNDS; round += 1) {
    const state = withRust(NOTHING_KNOWN, surveyed);
    // In the last round nothing but flows is new.
    const receiving = round < 2 ? undefined : receivingFiles(state.knowledge.rust);
    const asked = rustFiles.filter(({ path }) => receiving?.has(path) !== false);
    const before = round * rustFiles.length;
    const outcomes = await runUncached('survey', asked, state, deps, (done) =>
      onProgress(before + done, total),
    );
    for (const [at, { path }] of asked.entries()) {
      const outcome = outcomes[at];
      const result = outcome !== undefined && 'result' in outcome ? outcome.result : undefined;
      // What an earlier round has found out holds where there was no time for another one.
      if (result && 'surveyedRust' in result) known.set(path, result.surveyedRust);
      else if (deps.deadline?.isOver !== true) known.delete(path);
    }
    onProgress(before + rustFiles.length, total);
    surveyed = rustFiles.flatMap(({ path }) => known.get(path) ?? []);
  }
  return surveyed;
}

/** What is known with what the Rust files tell. */
export function withRust(state: KnowledgeState, surveyed: readonly SurveyedRust[]): KnowledgeState {
  if (surveyed.length === 0) return state;
  return {
    ...state,
    knowledge: { ...state.knowledge, rust: rustKnowledgeOf(surveyed) },
    rust: new RustDigests(surveyed),
  };
}

/** Surveys the headers alone: the names that any file of a project may use. */
export async function surveyHeaders(
  files: readonly SourceFile[],
  deps: RoundDeps,
): Promise<KnowledgeState> {
  const parts = surveyGroups(files).filter(({ isAlone }) => isAlone);
  return await surveyParts(parts, files, deps);
}

/** Surveys some files of a project with what is known of it; the outcomes are in their order. */
export async function surveyFiles(
  files: readonly SourceFile[],
  state: KnowledgeState,
  deps: RoundDeps,
): Promise<(SurveyedFile | undefined)[]> {
  const outcomes = await runUncached('survey', files, state, deps, (done) =>
    deps.onProgress(done, files.length),
  );
  // A survey that failed, or was cut short, tells nothing; the examination of the same file will say why.
  return outcomes.map((outcome) =>
    'result' in outcome && 'surveyed' in outcome.result && outcome.result.isLate !== true
      ? outcome.result.surveyed
      : undefined,
  );
}

async function surveyParts(
  parts: readonly SurveyGroup[],
  files: readonly SourceFile[],
  deps: RoundDeps,
): Promise<KnowledgeState> {
  const { cache, nameDigests, onProgress } = deps;
  const total = surveyTasks(files) + files.length;
  let doneBefore = 0;
  let current = NOTHING_KNOWN;
  for (const { part, rounds, isAlone } of parts) {
    const paths = part.map(({ path }) => path);
    const cached = isAlone ? cache.getSurveys(paths) : undefined;
    if (cached !== undefined) {
      current = knowledgeStateOf(cached, nameDigests);
      doneBefore += rounds * part.length;
      continue;
    }
    const surveys = new PartSurveys();
    for (let round = 0; round < rounds; round += 1) {
      const before = doneBefore;
      const outcomes = await runUncached('survey', part, current, deps, (done) =>
        onProgress(before + done, total),
      );
      doneBefore += part.length;
      surveys.take(paths, outcomes);
      current = newStateOf(surveys.surveyed(paths), nameDigests, [], surveys.unsurveyed);
    }
    if (isAlone && surveys.isComplete) {
      const surveyed = surveys.surveyed(paths);
      states.set(surveyed, current);
      cache.putSurveys(paths, surveyed);
    }
  }
  return current;
}

/**
 * Runs every rule on some files of a project that was surveyed, in each configuration of a file that is compiled in
 * several; the outcomes are in their order.
 */
export async function examineFiles(
  files: readonly SourceFile[],
  state: KnowledgeState,
  deps: RoundDeps,
): Promise<ScannedFile[]> {
  const { configurations, onProgress } = deps;
  const asked = files.flatMap((file): ExaminedIn[] => {
    const ways = configurations.get(file.path);
    if (ways === undefined) return [{ ...file, label: '' }];
    return ways.map(({ build, label }) => ({ ...file, configuration: build, label }));
  });
  const outcomes = await runUncached('examine', asked, state, deps, (done) =>
    onProgress(Math.floor((done * files.length) / Math.max(1, asked.length)), files.length),
  );
  const examined = outcomes.map((outcome, index) => {
    const { path: file = '', label = '' } = asked[index] ?? {};
    return { file, label, scanned: examinedIn(file, outcome) };
  });
  const byFile = Map.groupBy(examined, ({ file }) => file);
  return files.map(({ path }) =>
    withSurveyNote(joinConfigurations(path, byFile.get(path) ?? []), state.unsurveyed.get(path)),
  );
}

/** A file, with the configuration that it is examined in where there are several. */
interface ExaminedIn extends SourceFile {
  readonly configuration?: number;
  readonly label: string;
}

function examinedIn(file: string, outcome: TaskOutcome<ScanTaskResult>): ScannedFile {
  if ('error' in outcome) return failedAnalysis(file, outcome.error);
  if ('examined' in outcome.result) return outcome.result.examined;
  return failedAnalysis(file, 'it was surveyed instead of examined');
}

/** How many tasks the surveys of some files are. */
export function surveyTasks(files: readonly SourceFile[]): number {
  const groups = surveyGroups(files);
  return groups.reduce((sum, { part, rounds }) => sum + rounds * part.length, rustTasks(files));
}

function rustTasks(files: readonly SourceFile[]): number {
  const count = files.filter(isRust).length;
  return count < 2 ? 0 : RUST_ROUNDS * count;
}

function isRust({ path }: SourceFile): boolean {
  return languageOfPath(path) === 'rust';
}

/** By the surveys that they are made of: those of all headers are often the same in two versions of a project. */
const states = new WeakMap<readonly SurveyedFile[], KnowledgeState>();

/** What some surveys tell together. */
function knowledgeStateOf(
  surveyed: readonly SurveyedFile[],
  nameDigests: NameDigestPool | undefined,
): KnowledgeState {
  const state = states.get(surveyed) ?? newStateOf(surveyed, nameDigests);
  states.set(surveyed, state);
  return state;
}

/**
 * What the surveys of some files of a project tell together.
 * @param otherUses how its other files treat what functions return
 * @param unsurveyed why files are not among them that should be, by their paths
 */
export function newStateOf(
  surveyed: readonly SurveyedFile[],
  nameDigests = new NameDigestPool(),
  otherUses: readonly ResultUses[] = [],
  unsurveyed: ReadonlyMap<string, string> = new Map(),
): KnowledgeState {
  const knowledge = joinSurveys(
    surveyed.map(({ survey }) => survey),
    otherUses,
    unsurveyed.size === 0,
  );
  return {
    knowledge,
    digest: new KnowledgeDigest(knowledge, surveyed, nameDigests),
    functions: new Map(surveyed.map(({ survey, functions }) => [survey.file, functions])),
    rust: new RustDigests([]),
    surveyed,
    unsurveyed,
  };
}

/** The same state where files tell nothing of which another version of the tree was not told, by the reasons for it. */
export function stateWithout(
  state: KnowledgeState,
  files: ReadonlyMap<string, string>,
  nameDigests: NameDigestPool,
): KnowledgeState {
  const left = state.surveyed.filter(({ survey }) => !files.has(survey.file));
  const untold = new Map(state.unsurveyed);
  for (const { survey } of state.surveyed) {
    const why = files.get(survey.file);
    if (why !== undefined) untold.set(survey.file, why);
  }
  const { knowledge, rust } = state;
  const without = newStateOf(left, nameDigests, [], untold);
  return { ...without, rust, knowledge: { ...without.knowledge, rust: knowledge.rust } };
}

/** The outlines of a file's functions; undefined where it was not surveyed. */
export function outlinesIn(
  { knowledge, functions }: KnowledgeState,
  path: string,
): readonly FunctionOutline[] | undefined {
  const targetsIn = (field: string) => knowledge.fieldTargets.get(field);
  return functions.get(path)?.map((fn) => outlineOf(fn, targetsIn));
}

/** Whether the files of a project are surveyed once, so that each knows of the others only what headers say. */
export function isSurveyedOnce(files: readonly SourceFile[]): boolean {
  return surveyGroups(files).some(({ isAlone, rounds }) => !isAlone && rounds === 1);
}

/** Files that are surveyed together, and how often. */
interface SurveyGroup {
  readonly part: readonly SourceFile[];
  readonly rounds: number;
  /** Whether they know nothing but each other, so that one answer stands for all rounds. */
  readonly isAlone: boolean;
}

/** The files that are surveyed, headers first; one file alone tells no other anything. */
function surveyGroups(files: readonly SourceFile[]): SurveyGroup[] {
  const cFiles = files.filter(({ path }) => languageOfPath(path) !== 'rust');
  if (cFiles.length < 2) return [];
  const headers = cFiles.filter(({ path }) => isHeaderPath(path));
  const bytes = cFiles.reduce((sum, file) => sum + file.bytes, 0);
  return [
    { part: headers, rounds: 2, isAlone: true },
    { part: cFiles, rounds: bytes <= MAX_BYTES_SURVEYED_TWICE ? 2 : 1, isAlone: false },
  ].filter(({ part }) => part.length > 0);
}

/** Does one step for some files, as far as the cache does not know what it gives. */
async function runUncached(
  step: FileStep['step'],
  files: readonly (SourceFile & { readonly configuration?: number })[],
  { knowledge, digest, rust }: KnowledgeState,
  { runner, cache, deadline }: RoundDeps,
  onDone: (outcomesRun: number) => void,
): Promise<TaskOutcome<ScanTaskResult>[]> {
  const questions = files.map(({ path, configuration }) => ({
    ...{ step, file: path, configuration },
    dependencies: digest.namesIn(path),
    knowledge: (dependencies: DependencyNames | undefined) => {
      if (languageOfPath(path) === 'rust') return rust.digestFor(path);
      // In one configuration a file may ask for names that it does not ask for in what all of them share.
      if (configuration !== undefined) return digest.wholeDigest;
      return digest.digestFor(path, dependencies);
    },
  }));
  const outcomes = questions.map((question): TaskOutcome<ScanTaskResult> | undefined => {
    const result = cache.get(question);
    return result && { result };
  });
  const missing = outcomes.flatMap((outcome, index) => (outcome === undefined ? [index] : []));
  const known = files.length - missing.length;
  onDone(known);
  const tasks = missing.flatMap((index) => {
    const file = files[index];
    if (file === undefined) return [];
    const { path, bytes, configuration } = file;
    return [{ task: { step, file: path, configuration }, weight: bytes }];
  });
  const outcomesRun =
    tasks.length === 0
      ? []
      : await runner(tasks, knowledge, (finished) => onDone(known + finished), deadline);
  for (const [at, outcome] of outcomesRun.entries()) {
    const index = missing[at] ?? -1;
    outcomes[index] = outcome;
    const question = questions[index];
    const isWhole = 'result' in outcome && outcome.result.isLate !== true;
    if (isWhole && question !== undefined) cache.put(question, outcome.result);
  }
  return outcomes.map((outcome) => outcome ?? { error: 'was not reached' });
}
