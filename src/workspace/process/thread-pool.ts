import type { Worker } from 'node:worker_threads';
import { messageOf } from '../../errors.ts';
import { errorCode } from '../files/error-code.ts';
import type { Deadline } from './deadline.ts';
import { OUT_OF_MEMORY, tooLong } from './task-clock.ts';
import type { TaskAnswer, TaskBatch } from './thread-tasks.ts';
import { type WorkerOptions, WorkerSlots } from './worker-slots.ts';

export interface ThreadPoolOptions extends WorkerOptions {
  /** A task that takes longer of a processor's time is given up, in milliseconds. */
  readonly timeLimit: number;
  /** When all that is not done is given up. */
  readonly deadline?: Deadline | undefined;
}

/** A task, and what it costs in any unit: the costliest start first. */
export interface WeightedTask<Task> {
  readonly task: Task;
  readonly weight: number;
}

export type TaskOutcome<Result> = { readonly result: Result } | { readonly error: string };

/** A thread ended before its batch: `announced` after a task that it answered with an error. */
interface EarlyEnd {
  readonly announced: boolean;
  /** Whether the task is to blame: it has used up its time, and would again. */
  readonly isOverTime?: boolean;
  readonly why: string;
}

interface Item<Task> extends WeightedTask<Task> {
  readonly index: number;
}

/** Small tasks travel together, so that messages do not cost more than the work. */
const BATCHES_PER_THREAD = 16;
const MAX_BATCH = 64;

/** A task is given up after so many times its limit of a processor, however little of one it had. */
const MAX_PATIENCE = 10;
/** How long a thread may take to say what it has spent, in milliseconds. */
const MAX_SILENCE = 5_000;

/**
 * Worker threads that stay for several rounds of tasks. Rounds that go on at once share them. A thread that crashes or
 * hangs costs one task, never the round: the task it was at is tried once more,
 * alone in a fresh thread, and only a second failure is blamed on it. What has used up its
 * time is not tried again.
 */
export class ThreadPool<Task, Result> {
  private readonly options: ThreadPoolOptions;
  private readonly workers: WorkerSlots;

  constructor(options: ThreadPoolOptions) {
    this.options = options;
    this.workers = new WorkerSlots(options);
  }

  /** Whether there is a thread that has begun, be it at work or not. */
  get isWarm(): boolean {
    return this.workers.isWarm;
  }

  /**
   * Does every task and returns the outcomes in the order of the tasks, whatever
   * order they finish in. `onDone` hears the count after each one. Where there is a deadline, one thread begins with
   * the costliest tasks, as all do without one, and the others with the cheapest, so that most are done by then.
   * @param deadline an earlier one than that of the pool
   */
  async run(
    tasks: readonly WeightedTask<Task>[],
    onDone: (done: number) => void = () => undefined,
    deadline = this.options.deadline,
  ): Promise<TaskOutcome<Result>[]> {
    const options = { ...this.options, deadline };
    const round = new TaskRound<Task, Result>(options, this.workers, tasks, onDone);
    const threads = Math.min(this.options.threads, tasks.length);
    const isHurried = (at: number) => deadline !== undefined && (at > 0 || threads === 1);
    await Promise.all(Array.from({ length: threads }, (_, at) => round.drain(isHurried(at))));
    return round.outcomes();
  }

  async close(): Promise<void> {
    await this.workers.close();
  }
}

class TaskRound<Task, Result> {
  private readonly options: ThreadPoolOptions;
  private readonly workers: WorkerSlots;
  private readonly queue: Item<Task>[];
  private readonly batchWeight: number;
  private readonly results: (TaskOutcome<Result> | undefined)[];
  private readonly suspects = new Set<number>();
  private readonly onDone: (done: number) => void;
  private done = 0;

  constructor(
    options: ThreadPoolOptions,
    workers: WorkerSlots,
    tasks: readonly WeightedTask<Task>[],
    onDone: (done: number) => void,
  ) {
    this.options = options;
    this.workers = workers;
    this.onDone = onDone;
    this.results = tasks.map(() => undefined);
    const total = tasks.reduce((sum, { weight }) => sum + weight, 0);
    this.batchWeight = total / (options.threads * BATCHES_PER_THREAD);
    // Popped from the end: the costliest last.
    this.queue = tasks
      .map((task, index) => ({ ...task, index }))
      .sort((left, right) => left.weight - right.weight || right.index - left.index);
  }

  outcomes(): TaskOutcome<Result>[] {
    return this.results.map((outcome) => outcome ?? { error: 'was not reached' });
  }

  /** Works off the queue with one thread at a time, from its one end or from the other. */
  async drain(cheapestFirst: boolean): Promise<void> {
    const next = () => this.nextBatch(cheapestFirst);
    let isFresh = false;
    for (let batch = next(); batch.length > 0; batch = next()) {
      const end = await this.workers.inTurn(() => this.runInThread(batch, isFresh));
      // What is tried once more is tried in a thread of its own.
      isFresh = end !== undefined;
      if (end !== undefined) this.afterEarlyEnd(batch, end);
    }
  }

  private async runInThread(
    batch: readonly Item<Task>[],
    isFresh: boolean,
  ): Promise<EarlyEnd | undefined> {
    if (this.giveUpLate(batch)) return undefined;
    const worker = this.workers.take(isFresh);
    const end = await this.runBatch(worker, batch);
    if (end === undefined) this.workers.giveBack(worker);
    return end;
  }

  /** Whether tasks are not begun, or not begun again, since the time of the run is over. */
  private giveUpLate(batch: readonly Item<Task>[]): boolean {
    const { deadline } = this.options;
    if (deadline?.isOver !== true) return false;
    for (const { index } of batch) this.finish(index, { error: deadline.reason });
    return true;
  }

  private nextBatch(cheapestFirst: boolean): Item<Task>[] {
    const batch: Item<Task>[] = [];
    let weight = 0;
    while (batch.length < MAX_BATCH && (batch.length === 0 || weight < this.batchWeight)) {
      const item = this.queue.at(cheapestFirst ? 0 : -1);
      const alone = item !== undefined && this.suspects.has(item.index);
      if (item === undefined || (alone && batch.length > 0)) break;
      if (cheapestFirst) this.queue.shift();
      else this.queue.pop();
      batch.push(item);
      weight += item.weight;
      if (alone) break;
    }
    return batch;
  }

  /** Sends one batch; resolves with how it ended early, or with undefined. */
  private runBatch(worker: Worker, batch: readonly Item<Task>[]): Promise<EarlyEnd | undefined> {
    return new Promise((resolve) => {
      let open = batch.length;
      let announced = false;
      let isOverTime = false;
      let why = 'its thread ended';
      const onMessage = (answer: TaskAnswer<Result>) => {
        this.finish(answer.index, answer);
        open -= 1;
        announced = 'error' in answer;
        clearTimeout(timer);
        started = performance.now();
        began = spentIn(worker);
        if (open === 0 && !announced) settle(undefined);
        else timer = setTimeout(expire, this.options.timeLimit);
      };
      const onError = (error: unknown) => {
        why = failureText(error);
      };
      // It comes before `terminate` resolves.
      const onExit = () => settle({ announced, isOverTime, why });
      const settle = (end: EarlyEnd | undefined) => {
        clearTimeout(timer);
        deadline?.signal.removeEventListener('abort', onLate);
        // Not all of them: the thread has listeners of its own.
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        resolve(end);
      };
      const expire = async () => {
        const [before = 0, now = Number.POSITIVE_INFINITY] = await Promise.all([
          began,
          spentIn(worker),
        ]);
        const used = now - before;
        // On a machine with much else to do a task is not to blame for the time that passes.
        const isPatient = performance.now() - started < MAX_PATIENCE * this.options.timeLimit;
        if (used < this.options.timeLimit && isPatient) {
          timer = setTimeout(expire, Math.max(100, this.options.timeLimit - used));
          return;
        }
        why = tooLong(this.options.timeLimit);
        isOverTime = Number.isFinite(used) && used >= this.options.timeLimit;
        await worker.terminate();
        settle({ announced, isOverTime, why });
      };
      const onLate = async () => {
        announced = true;
        await worker.terminate();
        settle({ announced, isOverTime, why });
      };
      const { deadline } = this.options;
      deadline?.signal.addEventListener('abort', onLate);
      let started = performance.now();
      let began = spentIn(worker);
      let timer = setTimeout(expire, this.options.timeLimit);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      const message: TaskBatch<Task> = {
        tasks: batch.map(({ index, task }) => ({ index, task })),
        end: deadline && Date.now() + deadline.millisecondsLeft,
      };
      worker.postMessage(message);
    });
  }

  private finish(index: number, answer: TaskOutcome<Result>): void {
    if (this.results[index] !== undefined) return;
    this.results[index] = 'error' in answer ? { error: answer.error } : { result: answer.result };
    this.done += 1;
    this.onDone(this.done);
  }

  /** Puts back what the lost thread had not done; the first of it is the suspect. */
  private afterEarlyEnd(
    batch: readonly Item<Task>[],
    { announced, isOverTime, why }: EarlyEnd,
  ): void {
    const left = batch.filter(({ index }) => this.results[index] === undefined);
    if (this.giveUpLate(left)) return;
    const [first] = left;
    if (first === undefined) return;
    if (!announced && (isOverTime === true || this.suspects.has(first.index))) {
      this.finish(first.index, { error: why });
      left.shift();
    } else if (!announced) this.suspects.add(first.index);
    this.queue.push(...left.reverse());
  }
}

/** Milliseconds of a processor that a thread has taken; undefined where it does not answer. */
async function spentIn(worker: Worker): Promise<number | undefined> {
  const silent = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), MAX_SILENCE).unref();
  });
  const usage = await Promise.race([worker.cpuUsage().catch(() => undefined), silent]);
  return usage && (usage.user + usage.system) / 1000;
}

function failureText(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return OUT_OF_MEMORY;
  return `crashed: ${messageOf(error)}`;
}
