import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import type { AcceptDelivery } from '../../jobs/queue/deliveries.ts';
import type { EndedJobs } from '../../jobs/queue/ended-jobs.ts';
import type { Command } from '../commands/command.ts';
import { jobOf } from '../commands/queues.ts';
import { endedWork } from './installation.ts';
import { toCommands } from './to-commands.ts';

/** A webhook whose signature was right. */
export interface WebhookEvent {
  /** Of the delivery. */
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
}

/** What became of a delivery: `known` has come before, `unreadable` is not as GitHub describes it. */
type DeliveryOutcome = 'accepted' | 'known' | 'unreadable' | 'not stored';

export interface DeliveryReport {
  readonly id: string;
  readonly event: string;
  readonly outcome: DeliveryOutcome;
  readonly milliseconds: number;
  readonly problem?: string;
}

/**
 * GitHub waits ten seconds. Probot would answer for us after nine, as if all were well, so
 * what takes longer than this counts as failed.
 */
const STORE_MILLISECONDS = 8000;

/** A refusal with a status, as Probot's server answers it. */
class RefusedDelivery extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Makes jobs of an event, and writes them down; or ends those that can be done no more.
 * @param app our own id
 * @returns whether the delivery has not come before
 * @throws RefusedDelivery when that failed, so that GitHub lists the delivery as failed and the sweep
 *   finds it
 */
export async function acceptEvent(
  { id, name, payload }: WebhookEvent,
  app: number,
  accept: AcceptDelivery,
  report: (report: DeliveryReport) => void,
): Promise<boolean> {
  const started = performance.now();
  const tell = (outcome: DeliveryOutcome, problem?: string) => {
    const milliseconds = performance.now() - started;
    report({ id, event: name, outcome, milliseconds, ...(problem !== undefined && { problem }) });
  };
  const { commands, ended } = read();
  try {
    const jobs = commands.map(jobOf);
    const accepting = accept({ id, event: name, jobs, ...(ended !== undefined && { ended }) });
    const isNew = await withTimeout(accepting);
    tell(isNew ? 'accepted' : 'known');
    return isNew;
  } catch (thrown) {
    tell('not stored', messageOf(thrown));
    throw new RefusedDelivery(503, 'the delivery could not be stored');
  }

  function read(): { readonly commands: readonly Command[]; readonly ended?: EndedJobs } {
    try {
      const ended = endedWork(name, payload);
      return { commands: toCommands(name, payload, app), ...(ended !== undefined && { ended }) };
    } catch (thrown) {
      tell('unreadable', thrown instanceof z.ZodError ? formatZodError(thrown) : messageOf(thrown));
      throw new RefusedDelivery(422, `this ${name} is not of the form that was expected`);
    }
  }
}

async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const timeout = sleep(STORE_MILLISECONDS, undefined, late).then(() => {
    throw new Error(`the database took longer than ${STORE_MILLISECONDS} ms`);
  });
  timeout.catch(() => {});
  try {
    return await Promise.race([work, timeout]);
  } finally {
    late.abort();
  }
}
