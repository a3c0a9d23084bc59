import type { UnitBuild } from '../../code/c/ir/unit-build.ts';
import { type ResourceGuard, StepsSpent } from '../../code/flow/project/file-budget.ts';
import { NO_PROJECT, type ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';
import { cachingGrammars } from '../../code/syntax/caching-grammars.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { messageOf } from '../../errors.ts';
import type { PackageRule } from '../../rules/package-rule.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import { readSourceText, type TextLimits } from '../../workspace/files/source-text.ts';
import { TaskClock } from '../../workspace/process/task-clock.ts';
import {
  type TaskOutcome,
  ThreadPool,
  type WeightedTask,
} from '../../workspace/process/thread-pool.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import { buildOf, NO_BUILDS, type TreeBuilds } from './build/tree-builds.ts';
import { CHANGE_RULES, type ChangeRules } from './change-rules.ts';
import { type ComparedBase, compareFile, type FilePair } from './compare-file.ts';
import { type ScanFileDeps, type ScannedFile, scanFile } from './scan-file.ts';
import { type SharedKnowledge, shareKnowledge } from './shared-knowledge.ts';
import { surveyFile } from './survey-file.ts';
import type { SurveyedFile } from './surveyed-file.ts';

const MAX_FILE_MILLISECONDS = 120_000;
const MAX_HEAP_MEGABYTES = 2048;

/** Below these, handing work to threads would take longer than the work. */
const MAX_FILES_WITHOUT_THREADS = 8;
const MAX_BYTES_WITHOUT_THREADS = 200_000;
/** A file that costs more steps than these is handed over all the same: about a second. */
const MAX_STEPS_WITHOUT_THREADS = 300_000;

export interface RunnerOptions {
  /** Worker threads; 0 does everything in this thread. */
  readonly threads: number;
  /** How long one file may take, in milliseconds of a processor. */
  readonly timeLimit?: number;
  /** How far the heap of a thread may grow, in megabytes. */
  readonly heapLimit?: number;
}

export interface RunnerDeps {
  readonly rules: readonly RuleDescription[];
  readonly grammars: Grammars;
  /** Those of `rules` that are not built in, and compare no versions. */
  readonly moreRules?: readonly PackageRule[];
  /** Rules that compare two versions of a file, instead of the built-in ones; for tests without threads. */
  readonly changeRules?: ChangeRules;
  /** A module that performs tasks of a scan, with these rules, in a thread. */
  readonly threadScript: URL;
  /** The modules that `moreRules` come from, which each thread loads for itself. */
  readonly rulePackages?: readonly string[];
}

/** One step of a scan for one file; plain data, so that it can cross threads. */
export interface FileTask {
  readonly step: 'survey' | 'examine';
  readonly file: string;
}

/** The comparison of a file with what it was in a base below another root. */
interface CompareTask extends FilePair {
  readonly step: 'compare';
  readonly baseRoot: string;
  /** How the file is compiled there. */
  readonly baseBuild: UnitBuild | undefined;
}

/** The base of several comparisons. */
interface ComparedTree extends Omit<ComparedBase, 'build'> {
  readonly buildOf: (file: string) => UnitBuild | undefined;
}

type ScanTask = FileTask | CompareTask;

/** A task for a thread, with what the project knows, and for a comparison what the base knew. */
export type ThreadTask = ScanTask & {
  readonly knowledge: SharedKnowledge | undefined;
  readonly baseKnowledge?: SharedKnowledge | undefined;
};

/** What a task gives; a survey is undefined where the file tells the others nothing. */
export type ScanTaskResult =
  | { readonly surveyed: SurveyedFile | undefined }
  | { readonly examined: ScannedFile }
  | { readonly compared: readonly CandidateDraft[] };

/**
 * Performs the tasks of one scan: a few small ones in this thread, many in threads that it starts, and so
 * what turns out to cost much. Every file has a limit of time and memory.
 */
export class ScanRunner {
  private readonly deps: ScanFileDeps;
  private readonly pool: ThreadPool<ThreadTask, ScanTaskResult> | undefined;
  private readonly timeLimit: number;
  private readonly heapLimit: number;
  private rounds = 0;
  private readonly shared = new WeakMap<ProjectKnowledge, SharedKnowledge>();

  constructor(
    root: string,
    limits: TextLimits,
    options: RunnerOptions,
    deps: RunnerDeps,
    builds: TreeBuilds = NO_BUILDS,
  ) {
    const { grammars, moreRules = [], changeRules = CHANGE_RULES } = deps;
    const all = [...changeRules.descriptions, ...deps.rules];
    const rules = new Map(all.map((rule) => [rule.id, rule]));
    // A file is surveyed and examined in turn, and parsed once for both.
    const remembering = cachingGrammars(grammars, MAX_FILES_WITHOUT_THREADS);
    this.deps = { root, limits, builds, grammars: remembering, rules, moreRules, changeRules };
    this.timeLimit = options.timeLimit ?? MAX_FILE_MILLISECONDS;
    this.heapLimit = options.heapLimit ?? MAX_HEAP_MEGABYTES;
    this.pool =
      options.threads === 0
        ? undefined
        : new ThreadPool({
            script: deps.threadScript,
            data: { root, limits, builds, rulePackages: [...(deps.rulePackages ?? [])] },
            threads: options.threads,
            timeLimit: this.timeLimit,
            heapLimit: this.heapLimit,
          });
  }

  /** Performs tasks that use the same knowledge of the project; the outcomes are in their order. */
  run(
    tasks: readonly WeightedTask<FileTask>[],
    knowledge: ProjectKnowledge,
    onDone: (done: number) => void,
  ): Promise<TaskOutcome<ScanTaskResult>[]> {
    return this.runTasks(tasks, knowledge, NO_PROJECT, onDone);
  }

  /** Compares files of the root with what they were in a base; the outcomes are in their order. */
  compare(
    pairs: readonly WeightedTask<FilePair>[],
    knowledge: ProjectKnowledge,
    base: ComparedTree,
  ): Promise<TaskOutcome<ScanTaskResult>[]> {
    const tasks = pairs.map(({ task: { file, baseFile }, weight }) => ({
      task: {
        ...{ step: 'compare' as const, file, baseFile, baseRoot: base.root },
        baseBuild: base.buildOf(baseFile),
      },
      weight,
    }));
    return this.runTasks(tasks, knowledge, base.project, () => undefined);
  }

  private async runTasks(
    tasks: readonly WeightedTask<ScanTask>[],
    knowledge: ProjectKnowledge,
    baseKnowledge: ProjectKnowledge,
    onDone: (done: number) => void,
  ): Promise<TaskOutcome<ScanTaskResult>[]> {
    const { pool } = this;
    const bytes = tasks.reduce((sum, { weight }) => sum + weight, 0);
    const few = tasks.length <= MAX_FILES_WITHOUT_THREADS && bytes <= MAX_BYTES_WITHOUT_THREADS;
    const outcomes: (TaskOutcome<ScanTaskResult> | undefined)[] =
      pool === undefined || few
        ? await this.runInThisThread(tasks, knowledge, baseKnowledge, onDone)
        : tasks.map(() => undefined);
    const left = tasks.filter((_, index) => outcomes[index] === undefined);
    if (pool === undefined || left.length === 0) return outcomes.map(orUnreached);
    const shared = {
      knowledge: this.sharedOrNone(knowledge),
      baseKnowledge: this.sharedOrNone(baseKnowledge),
    };
    const done = tasks.length - left.length;
    const others = await pool.run(
      left.map(({ task, weight }) => ({ task: { ...task, ...shared }, weight })),
      (finished) => onDone(done + finished),
    );
    return outcomes.map((outcome) => outcome ?? orUnreached(others.shift()));
  }

  async close(): Promise<void> {
    await this.pool?.close();
  }

  /** Threads know of no project without being told; the same knowledge is packed once. */
  private sharedOrNone(knowledge: ProjectKnowledge): SharedKnowledge | undefined {
    if (knowledge === NO_PROJECT) return undefined;
    const known = this.shared.get(knowledge);
    if (known !== undefined) return known;
    this.rounds += 1;
    const shared = shareKnowledge(knowledge, this.rounds);
    this.shared.set(knowledge, shared);
    return shared;
  }

  /** The outcomes; undefined for what costs too much to be done here, where there are threads. */
  private async runInThisThread(
    tasks: readonly WeightedTask<ScanTask>[],
    knowledge: ProjectKnowledge,
    baseKnowledge: ProjectKnowledge,
    onDone: (done: number) => void,
  ): Promise<(TaskOutcome<ScanTaskResult> | undefined)[]> {
    const outcomes: (TaskOutcome<ScanTaskResult> | undefined)[] = [];
    let done = 0;
    const steps = this.pool === undefined ? Number.POSITIVE_INFINITY : MAX_STEPS_WITHOUT_THREADS;
    for (const { task } of tasks) {
      const clock = new TaskClock(this.timeLimit, this.heapLimit);
      const guard = { steps, check: () => clock.check() };
      const outcome = await performTask(task, this.deps, knowledge, baseKnowledge, guard).then(
        (result) => ({ result }),
        (thrown) => (thrown instanceof StepsSpent ? undefined : { error: messageOf(thrown) }),
      );
      outcomes.push(outcome);
      if (outcome === undefined) continue;
      done += 1;
      onDone(done);
    }
    return outcomes;
  }
}

function orUnreached(
  outcome: TaskOutcome<ScanTaskResult> | undefined,
): TaskOutcome<ScanTaskResult> {
  return outcome ?? { error: 'was not reached' };
}

/** Performs one task of a scan, in whichever thread it is called. */
export async function performTask(
  task: ScanTask,
  deps: ScanFileDeps,
  project: ProjectKnowledge,
  baseProject: ProjectKnowledge,
  guard?: ResourceGuard,
): Promise<ScanTaskResult> {
  const { step, file } = task;
  if (step === 'compare') {
    const base = { root: task.baseRoot, project: baseProject, build: task.baseBuild };
    return { compared: await compareFile(task, deps, project, base) };
  }
  if (step === 'examine') return { examined: await scanFile(file, deps, project, guard) };
  const source = readSourceText(deps.root, file, deps.limits);
  if ('skip' in source) return { surveyed: undefined };
  const build = buildOf(deps.builds, file);
  return {
    surveyed: await surveyFile(file, source.text, deps.grammars, project, guard, build),
  };
}
