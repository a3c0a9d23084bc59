import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../errors.ts';
import {
  type Attempt,
  beginAttempt,
  endIdleLease,
  failJob,
  finishJob,
  isSuperseded,
  isWithdrawn,
  releaseJob,
  retryJobLater,
} from './attempts.ts';
import type { Jobs } from './jobs.ts';
import type { Lease } from './leases.ts';
import type { JobQueue } from './queue.ts';
import { TryLaterError } from './try-later-error.ts';

/** What a job is told of this attempt at it. */
export interface JobRun {
  /** Aborted when the job is not to be finished here: something newer, or the end of the process. */
  readonly signal: AbortSignal;
  /** 1 for the first. */
  readonly attempt: number;
  /** Whether the job counts as failed when this attempt throws. */
  readonly last: boolean;
}

/**
 * Does a job. When it returns, the job is done, whatever the signal says. When it throws after
 * the signal was aborted, it has stopped; else it has failed, and is tried again.
 */
export type RunJob = (data: unknown, run: JobRun) => Promise<void>;

/** How an attempt ended. */
type Outcome =
  /** The job is done. */
  | 'done'
  /** A newer job of the key takes its place. */
  | 'superseded'
  /** It was thrown away, and is not wanted any more. */
  | 'withdrawn'
  /** It stopped with this process, and is tried again elsewhere. */
  | 'released'
  /** It is tried again later. */
  | 'retried'
  /** The same, and it does not count: what it needs was out. */
  | 'postponed'
  /** It was given up. */
  | 'failed'
  /** Another worker has the lease by now, since our heartbeats were missing. */
  | 'lost';

export type JobEvent =
  | {
      readonly kind: 'started';
      readonly lane: string;
      readonly key: string;
      readonly attempt: number;
    }
  | {
      readonly kind: 'ended';
      readonly lane: string;
      readonly key: string;
      readonly attempt: number;
      readonly outcome: Outcome;
      readonly milliseconds: number;
      readonly problem?: string;
    }
  /** The database could not be asked. It is tried again. */
  | { readonly kind: 'problem'; readonly problem: string };

export interface LeasedJobSettings {
  readonly queue: JobQueue;
  readonly run: RunJob;
  readonly onEvent: (event: JobEvent) => void;
  /** Aborted when this process is about to end. */
  readonly stop: AbortSignal;
  readonly onDied?: (data: unknown) => Promise<void>;
}

/** Longer texts of problems are cut. */
const MAX_PROBLEM_CHARS = 2000;

const RETRY_MILLISECONDS = 1000;

/** The interval of the heartbeats of a lease. A lease is lost after ten seconds without any. */
const HEARTBEAT_MILLISECONDS = 3000;

/** How often a job looks for one that replaces it. */
const WATCH_MILLISECONDS = 1000;

/** For so long after a job was added, what it needs may be out without that being an attempt. */
const FREE_RETRY_SECONDS = 3 * 3600;

/** Runs the next job of the key that was leased, and ends the lease. */
export async function runLeasedJob(
  jobs: Jobs,
  lease: Lease,
  settings: LeasedJobSettings,
): Promise<void> {
  const { queue, onEvent } = settings;
  const attempt = await beginAttempt(jobs, queue, lease);
  if (attempt === undefined) {
    await endIdleLease(jobs, lease);
    return;
  }
  const { key } = lease;
  const started = performance.now();
  onEvent({ kind: 'started', lane: queue.name, key, attempt: attempt.attempt });
  const ended = await runAttempt(jobs, lease, attempt, settings);
  const outcome = await recordOutcome(jobs, lease, attempt, ended, settings);
  const milliseconds = performance.now() - started;
  const { problem } = ended;
  onEvent({
    ...{ kind: 'ended', lane: queue.name, key, attempt: attempt.attempt, outcome, milliseconds },
    ...(problem !== undefined && { problem }),
  });
}

interface AttemptEnd {
  readonly outcome: Outcome;
  readonly problem?: string;
}

async function runAttempt(
  jobs: Jobs,
  lease: Lease,
  { id, data, attempt, age }: Attempt,
  settings: LeasedJobSettings,
): Promise<AttemptEnd> {
  const { queue, run } = settings;
  // Of processes that died with it, only the count is left.
  const isGivenUp = attempt > queue.attempts;
  const last = attempt === queue.attempts;
  const watch = watchLease(jobs, lease, id, settings);
  try {
    if (isGivenUp) {
      await settings.onDied?.(data);
      return { outcome: 'failed', problem: 'the worker died each time' };
    }
    await run(data, { signal: watch.signal, attempt, last });
    return { outcome: 'done' };
  } catch (thrown) {
    const stopped = watch.stopped();
    if (stopped !== undefined) return { outcome: stopped };
    const problem = messageOf(thrown).slice(0, MAX_PROBLEM_CHARS);
    if (thrown instanceof TryLaterError && age < FREE_RETRY_SECONDS) {
      return { outcome: 'postponed', problem };
    }
    return { outcome: last ? 'failed' : 'retried', problem };
  } finally {
    watch.end();
  }
}

/** Aborts a signal when a job is not to be finished here, and says meanwhile that we are alive. */
function watchLease(jobs: Jobs, lease: Lease, id: number, settings: LeasedJobSettings) {
  const { queue, stop, onEvent } = settings;
  const controller = new AbortController();
  let stopped: 'superseded' | 'withdrawn' | 'released' | 'lost' | undefined;
  const abort = (outcome: typeof stopped, reason: string) => {
    stopped ??= outcome;
    controller.abort(new Error(reason));
  };
  const every = (milliseconds: number, check: () => Promise<void>) =>
    setInterval(() => {
      check().catch((thrown: unknown) => onEvent({ kind: 'problem', problem: messageOf(thrown) }));
    }, milliseconds);
  const lookForNewer = async () => {
    if (await isSuperseded(jobs, lease, id)) abort('superseded', 'something newer is wanted');
  };
  const timers = [
    every(HEARTBEAT_MILLISECONDS, async () => {
      if (!(await jobs.leases.renew(lease))) abort('lost', 'another worker has taken this over');
      else if (await isWithdrawn(jobs, id)) abort('withdrawn', 'this is not wanted any more');
    }),
  ];
  const onWake = () => void lookForNewer().catch(() => {});
  const onStop = () => abort('released', 'this process is about to end');
  if (queue.keeps === 'newest') {
    timers.push(every(WATCH_MILLISECONDS, lookForNewer));
    jobs.wake.on(queue.name, onWake);
  }
  if (stop.aborted) onStop();
  stop.addEventListener('abort', onStop);
  return {
    signal: controller.signal,
    stopped: () => stopped,
    end() {
      for (const timer of timers) clearInterval(timer);
      jobs.wake.off(queue.name, onWake);
      stop.removeEventListener('abort', onStop);
    },
  };
}

/**
 * Records how an attempt ended, however long the database is gone, while the lease is ours. Until
 * this is done, heartbeats are missing: a worker that gets the lease does the job once more.
 */
async function recordOutcome(
  jobs: Jobs,
  lease: Lease,
  { id }: Attempt,
  { outcome, problem = '' }: AttemptEnd,
  { queue, onEvent, stop }: LeasedJobSettings,
): Promise<Outcome> {
  for (;;) {
    try {
      return (await recordOnce()) ? outcome : 'lost';
    } catch (thrown) {
      onEvent({ kind: 'problem', problem: messageOf(thrown) });
      if (stop.aborted) return 'lost';
      await sleep(RETRY_MILLISECONDS, undefined, { signal: stop }).catch(() => {});
    }
  }

  function recordOnce(): Promise<boolean> {
    switch (outcome) {
      case 'done':
      case 'superseded':
      case 'withdrawn':
        return finishJob(jobs, queue, lease, id);
      case 'released':
        return releaseJob(jobs, lease, id);
      case 'retried':
      case 'postponed':
        return retryJobLater(jobs, lease, id, { problem, free: outcome === 'postponed' });
      case 'failed':
        return failJob(jobs, lease, id, problem);
      case 'lost':
        return Promise.resolve(false);
    }
  }
}
