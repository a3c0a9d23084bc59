import { NO_PROJECT, type ProjectKnowledge } from '../code/flow/project.ts';
import type { Grammars } from '../code/grammar.ts';
import { rememberingTrees } from '../code/recent-trees.ts';
import { messageOf } from '../errors.ts';
import type { RuleDescription } from '../rules/rule.ts';
import type { TextLimits } from '../workspace/source-text.ts';
import { type TaskOutcome, type WeightedTask, WorkerPool } from '../workspace/worker-pool.ts';
import type { AnalyseFile } from './examine-file.ts';
import type { TaskRunner } from './examine-project.ts';
import { shareKnowledge } from './project-knowledge.ts';
import {
  performTask,
  type ScanTask,
  type ScanTaskResult,
  type SurveyFile,
  type TaskDeps,
  type ThreadTask,
} from './scan-task.ts';

const TIME_LIMIT = 120_000;
const HEAP_LIMIT = 2048;

/** Below these, handing work to threads would take longer than the work. */
const FEW_FILES = 8;
const FEW_BYTES = 200_000;

export interface RunnerOptions {
  /** Worker threads; 0 does everything in this thread. */
  readonly threads: number;
  /** How long one file may take in a thread, in milliseconds. */
  readonly timeLimit?: number;
  /** How far the heap of one thread may grow, in megabytes. */
  readonly heapLimit?: number;
}

export interface RunnerDeps {
  readonly rules: readonly RuleDescription[];
  readonly grammars: Grammars;
  readonly analyse: AnalyseFile;
  readonly survey: SurveyFile;
  /** A module that examines files with these rules and this analysis in a thread. */
  readonly workerScript: URL;
  /** Modules with further rules, which the thread has to load for itself. */
  readonly rulePackages?: readonly string[];
}

/** Does the tasks of one scan: a few of them in this thread, many in threads that it starts. */
export class ScanRunner implements TaskRunner {
  private readonly deps: TaskDeps;
  private readonly pool: WorkerPool<ThreadTask, ScanTaskResult> | undefined;
  private rounds = 0;

  constructor(root: string, limits: TextLimits, options: RunnerOptions, deps: RunnerDeps) {
    const { grammars, analyse, survey } = deps;
    const rules = new Map(deps.rules.map((rule) => [rule.id, rule]));
    // A file is surveyed and examined in turn, and parsed once for both.
    const remembering = rememberingTrees(grammars, FEW_FILES);
    this.deps = { root, limits, grammars: remembering, rules, analyse, survey };
    this.pool =
      options.threads === 0
        ? undefined
        : new WorkerPool({
            script: deps.workerScript,
            data: { root, limits, rulePackages: [...(deps.rulePackages ?? [])] },
            threads: options.threads,
            timeLimit: options.timeLimit ?? TIME_LIMIT,
            heapLimit: options.heapLimit ?? HEAP_LIMIT,
          });
  }

  run(
    tasks: readonly WeightedTask<ScanTask>[],
    knowledge: ProjectKnowledge,
    onDone: (done: number) => void,
  ): Promise<TaskOutcome<ScanTaskResult>[]> {
    const bytes = tasks.reduce((sum, { weight }) => sum + weight, 0);
    const few = tasks.length <= FEW_FILES && bytes <= FEW_BYTES;
    if (this.pool === undefined || few) return this.runHere(tasks, knowledge, onDone);
    this.rounds += 1;
    const shared = knowledge === NO_PROJECT ? undefined : shareKnowledge(knowledge, this.rounds);
    return this.pool.run(
      tasks.map(({ task, weight }) => ({ task: { ...task, knowledge: shared }, weight })),
      onDone,
    );
  }

  async close(): Promise<void> {
    await this.pool?.close();
  }

  private async runHere(
    tasks: readonly WeightedTask<ScanTask>[],
    knowledge: ProjectKnowledge,
    onDone: (done: number) => void,
  ): Promise<TaskOutcome<ScanTaskResult>[]> {
    const outcomes: TaskOutcome<ScanTaskResult>[] = [];
    for (const { task } of tasks) {
      const outcome = await performTask(task, this.deps, knowledge).then(
        (result) => ({ result }),
        (thrown) => ({ error: messageOf(thrown) }),
      );
      outcomes.push(outcome);
      onDone(outcomes.length);
    }
    return outcomes;
  }
}
