import type { UnitBuild } from '../../code/c/ir/unit-build.ts';
import { StepsSpent } from '../../code/flow/project/file-budget.ts';
import { NO_PROJECT, type ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';
import { cachingGrammars } from '../../code/syntax/caching-grammars.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { languageOfPath } from '../../code/syntax/language.ts';
import { messageOf } from '../../errors.ts';
import type { PackageRule } from '../../rules/package-rule.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import { readSourceText, type TextLimits } from '../../workspace/files/source-text.ts';
import type { Deadline } from '../../workspace/process/deadline.ts';
import { OUT_OF_MEMORY, TaskClock, tooLong } from '../../workspace/process/task-clock.ts';
import {
  type TaskOutcome,
  ThreadPool,
  type WeightedTask,
} from '../../workspace/process/thread-pool.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import { buildOf, type TreeBuilds } from './build/tree-builds.ts';
import { CHANGE_RULES, type ChangeRules } from './change-rules.ts';
import { compareFile, type FilePair } from './compare-file.ts';
import type { SurveyedRust } from './rust-digests.ts';
import { type ScanFileDeps, type ScannedFile, scanFile, type TreeFile } from './scan-file.ts';
import { type SharedKnowledge, shareKnowledge } from './shared-knowledge.ts';
import { surveyFile, surveyRustFile } from './survey-file.ts';
import type { SurveyedFile } from './surveyed-file.ts';
import { type TaskGuard, taskGuard } from './task-guard.ts';

/** How long one look at a file may take where nothing else is said. */
const MAX_FILE_MILLISECONDS = 120_000;
const MAX_HEAP_MEGABYTES = 2048;

/** Up to these, handing work to threads would take longer than the work. */
const MAX_FILES_WITHOUT_THREADS = 8;
const MAX_BYTES_WITHOUT_THREADS = 200_000;
/** Any number of files that are no larger together: a thread takes as long to start as their analysis takes. */
const FEW_BYTES = 8_000;
/** A file that costs more steps than these is handed over all the same: about a second. */
const MAX_STEPS_WITHOUT_THREADS = 300_000;

export interface RunnerOptions {
  /** Worker threads; 0 does everything in this thread. */
  readonly threads: number;
  /** How long one look at a file may take, a survey or an examination, in milliseconds of a processor. */
  readonly timeLimit?: number;
  /** How far the heap of a thread may grow, in megabytes. */
  readonly heapLimit?: number;
  /** When the run is to end: what is left then is not examined, and named. */
  readonly deadline?: Deadline | undefined;
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

/** One step of a scan for one file of a tree. */
export interface FileStep {
  readonly step: 'survey' | 'examine';
  readonly file: string;
  /** The build that is meant, by its position, of a file with several. */
  readonly configuration?: number | undefined;
}

/** A step, and where the file is; plain data, so that it can cross threads. */
interface FileTask extends TreeFile, FileStep {}

/** The comparison of a file with what it was in a base below another root. */
interface CompareTask extends FilePair {
  readonly step: 'compare';
}

type ScanTask = FileTask | CompareTask;

/** A tree whose files tasks are about. */
export type RunTree = Pick<ScannedTree, 'root' | 'builds'>;

/** A version of the project, with what its files tell each other. */
export interface ScannedTree {
  readonly root: string;
  readonly builds: TreeBuilds;
  readonly knowledge: ProjectKnowledge;
}

/**
 * Performs steps for files of one tree that use the same knowledge; the outcomes are in their order. What is not done by
 * the deadline is given up, where it is earlier than that of the run.
 */
export type TreeRunner = (
  steps: readonly WeightedTask<FileStep>[],
  knowledge: ProjectKnowledge,
  onDone: (done: number) => void,
  deadline?: Deadline,
) => Promise<TaskOutcome<ScanTaskResult>[]>;

/** A task for a thread, with what the project knows, and for a comparison what the base knew. */
export type ThreadTask = ScanTask & {
  readonly knowledge: SharedKnowledge | undefined;
  readonly baseKnowledge?: SharedKnowledge | undefined;
};

/** What a task gives; a survey is undefined where the file tells the others nothing. */
export type ScanTaskResult = (
  | { readonly surveyed: SurveyedFile | undefined }
  | { readonly surveyedRust: SurveyedRust }
  | { readonly examined: ScannedFile }
  | { readonly compared: readonly CandidateDraft[] }
) & {
  /** Whether it was cut short for want of time: another run may give more, so that it is not kept for one. */
  readonly isLate?: true;
};

/**
 * Performs the tasks of one scan, or of a review of two versions, which share the threads: a few small ones in this
 * thread, many in threads that it starts, and so what turns out to cost much. Every file has a limit of time and memory;
 * one that has come to it is not looked at again.
 */
export class ScanRunner {
  private readonly deps: ScanFileDeps;
  private readonly pool: ThreadPool<ThreadTask, ScanTaskResult> | undefined;
  private readonly timeLimit: number;
  private readonly heapLimit: number;
  private readonly deadline: Deadline | undefined;
  /** Whether a person has said how long something may take: then only threads do the work, which can be ended. */
  private readonly isLimited: boolean;
  /** What was said of the files that have come to their limit, by root and path. */
  private readonly spent = new Map<string, string>();
  private rounds = 0;
  private readonly shared = new WeakMap<ProjectKnowledge, SharedKnowledge>();

  constructor(limits: TextLimits, options: RunnerOptions, deps: RunnerDeps) {
    const { grammars, moreRules = [], changeRules = CHANGE_RULES } = deps;
    const all = [...changeRules.descriptions, ...deps.rules];
    const rules = new Map(all.map((rule) => [rule.id, rule]));
    // A file is surveyed and examined in turn, and parsed once for both.
    const remembering = cachingGrammars(grammars, MAX_FILES_WITHOUT_THREADS);
    this.deps = { limits, grammars: remembering, rules, moreRules, changeRules };
    this.timeLimit = options.timeLimit ?? MAX_FILE_MILLISECONDS;
    this.heapLimit = options.heapLimit ?? MAX_HEAP_MEGABYTES;
    this.deadline = options.deadline;
    this.isLimited = options.deadline !== undefined || options.timeLimit !== undefined;
    this.pool =
      options.threads === 0
        ? undefined
        : new ThreadPool({
            script: deps.threadScript,
            data: {
              limits,
              rulePackages: [...(deps.rulePackages ?? [])],
              timeLimit: this.timeLimit,
            },
            threads: options.threads,
            timeLimit: this.timeLimit,
            heapLimit: this.heapLimit,
            deadline: this.deadline,
          });
  }

  /** Whether there is anything that compares two versions. */
  get hasChangeRules(): boolean {
    return this.deps.changeRules.descriptions.length > 0;
  }

  /** For the files of one tree. */
  ofTree({ root, builds }: RunTree): TreeRunner {
    const keyOf = ({ file }: FileStep) => `${root}\n${file}`;
    return async (steps, knowledge, onDone, deadline = this.deadline) => {
      const refused = steps.map(({ task }) => this.spent.get(keyOf(task)));
      const open = steps.filter((_, at) => refused[at] === undefined);
      const tasks = open.map(({ task, weight }) => ({
        task: { ...task, root, build: buildOfStep(builds, task) },
        weight,
      }));
      const before = steps.length - open.length;
      onDone(before);
      const round = { knowledge, onDone: (done: number) => onDone(before + done), deadline };
      const outcomes = (await this.runTasks(tasks, round)).values();
      return steps.map(({ task }, at) => {
        const why = refused[at];
        if (why !== undefined) return { error: why };
        const outcome = orUnreached(outcomes.next().value);
        if ('error' in outcome && this.isSpent(outcome.error))
          this.spent.set(keyOf(task), outcome.error);
        return outcome;
      });
    };
  }

  /** Whether a file has come to its limit: it would again. */
  private isSpent(error: string): boolean {
    return error === OUT_OF_MEMORY || error === tooLong(this.timeLimit);
  }

  /** Compares files of a tree with what they were in a base; the outcomes are in their order. */
  compare(
    pairs: readonly WeightedTask<{ readonly file: string; readonly baseFile: string }>[],
    head: ScannedTree,
    base: ScannedTree,
  ): Promise<TaskOutcome<ScanTaskResult>[]> {
    const fileOf = ({ root, builds }: RunTree, file: string): TreeFile => ({
      ...{ root, file },
      build: buildOf(builds, file),
    });
    const tasks = pairs.map(({ task: { file, baseFile }, weight }) => ({
      task: { step: 'compare' as const, head: fileOf(head, file), base: fileOf(base, baseFile) },
      weight,
    }));
    return this.runTasks(tasks, {
      ...{ knowledge: head.knowledge, baseKnowledge: base.knowledge },
      ...{ onDone: () => undefined, deadline: this.deadline },
    });
  }

  private async runTasks(
    tasks: readonly WeightedTask<ScanTask>[],
    round: Round,
  ): Promise<TaskOutcome<ScanTaskResult>[]> {
    const { pool } = this;
    const { knowledge, baseKnowledge = NO_PROJECT, onDone, deadline } = round;
    const bytes = tasks.reduce((sum, { weight }) => sum + weight, 0);
    const few = bytes <= this.mostBytesHere(tasks.length, [knowledge, baseKnowledge]);
    const outcomes: (TaskOutcome<ScanTaskResult> | undefined)[] =
      pool === undefined || few
        ? await this.runInThisThread(tasks, round)
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
      deadline,
    );
    return outcomes.map((outcome) => outcome ?? orUnreached(others.shift()));
  }

  /**
   * How many bytes of source so many tasks may be about to be done in this thread. Threads that have begun have compiled what the
   * analysis needs, which this one would compile anew: they get all but what takes less time than to tell them what is known.
   */
  private mostBytesHere(tasks: number, needed: readonly ProjectKnowledge[]): number {
    if (this.pool?.isWarm === true) {
      const isTold = needed.every((one) => one === NO_PROJECT || this.shared.has(one));
      return isTold ? 0 : FEW_BYTES;
    }
    const isFew = tasks <= MAX_FILES_WITHOUT_THREADS && !this.isLimited;
    return isFew ? MAX_BYTES_WITHOUT_THREADS : FEW_BYTES;
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
    { knowledge, baseKnowledge = NO_PROJECT, onDone, deadline }: Round,
  ): Promise<(TaskOutcome<ScanTaskResult> | undefined)[]> {
    const outcomes: (TaskOutcome<ScanTaskResult> | undefined)[] = [];
    let done = 0;
    const steps = this.pool === undefined ? Number.POSITIVE_INFINITY : MAX_STEPS_WITHOUT_THREADS;
    for (const { task } of tasks) {
      const end = deadline && Date.now() + deadline.millisecondsLeft;
      const clock = new TaskClock(this.timeLimit, this.heapLimit, end);
      const guard = taskGuard(clock, steps, () => deadline?.check());
      const outcome = await beforeDeadline(deadline, () =>
        performTask(task, this.deps, knowledge, baseKnowledge, guard),
      ).then(
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

/** What the tasks of one round share. */
interface Round {
  readonly knowledge: ProjectKnowledge;
  readonly baseKnowledge?: ProjectKnowledge;
  readonly onDone: (done: number) => void;
  /** When what is not done is given up. */
  readonly deadline: Deadline | undefined;
}

async function beforeDeadline<Result>(
  deadline: Deadline | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  deadline?.check();
  return await work();
}

function buildOfStep(builds: TreeBuilds, { file, configuration }: FileStep): UnitBuild | undefined {
  return configuration === undefined ? buildOf(builds, file) : builds.builds[configuration];
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
  guard?: TaskGuard,
): Promise<ScanTaskResult> {
  const result = await resultOf(task, deps, project, baseProject, guard);
  return guard?.wasLate() === true ? { ...result, isLate: true } : result;
}

async function resultOf(
  task: ScanTask,
  deps: ScanFileDeps,
  project: ProjectKnowledge,
  baseProject: ProjectKnowledge,
  guard: TaskGuard | undefined,
): Promise<ScanTaskResult> {
  if (task.step === 'compare')
    return { compared: await compareFile(task, deps, project, baseProject) };
  if (task.step === 'examine') return { examined: await scanFile(task, deps, project, guard) };
  const { root, file, build } = task;
  const source = readSourceText(root, file, deps.limits);
  if ('skip' in source) return { surveyed: undefined };
  if (languageOfPath(file) === 'rust')
    return { surveyedRust: await surveyRustFile(file, source.text, deps.grammars, project) };
  return {
    surveyed: await surveyFile(file, source.text, deps.grammars, project, guard, build),
  };
}
